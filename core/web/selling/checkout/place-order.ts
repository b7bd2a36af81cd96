import { useQueryClient } from '@tanstack/react-query';
import type { CartOrder, DirectOrder, PlacedOrder } from '#core/contract/selling/orders.ts';
import { galleryKey } from '#core/web/catalogue/gallery/gallery-queries.ts';
import { specimenKeys } from '#core/web/catalogue/specimen/specimen-queries.ts';
import { call, problemCode } from '#ui/lib/api.ts';
import { randomId, readStored, writeStored } from '#ui/lib/storage.ts';
import { dismissToast, shownToast } from '#ui/toast.ts';

const KEY = 'orderKey';

/**
 * The same form sent again, after a lost response or a reload, is the same order: session storage
 * has it before it is sent.
 */
async function placeOrder(order: Order): Promise<PlacedOrder> {
  const { key, body } = attemptAt(order);
  try {
    const placed = await call('POST /api/orders', { body, headers: { 'idempotency-key': key } });
    writeStored('sessionStorage', KEY, null);
    return placed;
  } catch (error) {
    // Nothing was ordered under this key. Any other refusal may stand before an order that was
    // placed.
    if (problemCode(error) === 'total_changed') writeStored('sessionStorage', KEY, null);
    throw error;
  }
}

type Order = CartOrder | DirectOrder;

/** Repeats an unanswered attempt: its own pieces may look sold by now, and be in no total. */
function attemptAt(order: Order): { key: string; body: Order } {
  const [key, stored] = (readStored('sessionStorage', KEY) ?? '').split('\n', 2);
  const last = stored ? orderIn(stored) : null;
  if (key && last && textOf(last) === textOf(order)) return { key, body: last };
  const made = randomId();
  writeStored('sessionStorage', KEY, `${made}\n${JSON.stringify(order)}`);
  return { key: made, body: order };
}

/** Returns null where the stored text is none of ours. */
function orderIn(stored: string): Order | null {
  try {
    return JSON.parse(stored) as Order;
  } catch {
    return null;
  }
}

const textOf = (order: Order): string => JSON.stringify({ ...order, totalAmount: '' });

/**
 * Refetches lists and specimens: their status may have changed. @throws ApiError, or TypeError
 * where no response came.
 */
export function usePlaceOrder() {
  const queryClient = useQueryClient();

  return async (order: Order): Promise<PlacedOrder> => {
    // Why an earlier attempt failed is no longer true.
    const stale = shownToast.get();
    if (stale) dismissToast(stale.id);
    try {
      return await placeOrder(order);
    } catch (error) {
      // What was refused was ordered by prices, shipping or stock of before, which the page still shows.
      if (problemCode(error)) void queryClient.invalidateQueries();
      throw error;
    } finally {
      void queryClient.invalidateQueries({ queryKey: galleryKey });
      void queryClient.invalidateQueries({ queryKey: specimenKeys.all });
    }
  };
}

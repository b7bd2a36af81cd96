import { useQueryClient } from '@tanstack/react-query';
import type { CartOrder, DirectOrder, PlacedOrder } from '#contract/selling/orders.ts';
import { galleryKey } from '#web/features/catalogue/gallery/gallery-queries.ts';
import { specimenKeys } from '#web/features/catalogue/specimen/specimen-queries.ts';
import { call, problemCode } from '#web/lib/api.ts';
import { randomId, readStored, writeStored } from '#web/lib/storage.ts';
import { dismissToast, shownToast } from '#web/ui/toast.ts';

const KEY = 'orderKey';

/**
 * Sends an order under an idempotency key. Both are in session storage before anything is sent: the same form sent again,
 * after a lost response or a reload, is the same order.
 */
async function placeOrder(order: Order): Promise<PlacedOrder> {
  const { key, body } = attemptAt(order);
  try {
    const placed = await call<PlacedOrder>('/api/orders', { method: 'POST', body, headers: { 'Idempotency-Key': key } });
    writeStored('sessionStorage', KEY, null);
    return placed;
  } catch (error) {
    // Nothing was ordered under this key, and the next attempt shows another total. Any other refusal may stand before an order that was placed.
    if (problemCode(error) === 'total_changed') writeStored('sessionStorage', KEY, null);
    throw error;
  }
}

type Order = CartOrder | DirectOrder;

/** The attempt that got no response, if the form says the same: its own pieces may look sold by now, and be in no total. Else a new one. */
function attemptAt(order: Order): { key: string; body: Order } {
  const [key, stored] = (readStored('sessionStorage', KEY) ?? '').split('\n', 2);
  const last = stored ? orderIn(stored) : null;
  if (key && last && textOf(last) === textOf(order)) return { key, body: last };
  const made = randomId();
  writeStored('sessionStorage', KEY, `${made}\n${JSON.stringify(order)}`);
  return { key: made, body: order };
}

/** null where the stored text is none of ours. */
function orderIn(stored: string): Order | null {
  try {
    return JSON.parse(stored) as Order;
  } catch {
    return null;
  }
}

const textOf = (order: Order): string => JSON.stringify({ ...order, totalAmount: '' });

/** Places an order; afterwards, however it ended, lists and specimens are refetched, as their status may have changed. Throws ApiError, or TypeError where no response came. */
export function usePlaceOrder() {
  const queryClient = useQueryClient();

  return async (order: Order): Promise<PlacedOrder> => {
    // Why an earlier attempt failed is no longer true.
    const stale = shownToast.get();
    if (stale) dismissToast(stale.id);
    try {
      return await placeOrder(order);
    } finally {
      void queryClient.invalidateQueries({ queryKey: galleryKey });
      void queryClient.invalidateQueries({ queryKey: specimenKeys.all });
    }
  };
}

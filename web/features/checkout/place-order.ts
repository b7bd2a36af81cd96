import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CartOrder, DirectOrder, PlacedOrder } from '#contract/orders.ts';
import { galleryKey } from '#web/features/gallery/gallery-queries.ts';
import { specimenKeys } from '#web/features/specimen/specimen-queries.ts';
import { call } from '#web/lib/api.ts';
import { randomId, readStored, writeStored } from '#web/lib/storage.ts';

const KEY = 'orderKey';

/**
 * Sends an order under an idempotency key. The key is in session storage before anything is sent: the same form sent again,
 * after a lost response or a reload, is the same order.
 */
async function placeOrder(order: CartOrder | DirectOrder): Promise<PlacedOrder> {
  const body = JSON.stringify(order);
  const key = keyFor(body);
  const placed = await call<PlacedOrder>('/api/orders', { method: 'POST', body: order, headers: { 'Idempotency-Key': key } });
  writeStored('sessionStorage', KEY, null);
  return placed;
}

function keyFor(body: string): string {
  const [key, storedBody] = (readStored('sessionStorage', KEY) ?? '').split('\n', 2);
  if (key && storedBody === body) return key;
  const made = randomId();
  writeStored('sessionStorage', KEY, `${made}\n${body}`);
  return made;
}

/** Places an order; afterwards, however it ended, lists and specimens are refetched, as their status may have changed. */
export function usePlaceOrder() {
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);

  /** Throws ApiError where the shop refuses the order, TypeError where no response came. */
  async function place(order: CartOrder | DirectOrder): Promise<PlacedOrder> {
    setPending(true);
    try {
      return await placeOrder(order);
    } finally {
      setPending(false);
      void queryClient.invalidateQueries({ queryKey: galleryKey });
      void queryClient.invalidateQueries({ queryKey: specimenKeys.all });
    }
  }
  return { place, isPending };
}

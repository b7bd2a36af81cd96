/** Buyers who place one order after another through whatever goes wrong, each repeating an order with its key until it is acknowledged or refused. */
import { setTimeout as pause } from 'node:timers/promises';
import type { BuyerOrder } from '#core/contract/selling/orders.ts';
import { cartBody } from './orders.ts';

export type Buyers = {
  /** Orders that were acknowledged, by their keys. */
  acknowledged: Map<string, BuyerOrder>;
  /** Every response that was neither an order nor a clear request to wait, as `status body`, and every unexpected failure. */
  unclear: string[];
  /** How often a buyer was told to wait (503 with Retry-After), and how often a connection broke without a response. */
  told: { wait: number; broken: number };
  /** No new orders; resolves when the last ones are acknowledged. */
  stop(): Promise<void>;
};

/** @param origins of the shop's processes, asked in turn. @param specimenIds of lots that do not run out. */
export function startBuyers(origins: string[], specimenIds: number[], count = 6): Buyers {
  const buyers: Omit<Buyers, 'stop'> = {
    acknowledged: new Map(),
    unclear: [],
    told: { wait: 0, broken: 0 },
  };
  let isOpen = true;
  let calls = 0;

  async function place(key: string, body: string): Promise<boolean> {
    const origin = origins[calls++ % origins.length];
    const headers = { 'content-type': 'application/json', 'idempotency-key': key };
    try {
      const response = await fetch(`${origin}/api/orders`, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(20_000),
      });
      const text = await response.text();
      if (response.status === 201) {
        buyers.acknowledged.set(key, (JSON.parse(text) as { order: BuyerOrder }).order);
        return true;
      }
      if (response.status === 503 && response.headers.get('retry-after')) buyers.told.wait += 1;
      else buyers.unclear.push(`${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      if (error instanceof TypeError) buyers.told.broken += 1;
      else buyers.unclear.push(String(error));
    }
    return false;
  }

  const all = Array.from({ length: count }, async (_, buyer) => {
    for (let n = 0; isOpen; n++) {
      const lines = [0, 1].map((step) => ({
        specimenId: specimenIds[(n + step * 2 + buyer) % specimenIds.length] ?? 0,
        quantity: 1,
      }));
      const key = `buyer-${buyer}-${n}`;
      const body = JSON.stringify(cartBody(lines));
      while (!(await place(key, body))) await pause(50);
    }
  });
  return {
    ...buyers,
    async stop() {
      isOpen = false;
      await Promise.all(all);
    },
  };
}

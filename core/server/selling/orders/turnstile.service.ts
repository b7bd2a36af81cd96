/**
 * Orders wait here before they cost anything. One look at the stock refuses many, in the words of
 * placing. Of the others as many go on as there are pieces.
 */
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import {
  availableOf,
  lineStatusOf,
  readStock,
  unavailableIn,
} from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import { knownKeys } from '#core/server/selling/idempotency/idempotency.service.ts';
import { queueFull } from '#platform/http/busy.ts';
import { shareSearches } from '#platform/shared-searches.ts';
import { asksVenmo, lacksVenmo, type OrderRequest } from './order-request.ts';

/** Orders that arrive meanwhile share the next look. */
const PAUSE_MS = 5;
const AT_ONCE = 200;
const MAX_WAIT_MS = 10_000;

export type Turnstile = {
  /**
   * Returns once the order can be placed, as of the last look, or its key is known. @returns to be
   * called when the order is over. @throws Problem specimen_unavailable, as placing would;
   * unavailable where it waits too long.
   */
  pass(key: string | null, order: OrderRequest): Promise<() => void>;
  /** Returns and throws when `pass` would, and keeps no one waiting. */
  look(key: string | null, order: OrderRequest): Promise<void>;
};

type Asked = { key: string | null; order: OrderRequest };

export function createTurnstile(ctx: Context): Turnstile {
  const wanted = new Map<number, number>();
  const behind = new Map<number, (() => void)[]>();

  const look = shareSearches({ pauseMs: PAUSE_MS, atOnce: AT_ONCE }, async (all: Asked[]) => {
    const stock = await readStock(
      ctx.db,
      all.flatMap(({ order }) => order.lines.map(({ specimenId }) => specimenId)),
    );
    // After the stock: where its own order has taken the piece meanwhile, the key is there.
    const placed = await knownKeys(
      ctx.db,
      all.flatMap(({ key }) => key ?? []),
    );
    const refusesVenmo =
      all.some(({ order }) => lacksVenmo(order)) && asksVenmo(await readSettings(ctx));
    return { stock, placed, refusesVenmo };
  });

  function take({ lines }: OrderRequest): () => void {
    for (const { specimenId, quantity } of lines)
      wanted.set(specimenId, (wanted.get(specimenId) ?? 0) + quantity);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      for (const { specimenId, quantity } of lines) {
        const left = (wanted.get(specimenId) ?? 0) - quantity;
        if (left > 0) wanted.set(specimenId, left);
        else wanted.delete(specimenId);
        for (const goOn of behind.get(specimenId) ?? []) goOn();
        behind.delete(specimenId);
      }
    };
  }

  async function wait(
    { key, order }: Asked,
    goOn: (order: OrderRequest) => () => void,
  ): Promise<() => void> {
    const begun = performance.now();
    for (;;) {
      const { stock, placed, refusesVenmo } = await look({ key, order });
      // These refusals come before those about stock.
      if ((key !== null && placed.has(key)) || (refusesVenmo && lacksVenmo(order))) return () => {};
      const lost = order.lines.filter(
        ({ specimenId, quantity }) => lineStatusOf(stock.get(specimenId), quantity) !== 'ok',
      );
      if (lost.length > 0) throw unavailableIn(stock, lost);
      const contested = order.lines.find(
        ({ specimenId, quantity }) =>
          (wanted.get(specimenId) ?? 0) + quantity > availableOf(stock.get(specimenId)),
      );
      if (!contested) return goOn(order);
      const left = begun + MAX_WAIT_MS - performance.now();
      if (!(await isOverWithin(contested.specimenId, left))) throw queueFull;
    }
  }

  return {
    pass: (key, order) => wait({ key, order }, take),
    look: async (key, order) => void (await wait({ key, order }, () => () => {})),
  };

  function isOverWithin(specimenId: number, ms: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, Math.max(0, ms), false);
    const goOn = () => {
      clearTimeout(timer);
      resolve(true);
    };
    const others = behind.get(specimenId);
    if (others) others.push(goOn);
    else behind.set(specimenId, [goOn]);
    return promise;
  }
}

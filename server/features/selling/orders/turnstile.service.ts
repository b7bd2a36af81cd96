/**
 * Where orders wait before they cost anything. One look at the stock refuses many orders that cannot succeed, with the words that placing them would
 * give. Of the others, as many go on as there are pieces; the orders behind them look again when one is over.
 */
import { setTimeout } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { availableOf, lineStatusOf, readStock, unavailableIn } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { knownKeys } from '#server/features/selling/idempotency/idempotency.service.ts';
import { queueFull } from '#server/platform/http/busy.ts';
import { watchSilence } from '#server/platform/silence.ts';
import { asksVenmo, lacksVenmo, type OrderRequest } from './order-request.ts';

/** Pause between two looks; orders that arrive during it share the next one. */
const PAUSE_MS = 5;
/** Orders that share a look. */
const AT_ONCE = 200;
const MAX_WAIT_MS = 10_000;
/** Once the database has said nothing for this long, nobody else waits for it. */
const STUCK_MS = 2_000;

export type Turnstile = {
  /**
   * Waits until the order may go on: as of its last look at the database, it can be placed, or its key is known.
   * @returns to be called when the order is over, placed or not. @throws Problem specimen_unavailable, as placing it would; unavailable where it waits too long.
   */
  pass(key: string | null, order: OrderRequest): Promise<() => void>;
};

type Asked = { key: string | null; order: OrderRequest };

export function createTurnstile(ctx: Context): Turnstile {
  /** Pieces by specimen that orders on their way want. */
  const wanted = new Map<number, number>();
  /** Who waits for one of those orders, by specimen. */
  const behind = new Map<number, (() => void)[]>();

  const look = shared({ pauseMs: PAUSE_MS, atOnce: AT_ONCE }, async (all: Asked[]) => {
    const stock = await readStock(
      ctx.db,
      all.flatMap(({ order }) => order.lines.map(({ specimenId }) => specimenId)),
    );
    // After the stock: where its own order has taken the piece meanwhile, the key is there.
    const placed = await knownKeys(
      ctx.db,
      all.flatMap(({ key }) => key ?? []),
    );
    const refusesVenmo = all.some(({ order }) => lacksVenmo(order)) && asksVenmo(await readSettings(ctx));
    return { stock, placed, refusesVenmo };
  });

  function take({ lines }: OrderRequest): () => void {
    for (const { specimenId, quantity } of lines) wanted.set(specimenId, (wanted.get(specimenId) ?? 0) + quantity);
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

  return {
    async pass(key, order) {
      const begun = performance.now();
      for (;;) {
        const { stock, placed, refusesVenmo } = await look({ key, order });
        // What is said of these comes before what is said of the stock.
        if ((key !== null && placed.has(key)) || (refusesVenmo && lacksVenmo(order))) return () => {};
        const lost = order.lines.filter(({ specimenId, quantity }) => lineStatusOf(stock.get(specimenId), quantity) !== 'ok');
        if (lost.length > 0) throw unavailableIn(stock, lost);
        const contested = order.lines.find(
          ({ specimenId, quantity }) => (wanted.get(specimenId) ?? 0) + quantity > availableOf(stock.get(specimenId)),
        );
        if (!contested) return take(order);
        const left = begun + MAX_WAIT_MS - performance.now();
        if (!(await isOverWithin(contested.specimenId, left))) throw queueFull;
      }
    },
  };

  /** Whether one of the orders on their way that want a specimen is over in time. */
  function isOverWithin(specimenId: number, ms: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = globalThis.setTimeout(resolve, Math.max(0, ms), false);
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

type Shares = { pauseMs: number; atOnce: number };

/**
 * Answers everyone who asks before a search begins with that one search. Searches run one after another, with a pause between them.
 * @throws Problem unavailable at once while a search gets no answer; what `find` throws.
 */
function shared<Ask, Found>({ pauseMs, atOnce }: Shares, find: (all: Ask[]) => Promise<Found>): (ask: Ask) => Promise<Found> {
  let last: { asks: Ask[]; found: Promise<Found>; isOpen: boolean } | null = null;
  let before: Promise<unknown> = Promise.resolve();
  const silence = watchSilence(STUCK_MS);

  function plan() {
    const asks: Ask[] = [];
    const found = before.then(() => {
      planned.isOpen = false;
      silence.begin();
      return find(asks).finally(silence.end);
    });
    before = found.catch(() => {}).then(() => setTimeout(pauseMs));
    const planned = { asks, found, isOpen: true };
    return planned;
  }

  return async (ask) => {
    if (silence.isTooLong()) throw queueFull;
    if (!last?.isOpen || last.asks.length === atOnce) last = plan();
    last.asks.push(ask);
    return last.found;
  };
}

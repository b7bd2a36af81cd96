/** The orders that are paid, shipped or delivered, by when they were paid. */
import { setImmediate } from 'node:timers/promises';
import type { Db } from '#server/platform/db/db.ts';
import { type PaidRow, selectLinesWithCost, selectPaid, selectPaidRange } from './paid-orders.queries.ts';

const BATCH = 200;

/** A line of a paid order; `cost`: an amount that one piece had cost, null: not known. */
export type PaidLine = Awaited<ReturnType<typeof selectLinesWithCost>>[number];
export type PaidOrder = { order: PaidRow; lines: PaidLine[] };

/** When the first and the last of them were paid; null: none is. */
export const paidRange = (db: Db): Promise<{ first: string | null; last: string | null }> => selectPaidRange(db);

/** Those that were paid from one instant on and before another, with their lines, in batches; other work gets its turn between them. */
export async function* eachPaidOrder(db: Db, range: { from: string; until: string }): AsyncGenerator<PaidOrder[]> {
  let after: PaidRow | null = null;
  for (;;) {
    const orders: PaidRow[] = await selectPaid(db, range, after, BATCH);
    const ids = orders.map(({ id }) => id);
    const lines = Map.groupBy(ids.length === 0 ? [] : await selectLinesWithCost(db, ids), (line) => line.order_id);
    yield orders.map((order) => ({ order, lines: lines.get(order.id) ?? [] }));
    if (orders.length < BATCH) return;
    after = orders.at(-1) ?? null;
    await setImmediate();
  }
}

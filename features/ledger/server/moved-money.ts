import { setImmediate } from 'node:timers/promises';
import type { Db } from '#platform/db/db.ts';
import {
  type MovedRow,
  selectLinesWithCost,
  selectMoneyOf,
  selectMoved,
  selectMovedRange,
} from './moved-money.queries.ts';

const BATCH = 200;

/** `cost`: an amount that one piece had cost, null: not known. */
export type LineWithCost = Awaited<ReturnType<typeof selectLinesWithCost>>[number];

export type MovedMoney = {
  row: MovedRow;
  /** Those of the order as it is now. */
  lines: LineWithCost[];
  /** What it is for, which may have been taken out since. */
  line: LineWithCost | undefined;
  /** Cents of the order that moved the same way before. */
  earlier: number;
  /** Whether it is the order's last payment: its pieces count with that one alone. */
  isLastPayment: boolean;
};

/** Null: nothing moved. */
export const movedRange = (db: Db): Promise<{ first: string | null; last: string | null }> =>
  selectMovedRange(db);

/** From one instant on and before another, in batches; other work gets its turn between them. */
export async function* eachMoved(
  db: Db,
  range: { from: string; until: string },
): AsyncGenerator<MovedMoney[]> {
  let after: MovedRow | null = null;
  for (;;) {
    const rows: MovedRow[] = await selectMoved(db, range, after, BATCH);
    const ids = [...new Set(rows.map(({ id }) => id))];
    const linesOf = Map.groupBy(
      ids.length === 0 ? [] : await selectLinesWithCost(db, ids),
      (line) => line.order_id,
    );
    const moneyOf = Map.groupBy(
      ids.length === 0 ? [] : await selectMoneyOf(db, ids),
      (money) => money.order_id,
    );
    yield rows.map((row) => {
      const same = (moneyOf.get(row.id) ?? []).filter(({ kind }) => kind === row.moved);
      const place = same.findIndex(({ id }) => id === row.money_id);
      const earlier = same.slice(0, place).reduce((sum, { amount_cents }) => sum + amount_cents, 0);
      const isLastPayment = row.moved === 'payment' && place === same.length - 1;
      const every = linesOf.get(row.id) ?? [];
      const lines = every.filter(({ standing }) => standing === 'in');
      return {
        row,
        lines,
        line: every.find(({ id }) => id === row.line_id),
        earlier,
        isLastPayment,
      };
    });
    if (rows.length < BATCH) return;
    after = rows.at(-1) ?? null;
    await setImmediate();
  }
}

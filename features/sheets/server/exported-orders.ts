import { setImmediate } from 'node:timers/promises';
import type { Context } from '#core/server/context.ts';
import {
  aboutOrders,
  type LineRow,
  type MoneyRow,
} from '#core/server/selling/orders/order-transfer.service.ts';
import { type ExportedRow, selectOrdersAfter } from './exported-orders.queries.ts';

const BATCH = 200;

export type { ExportedRow };

type ExportedOrder = {
  order: ExportedRow;
  lines: LineRow[];
  money: MoneyRow[];
  /** What its buyer is asked, in sentences. */
  asked: string | null;
};

/** Others have their turn between the batches. */
export async function* eachOrder({ db }: Context): AsyncGenerator<ExportedOrder[]> {
  let after = 0;
  for (;;) {
    const orders = await selectOrdersAfter(db, after, BATCH);
    const ids = orders.map(({ id }) => id);
    const { lines, money, asked } = await aboutOrders(db, ids);
    yield orders.map((order) => ({
      order,
      lines: lines.get(order.id) ?? [],
      money: money.get(order.id) ?? [],
      asked: asked.get(order.id) ?? null,
    }));
    if (orders.length < BATCH) return;
    after = ids.at(-1) ?? after;
    await setImmediate();
  }
}

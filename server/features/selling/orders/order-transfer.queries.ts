import type { Db } from '#server/platform/db/db.ts';
import { type OrderRow, orderColumns } from './orders.queries.ts';

/** With the note on its buyer, and what of its payments was refunded. */
export type ExportedRow = OrderRow & { buyer_note: string | null; refunded_cents: number | null; refunded_at: string | null };

/** At most `limit` orders with larger ids than `after`, by id. */
export async function selectOrdersAfter(db: Db, after: number, limit: number): Promise<ExportedRow[]> {
  return db
    .selectFrom('orders')
    .select(orderColumns)
    .select((eb) =>
      eb
        .selectFrom('buyers')
        .select('note')
        .where((buyer) => buyer(buyer.fn('lower', ['email']), '=', buyer.fn<string>('lower', ['customer_email'])))
        .limit(1)
        .as('buyer_note'),
    )
    .select((eb) => {
      const refunds = eb.selectFrom('order_money').whereRef('order_id', '=', 'orders.id').where('kind', '=', 'refund');
      return [
        refunds.select(({ fn }) => fn.sum<number>('amount_cents').as('sum')).as('refunded_cents'),
        refunds.select(({ fn }) => fn.max('at').as('last')).as('refunded_at'),
      ];
    })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

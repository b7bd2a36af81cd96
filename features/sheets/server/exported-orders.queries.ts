import type { Db } from '#platform/db/db.ts';
import type { Orders, Row } from '#platform/db/schema.ts';

export type ExportedRow = Row<Orders> & {
  buyer_note: string | null;
  refunded_cents: number | null;
  refunded_at: string | null;
};

/** Returns at most `limit`. */
export async function selectOrdersAfter(
  db: Db,
  after: number,
  limit: number,
): Promise<ExportedRow[]> {
  return db
    .selectFrom('orders')
    .selectAll('orders')
    .select((eb) =>
      eb
        .selectFrom('buyers')
        .select('note')
        .where((buyer) =>
          buyer(buyer.fn('lower', ['email']), '=', buyer.fn<string>('lower', ['customer_email'])),
        )
        .limit(1)
        .as('buyer_note'),
    )
    .select((eb) => {
      const refunds = eb
        .selectFrom('order_money')
        .whereRef('order_id', '=', 'orders.id')
        .where('kind', '=', 'refund');
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

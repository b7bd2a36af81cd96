/** Orders by when they were paid. */
import type { Db } from '#server/platform/db/db.ts';

const columns = [
  ...(['id', 'kind', 'status', 'customer_address', 'shipping_cents', 'total_cents'] as const),
  ...(['paid_at', 'paid_how', 'venmo_username', 'venmo_payment_id'] as const),
] as const;

/** An order that is paid. */
export type PaidRow = Awaited<ReturnType<typeof selectPaid>>[number];

/** At most `limit` orders that were paid from one instant on and before another, in the sequence of payment, behind `after`. */
export async function selectPaid(
  db: Db,
  { from, until }: { from: string; until: string },
  after: { id: number; paid_at: string } | null,
  limit: number,
) {
  let query = db.selectFrom('orders').select(columns).where('paid_at', '>=', from).where('paid_at', '<', until);
  if (after !== null)
    query = query.where((eb) =>
      eb.and([eb('paid_at', '>=', after.paid_at), eb.or([eb('paid_at', '>', after.paid_at), eb('id', '>', after.id)])]),
    );
  return query.orderBy('paid_at').orderBy('id').limit(limit).$narrowType<{ paid_at: string }>().execute();
}

/** The lines of these orders with what one of their pieces had cost: the specimen's field, or what a deleted one had in it. */
export async function selectLinesWithCost(db: Db, orderIds: number[]) {
  return db
    .selectFrom('order_lines as line')
    .leftJoin('specimens as specimen', 'specimen.id', 'line.specimen_id')
    .select(['line.order_id', 'line.specimen_id', 'line.title', 'line.price_cents', 'line.shipping_cents', 'line.quantity'])
    .select((eb) => eb.case().when('line.specimen_id', 'is', null).then(eb.ref('line.cost')).else(eb.ref('specimen.cost')).end().as('cost'))
    .where('line.order_id', 'in', orderIds)
    .orderBy('line.id')
    .execute();
}

/** When the first and the last order were paid; null: none is. */
export async function selectPaidRange(db: Db): Promise<{ first: string | null; last: string | null }> {
  return db
    .selectFrom('orders')
    .select(({ fn }) => [fn.min('paid_at').as('first'), fn.max('paid_at').as('last')])
    .where('paid_at', 'is not', null)
    .executeTakeFirstOrThrow();
}

import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.ts';
import { isFrom } from './orders.queries.ts';

/** Cents, less refunds. */
export async function countPaid(
  db: Db,
  email: string,
): Promise<{ orders: number; paidCents: number }> {
  const { orders } = await db
    .selectFrom('orders')
    .where(isFrom({ email }))
    .select((eb) => eb.fn.countAll<number>().as('orders'))
    .executeTakeFirstOrThrow();
  const { paidCents } = await db
    .selectFrom('orders')
    .innerJoin('order_money as money', 'money.order_id', 'orders.id')
    .where(isFrom({ email }))
    .select(
      sql<number>`coalesce(sum(case money.kind when 'payment' then amount_cents when 'refund' then -amount_cents else 0 end), 0)`.as(
        'paidCents',
      ),
    )
    .executeTakeFirstOrThrow();
  return { orders, paidCents };
}

export async function selectOthersOf(db: Db, email: string, except: number, limit: number) {
  return db
    .selectFrom('orders')
    .where(isFrom({ email }))
    .where('id', '<>', except)
    .select(['id', 'status', 'created_at', 'total_cents'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function hasOtherOrders(tx: Tx, email: string, except: number): Promise<boolean> {
  const found = tx
    .selectFrom('orders')
    .where(isFrom({ email }))
    .where('id', '<>', except)
    .select('id')
    .limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

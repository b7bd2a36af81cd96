/** The orders of one email address. */
import { sql } from 'kysely';
import { statusesClaiming } from '#contract/selling/order-statuses.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { isFrom } from './orders.queries.ts';

/** How many orders there are, and what those that are paid come to, in cents. */
export async function countPaid(db: Db, email: string): Promise<{ orders: number; paidCents: number }> {
  return db
    .selectFrom('orders')
    .where(isFrom({ email }))
    .select((eb) => [
      eb.fn.countAll<number>().as('orders'),
      sql<number>`coalesce(sum(case when status in (${sql.join(statusesClaiming('taken'))}) then total_cents else 0 end), 0)`.as(
        'paidCents',
      ),
    ])
    .executeTakeFirstOrThrow();
}

/** Newest first. */
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
  const found = tx.selectFrom('orders').where(isFrom({ email })).where('id', '<>', except).select('id').limit(1);
  return (await found.executeTakeFirst()) !== undefined;
}

/** What strangers hold: pending orders whose email address has not proved itself, neither with them nor with another order. */
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { isFrom, type OrderSource } from './orders.queries.ts';

/** @param since holds without end count if they are younger; older ones are the admin's own wish, or were imported. */
const ofStrangers = (db: Db | Tx, since: string) =>
  db
    .selectFrom('orders')
    .where((eb) => eb.or([eb('hold_ends_at', 'is not', null), eb('orders.created_at', '>', since)]))
    .where('status', '=', 'pending')
    // The admin has entered it: its buyer proves nothing, and need not.
    .where('kind', '<>', 'elsewhere')
    .where('email_proved_at', 'is', null)
    .where(
      sql<boolean>`not exists (
        select 1 from orders as known
        where known.email_proved_at is not null and lower(known.customer_email) = lower(orders.customer_email))`,
    );

/** How many pieces strangers hold, and how many of them since the instant. */
export async function countStrangersPieces(db: Db | Tx, since: string): Promise<{ all: number; recent: number }> {
  return ofStrangers(db, since)
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .where('claim', '=', 'held')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('quantity'), eb.lit(0)).as('all'),
      sql<number>`coalesce(sum(case when orders.created_at > ${since} then quantity else 0 end), 0)`.as('recent'),
    ])
    .executeTakeFirstOrThrow();
}

/** Where the pending orders of strangers come from, newest first, with the pieces that each holds. */
export async function selectStrangers(db: Db, since: string, limit: number) {
  return ofStrangers(db, since)
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .where('claim', '=', 'held')
    .select((eb) => ['orders.id', 'customer_email', 'ip_address', eb.fn.sum<number>('quantity').as('pieces')])
    .groupBy(['orders.id', 'customer_email', 'ip_address'])
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
}

/** The pending orders of strangers from one source. */
export async function selectStrangersFrom(db: Db, source: OrderSource, since: string, limit: number): Promise<number[]> {
  return (await ofStrangers(db, since).where(isFrom(source)).select('id').orderBy('id').limit(limit).execute()).map(({ id }) => id);
}

const forSale = (db: Db | Tx) =>
  db
    .selectFrom('specimens')
    .where('visible', '=', true)
    .where('for_sale', '=', true)
    .where('price_cents', 'is not', null)
    .where('status', '<>', 'sold');

/** All pieces that visitors could buy if nobody held any. */
export async function countForSale(db: Db | Tx): Promise<number> {
  const counted = forSale(db).select((eb) => eb.fn.coalesce(eb.fn.sum<number>('quantity'), eb.lit(0)).as('pieces'));
  return (await counted.executeTakeFirstOrThrow()).pieces;
}

/** Those of them that nobody holds. */
export async function countFree(db: Db | Tx): Promise<number> {
  const counted = forSale(db).select(sql<number>`coalesce(sum(quantity - held), 0)`.as('pieces'));
  return Number((await counted.executeTakeFirstOrThrow()).pieces);
}

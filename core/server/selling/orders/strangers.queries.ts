/** A stranger's email address has not proved itself with any order. */
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.ts';
import { isFrom, type OrderSource } from './orders.queries.ts';

/** @param since older holds without end are the admin's wish, or imported. */
const ofStrangers = (db: Db | Tx, since: string) =>
  db
    .selectFrom('orders')
    .where((eb) => eb.or([eb('hold_ends_at', 'is not', null), eb('orders.created_at', '>', since)]))
    .where('status', '=', 'pending')
    // The admin entered it: its buyer need not prove anything.
    .where('kind', '<>', 'elsewhere')
    .where('email_proved_at', 'is', null)
    .where(
      sql<boolean>`not exists (
        select 1 from orders as known
        where known.email_proved_at is not null and lower(known.customer_email) = lower(orders.customer_email))`,
    );

export async function countStrangersPieces(
  db: Db | Tx,
  since: string,
): Promise<{ all: number; recent: number }> {
  return ofStrangers(db, since)
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .where('claim', '=', 'held')
    .select((eb) => [
      eb.fn.coalesce(eb.fn.sum<number>('quantity'), eb.lit(0)).as('all'),
      sql<number>`coalesce(sum(case when orders.created_at > ${since} then quantity else 0 end), 0)`.as(
        'recent',
      ),
    ])
    .executeTakeFirstOrThrow();
}

export async function selectStrangers(db: Db, since: string, limit: number) {
  return ofStrangers(db, since)
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .where('claim', '=', 'held')
    .select((eb) => [
      'orders.id',
      'customer_email',
      'ip_address',
      eb.fn.sum<number>('quantity').as('pieces'),
    ])
    .groupBy(['orders.id', 'customer_email', 'ip_address'])
    .orderBy('orders.id', 'desc')
    .limit(limit)
    .execute();
}

export async function selectStrangersFrom(
  db: Db,
  source: OrderSource,
  since: string,
  limit: number,
): Promise<number[]> {
  return (
    await ofStrangers(db, since)
      .where(isFrom(source))
      .select('id')
      .orderBy('id')
      .limit(limit)
      .execute()
  ).map(({ id }) => id);
}

const forSale = (db: Db | Tx) =>
  db
    .selectFrom('specimens')
    .where('visible', '=', true)
    .where('for_sale', '=', true)
    .where('price_cents', 'is not', null)
    .where('status', '<>', 'sold');

export async function countForSale(db: Db | Tx): Promise<number> {
  const counted = forSale(db).select((eb) =>
    eb.fn.coalesce(eb.fn.sum<number>('quantity'), eb.lit(0)).as('pieces'),
  );
  return (await counted.executeTakeFirstOrThrow()).pieces;
}

export async function countFree(db: Db | Tx): Promise<number> {
  const counted = forSale(db).select(sql<number>`coalesce(sum(quantity - held), 0)`.as('pieces'));
  return Number((await counted.executeTakeFirstOrThrow()).pieces);
}

/**
 * Buyers with a note or block of the admin's. The database folds the case of email addresses, as it
 * does for orders.
 */
import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Buyers, Row, Schema } from '#platform/db/schema.ts';

const lower = (text: Expression<string> | string) => sql<string>`lower(${text})`;
const is = (email: string) => (eb: ExpressionBuilder<Schema, 'buyers'>) =>
  eb(lower(eb.ref('email')), '=', lower(email));

export async function selectBuyer(db: Db | Tx, email: string): Promise<Row<Buyers> | undefined> {
  return db.selectFrom('buyers').selectAll().where(is(email)).executeTakeFirst();
}

/** The buyer need not be stored yet. */
export async function upsertBuyer(
  tx: Tx,
  email: string,
  change: { note?: string; blocked_at?: string | null },
): Promise<void> {
  await tx
    .insertInto('buyers')
    .values({ email: lower(email), note: '', blocked_at: null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  if (Object.keys(change).length > 0)
    await tx.updateTable('buyers').set(change).where(is(email)).execute();
  await tx
    .deleteFrom('buyers')
    .where(is(email))
    .where('note', '=', '')
    .where('blocked_at', 'is', null)
    .execute();
}

export async function selectBlocked(
  db: Db,
): Promise<{ email: string; blocked_at: string | null }[]> {
  return db
    .selectFrom('buyers')
    .select(['email', 'blocked_at'])
    .where('blocked_at', 'is not', null)
    .orderBy('blocked_at', 'desc')
    .orderBy('email')
    .execute();
}

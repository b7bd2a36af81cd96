import { sql } from 'kysely';
import type { Follows } from '#features/follows/server/tables.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { isOfMailbox } from '#platform/db/mailboxes.ts';
import type { NewRow, Row } from '#platform/db/schema.ts';

export type FollowRow = Row<Follows>;

export async function insertFollow(tx: Tx, row: NewRow<Follows>): Promise<FollowRow> {
  return tx.insertInto('follows').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function selectFollow(db: Db | Tx, id: number): Promise<FollowRow | undefined> {
  return db.selectFrom('follows').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Ignores case; newest first. */
export async function selectFollowsOf(db: Db | Tx, email: string): Promise<FollowRow[]> {
  // Both by the database: SQLite leaves letters outside ASCII as they are.
  const isFolded = sql<boolean>`lower(email) = lower(${email})`;
  return db.selectFrom('follows').selectAll().where(isFolded).orderBy('id', 'desc').execute();
}

/** Limits count all addresses of a mailbox. */
export async function selectFollowsOfMailbox(tx: Tx, email: string): Promise<FollowRow[]> {
  return tx.selectFrom('follows').selectAll().where(isOfMailbox('email', email)).execute();
}

/** The earliest first. */
export async function selectFollowsSince(db: Db | Tx, after: string) {
  return db
    .selectFrom('follows')
    .select(['ip_address', 'created_at'])
    .where('created_at', '>', after)
    .orderBy('created_at')
    .execute();
}

/** @returns false where it was confirmed already. */
export async function confirm(
  tx: Tx,
  id: number,
  { at, lookAt, known }: { at: string; lookAt: string; known: number[] },
): Promise<boolean> {
  const change = { confirmed_at: at, look_at: lookAt, known: JSON.stringify(known) };
  const { numUpdatedRows } = await tx
    .updateTable('follows')
    .set(change)
    .where('id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false where another process has looked meanwhile. */
export async function noteLook(
  tx: Tx,
  { id, look_at }: Pick<FollowRow, 'id' | 'look_at'>,
  { lookAt, known, mails }: { lookAt: string; known: number[]; mails: number },
): Promise<boolean> {
  const change = { look_at: lookAt, known: JSON.stringify(known), mails };
  const { numUpdatedRows } = await tx
    .updateTable('follows')
    .set(change)
    .where('id', '=', id)
    .where('look_at', '=', look_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteFollows(tx: Tx, ids: number[]): Promise<FollowRow[]> {
  return ids.length === 0
    ? []
    : tx.deleteFrom('follows').where('id', 'in', ids).returningAll().execute();
}

export async function selectNextLook(db: Db): Promise<string | null> {
  const next = await db
    .selectFrom('follows')
    .select('look_at')
    .where('look_at', 'is not', null)
    .orderBy('look_at')
    .limit(1)
    .executeTakeFirst();
  return next?.look_at ?? null;
}

export async function selectDue(db: Db, now: string, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('follows')
    .select('id')
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function selectUnconfirmed(
  db: Db | Tx,
  until: string,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('follows')
    .select('id')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<=', until)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function clearIpAddresses(db: Db | Tx, until: string): Promise<void> {
  await db
    .updateTable('follows')
    .set({ ip_address: '' })
    .where('ip_address', '<>', '')
    .where('created_at', '<=', until)
    .execute();
}

/** The most followed first. */
export async function selectFollowers(
  db: Db,
  limit: number,
): Promise<{ query: string; followers: number }[]> {
  return db
    .selectFrom('follows')
    .select((eb) => ['query', eb.fn.countAll<number>().as('followers')])
    .where('confirmed_at', 'is not', null)
    .groupBy('query')
    .orderBy('followers', 'desc')
    .orderBy('query')
    .limit(limit)
    .execute();
}

export async function countConfirmed(db: Db): Promise<number> {
  const counted = db.selectFrom('follows').select((eb) => eb.fn.countAll<number>().as('count'));
  return (await counted.where('confirmed_at', 'is not', null).executeTakeFirstOrThrow()).count;
}

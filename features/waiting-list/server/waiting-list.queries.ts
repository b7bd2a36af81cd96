import { type JoinBuilder, sql } from 'kysely';
import type { EntryEnd } from '#features/waiting-list/contract/waiting-rules.ts';
import type { WaitingEntries } from '#features/waiting-list/server/tables.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { isOfMailbox } from '#platform/db/mailboxes.ts';
import type { NewRow, Row, RowChange, Schema } from '#platform/db/schema.ts';

export type EntryRow = Row<WaitingEntries>;

export async function insertEntry(tx: Tx, entry: NewRow<WaitingEntries>): Promise<number> {
  return (
    await tx.insertInto('waiting_entries').values(entry).returning('id').executeTakeFirstOrThrow()
  ).id;
}

export async function selectEntry(db: Db | Tx, id: number): Promise<EntryRow | undefined> {
  return db.selectFrom('waiting_entries').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function selectOffered(db: Db | Tx, ids: number[], now: string): Promise<EntryRow[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('waiting_entries')
    .selectAll()
    .where('id', 'in', ids)
    .where('ended_at', 'is', null)
    .where('offered_until', '>', now)
    .execute();
}

/** The first in line comes first. */
export async function selectLine(db: Db | Tx, specimenId: number): Promise<EntryRow[]> {
  return db
    .selectFrom('waiting_entries')
    .selectAll()
    .where('specimen_id', '=', specimenId)
    .where('ended_at', 'is', null)
    .where('confirmed_at', 'is not', null)
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute();
}

export async function selectBlocked(tx: Tx, specimenId: number): Promise<number[]> {
  const found = await tx
    .selectFrom('waiting_entries as e')
    .innerJoin('buyers', isAddressOf)
    .where('specimen_id', '=', specimenId)
    .where('ended_at', 'is', null)
    .where('blocked_at', 'is not', null)
    .select('e.id')
    .execute();
  return found.map(({ id }) => id);
}

/** An order has proved the address of these open entries. */
export async function selectKnown(tx: Tx, specimenId: number): Promise<number[]> {
  const found = await tx
    .selectFrom('waiting_entries')
    .where('specimen_id', '=', specimenId)
    .where('ended_at', 'is', null)
    .where(
      sql<boolean>`exists (
        select 1 from orders where email_proved_at is not null and lower(customer_email) = lower(waiting_entries.email))`,
    )
    .select('id')
    .execute();
  return found.map(({ id }) => id);
}

/** Both by the database: SQLite leaves letters outside ASCII as they are. */
const isAddressOf = (join: JoinBuilder<Schema & { e: WaitingEntries }, 'e' | 'buyers'>) =>
  join.on(sql<boolean>`lower(buyers.email) = lower(e.email)`);

/** @returns whether the entry had not ended. */
export async function updateEntry(
  tx: Tx,
  id: number,
  change: RowChange<WaitingEntries>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('waiting_entries')
    .set(change)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/**
 * @param offeredAfter ends it only where its offer lasts longer.
 * @returns undefined where it did not end.
 */
export async function endEntry(
  tx: Tx,
  id: number,
  as: EntryEnd,
  now: string,
  offeredAfter?: string,
): Promise<EntryRow | undefined> {
  let query = tx
    .updateTable('waiting_entries')
    .set({ ended_at: now, ended_as: as })
    .where('id', '=', id)
    .where('ended_at', 'is', null);
  if (offeredAfter !== undefined) query = query.where('offered_until', '>', offeredAfter);
  return query.returningAll().executeTakeFirst();
}

/** Puts an entry that let its offer pass at the line's end. @returns whether it could. */
export async function reopenEntry(tx: Tx, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('waiting_entries')
    .set({
      ended_at: null,
      ended_as: null,
      confirmed_at: now,
      offered_until: null,
      renewed_at: null,
    })
    .where('id', '=', id)
    .where('ended_as', '=', 'passed')
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** The earliest first. */
export async function selectEntriesSince(tx: Tx, after: string) {
  return tx
    .selectFrom('waiting_entries')
    .select(['specimen_id', 'ip_address', 'email', 'created_at'])
    .where('created_at', '>', after)
    .orderBy('created_at')
    .execute();
}

/** Ignores case; newest first. */
export async function selectEntriesOf(db: Db | Tx, email: string): Promise<EntryRow[]> {
  // Both by the database: SQLite leaves letters outside ASCII as they are.
  const isFolded = sql<boolean>`lower(email) = lower(${email})`;
  return db
    .selectFrom('waiting_entries')
    .selectAll()
    .where(isFolded)
    .orderBy('id', 'desc')
    .execute();
}

/** Limits count all addresses of a mailbox. */
export async function selectEntriesOfMailbox(tx: Tx, email: string): Promise<EntryRow[]> {
  return tx.selectFrom('waiting_entries').selectAll().where(isOfMailbox('email', email)).execute();
}

/** The first to end comes first. */
export async function selectOffers(db: Db, now: string): Promise<EntryRow[]> {
  return db
    .selectFrom('waiting_entries')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('offered_until', '>', now)
    .orderBy('offered_until')
    .orderBy('id')
    .execute();
}

export async function selectNextEnd(db: Db): Promise<string | null> {
  const next = await db
    .selectFrom('waiting_entries')
    .where('ended_at', 'is', null)
    .where('offered_until', 'is not', null)
    .select('offered_until')
    .orderBy('offered_until')
    .limit(1)
    .executeTakeFirst();
  return next?.offered_until ?? null;
}

/**
 * Finds lines where an offer ended or lost its piece, a free piece was offered to nobody, nothing
 * is left to wait for, or someone was blocked.
 * @param isOff there are to be no waiting lists.
 */
export async function selectDueLines(
  db: Db,
  now: string,
  isOff: boolean,
  limit: number,
): Promise<number[]> {
  const offers = sql<number>`count(e.offered_until)`;
  const isForSale = sql`(visible and for_sale and price_cents is not null and shipping_cents is not null)`;
  const free = sql<number>`case when ${isForSale} and status_by_hand is null then quantity - held else 0 end`;
  const due = await db
    .selectFrom('specimens')
    .leftJoin('waiting_entries as e', (join) =>
      join
        .onRef('e.specimen_id', '=', 'specimens.id')
        .on('e.ended_at', 'is', null)
        .on('e.confirmed_at', 'is not', null),
    )
    .leftJoin('buyers', isAddressOf)
    .where('waiting', '>', 0)
    .groupBy('specimens.id')
    .having(
      sql<boolean>`count(e.id) <> waiting or min(e.offered_until) <= ${now} or quantity = 0 or not ${isForSale} or status_by_hand = 'sold'
        or count(buyers.blocked_at) > 0 or ${offers} > ${free} or (${offers} < count(e.id) and (${free} > ${offers} or ${isOff ? 1 : 0} = 1))`,
    )
    .select('specimens.id')
    .orderBy('specimens.id')
    .limit(limit)
    .execute();
  return due.map(({ id }) => id);
}

export async function selectWaitedFor(tx: Tx): Promise<number[]> {
  const found = await tx
    .selectFrom('specimens')
    .where('waiting', '>', 0)
    .select('id')
    .orderBy('id')
    .execute();
  return found.map(({ id }) => id);
}

export async function selectOrphans(db: Db, limit: number): Promise<number[]> {
  const found = await db
    .selectFrom('waiting_entries')
    .select('id')
    .where('specimen_id', 'is', null)
    .where('ended_at', 'is', null)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute();
  return found.map(({ id }) => id);
}

export async function clearIpAddresses(db: Db | Tx, until: string): Promise<void> {
  await db
    .updateTable('waiting_entries')
    .set({ ip_address: '' })
    .where('ip_address', '<>', '')
    .where('created_at', '<=', until)
    .execute();
}

export async function selectUnconfirmed(
  db: Db | Tx,
  until: string,
  limit: number,
): Promise<EntryRow[]> {
  return db
    .selectFrom('waiting_entries')
    .selectAll()
    .where('confirmed_at', 'is', null)
    .where('created_at', '<=', until)
    .limit(limit)
    .execute();
}

export async function selectEndedWithEmail(
  db: Db | Tx,
  until: string,
  limit: number,
): Promise<EntryRow[]> {
  return db
    .selectFrom('waiting_entries')
    .selectAll()
    .where('ended_at', '<=', until)
    .where('email', '<>', '')
    .limit(limit)
    .execute();
}

export async function deleteEntries(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('waiting_entries').where('id', 'in', ids).execute();
}

export async function clearEmails(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .updateTable('waiting_entries')
      .set({ email: '', ip_address: '' })
      .where('id', 'in', ids)
      .execute();
}

/** A free piece is reserved for the next in line until then; null: none is. */
export async function selectReservedUntil(
  db: Db | Tx,
  id: number,
  now: string,
): Promise<string | null> {
  const first = await db
    .selectFrom('waiting_entries')
    .where('specimen_id', '=', id)
    .where('ended_at', 'is', null)
    .where('offered_until', '>', now)
    .select('offered_until')
    .orderBy('offered_until')
    .limit(1)
    .executeTakeFirst();
  return first?.offered_until ?? null;
}

export async function moveEntries(tx: Tx, from: number, to: number): Promise<void> {
  await tx
    .updateTable('waiting_entries')
    .set({ specimen_id: to })
    .where('specimen_id', '=', from)
    .execute();
}

import type { PhotoAddresses } from '#features/sheets/server/tables.ts';
import type { Db, Tx } from '#platform/db/db.ts';

export type FoundAddress = { address: string; host: string };
type State = PhotoAddresses['state'];

export async function insertAddresses(
  tx: Tx,
  specimenId: number,
  row: number,
  found: readonly FoundAddress[],
): Promise<void> {
  if (found.length === 0) return;
  await tx
    .insertInto('photo_addresses')
    .values(
      found.map((one) => ({ specimen_id: specimenId, row, state: 'waiting' as const, ...one })),
    )
    .onConflict((conflict) => conflict.columns(['specimen_id', 'address']).doNothing())
    .execute();
}

export async function countByHost(db: Db): Promise<{ host: string; photos: number }[]> {
  const counted = db
    .selectFrom('photo_addresses')
    .select(({ fn }) => ['host', fn.countAll().as('photos')]);
  const rows = await counted.where('state', '=', 'waiting').groupBy('host').execute();
  return rows.map(({ host, photos }) => ({ host, photos: Number(photos) }));
}

/** `isLast`: only what was asked for last. */
export async function countByState(db: Db, isLast: boolean): Promise<Map<State, number>> {
  const counted = db
    .selectFrom('photo_addresses')
    .select(({ fn }) => ['state', fn.countAll().as('photos')]);
  const last = db.selectFrom('photo_addresses').select(({ fn }) => fn.max('asked_at').as('at'));
  const rows = await (isLast ? counted.where('asked_at', '=', last) : counted)
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, photos }) => [state, Number(photos)]));
}

export async function selectFailures(db: Db, limit: number) {
  return db
    .selectFrom('photo_addresses as one')
    .innerJoin('specimens', 'specimens.id', 'one.specimen_id')
    .select(['one.row', 'one.specimen_id', 'specimens.title', 'one.address', 'one.failure'])
    .where('one.state', '=', 'failed')
    .orderBy('one.row')
    .orderBy('one.id')
    .limit(limit)
    .execute();
}

export async function askFor(db: Db, state: State, now: string, limit: number): Promise<void> {
  const first = db
    .selectFrom('photo_addresses')
    .select('id')
    .where('state', '=', state)
    .orderBy('id')
    .limit(limit);
  const asked = { state: 'asked' as const, asked_at: now, claimed_at: null, failure: null };
  await db.updateTable('photo_addresses').set(asked).where('id', 'in', first).execute();
}

/** Photos that were asked for wait again; one that is being fetched ends in vain. */
export async function takeBack(db: Db): Promise<void> {
  const waiting = { state: 'waiting' as const, asked_at: null, claimed_at: null };
  await db.updateTable('photo_addresses').set(waiting).where('state', '=', 'asked').execute();
}

export async function deleteUnfetched(db: Db): Promise<void> {
  await db.deleteFrom('photo_addresses').where('state', '!=', 'fetched').execute();
}

export type Claimed = FoundAddress & { id: number; specimen_id: number };

/**
 * Only the first of each specimen is free, so its photos come in the sheet's order.
 * @param claimedBefore an earlier claim has lapsed: its process was killed.
 * @returns undefined if there is none, or another process was faster.
 */
export async function claimNext(
  db: Db,
  now: string,
  claimedBefore: string,
): Promise<Claimed | undefined> {
  const next = await db
    .selectFrom('photo_addresses as one')
    .select(['id', 'claimed_at'])
    .where('state', '=', 'asked')
    .where((eb) => eb.or([eb('claimed_at', 'is', null), eb('claimed_at', '<', claimedBefore)]))
    .where(({ not, exists, selectFrom }) => {
      const ofSame = selectFrom('photo_addresses as earlier')
        .select('earlier.id')
        .whereRef('earlier.specimen_id', '=', 'one.specimen_id');
      return not(
        exists(ofSame.where('earlier.state', '=', 'asked').whereRef('earlier.id', '<', 'one.id')),
      );
    })
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (!next) return undefined;
  return db
    .updateTable('photo_addresses')
    .set({ claimed_at: now })
    .where('id', '=', next.id)
    .where('state', '=', 'asked')
    .where('claimed_at', next.claimed_at === null ? 'is' : '=', next.claimed_at)
    .returning(['id', 'specimen_id', 'address', 'host'])
    .executeTakeFirst();
}

export async function release(db: Db, id: number): Promise<void> {
  await db.updateTable('photo_addresses').set({ claimed_at: null }).where('id', '=', id).execute();
}

export async function selectFetched(db: Db, address: string): Promise<string | undefined> {
  const before = db
    .selectFrom('photo_addresses')
    .innerJoin('media', 'media.id', 'photo_addresses.fetched')
    .select('media.id');
  return (
    await before
      .where('address', '=', address)
      .where('state', '=', 'fetched')
      .limit(1)
      .executeTakeFirst()
  )?.id;
}

export async function hasMedium(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.selectFrom('media').select('id').where('id', '=', id).executeTakeFirst()) !==
    undefined
  );
}

/** @returns false where nobody asks for the photo any more. */
export async function noteFetched(tx: Tx, id: number, mediumId: string): Promise<boolean> {
  const fetched = { state: 'fetched' as const, fetched: mediumId, claimed_at: null };
  const one = tx
    .updateTable('photo_addresses')
    .set(fetched)
    .where('id', '=', id)
    .where('state', '=', 'asked');
  return (await one.executeTakeFirst()).numUpdatedRows > 0n;
}

export async function noteFailure(db: Db, id: number, failure: string): Promise<void> {
  const failed = { state: 'failed' as const, failure, claimed_at: null };
  await db
    .updateTable('photo_addresses')
    .set(failed)
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .execute();
}

export async function noteFailureOfHost(db: Db, host: string, failure: string): Promise<void> {
  const failed = { state: 'failed' as const, failure, claimed_at: null };
  await db
    .updateTable('photo_addresses')
    .set(failed)
    .where('host', '=', host)
    .where('state', '=', 'asked')
    .execute();
}

/** Locks a specimen by an UPDATE, which locks on both engines alike. */
export async function lockVersion(tx: Tx, specimenId: number) {
  const locked = tx.updateTable('specimens').set((eb) => ({ version: eb.ref('version') }));
  return locked
    .where('id', '=', specimenId)
    .returning(['version', 'updated_at', 'delete_at'])
    .executeTakeFirst();
}

/** An import that wrote the former state can still be undone: the new one is of its making too. */
export async function keepUndoable(
  tx: Tx,
  specimenId: number,
  before: { version: number; updated_at: string },
): Promise<void> {
  const now = await tx
    .selectFrom('specimens')
    .select(['version', 'updated_at'])
    .where('id', '=', specimenId)
    .executeTakeFirst();
  if (!now) return;
  await tx
    .updateTable('sheet_import_pieces')
    .set({ version: now.version, changed_at: now.updated_at })
    .where('specimen_id', '=', specimenId)
    .where('version', '=', before.version)
    .where('changed_at', '=', before.updated_at)
    .execute();
}

import type { Db, Tx } from './db.ts';

/** An instant; null: there is no such marker. */
export async function markerTime(db: Db | Tx, name: string): Promise<string | null> {
  const row = await db
    .selectFrom('markers')
    .select('created_at')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** The database refuses a second marker of the same name. */
export async function insertMarker(db: Db | Tx, name: string, now: string): Promise<void> {
  await db.insertInto('markers').values({ name, created_at: now }).execute();
}

export async function putMarker(tx: Tx, name: string, now: string): Promise<void> {
  await tx
    .insertInto('markers')
    .values({ name, created_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ created_at: now }))
    .execute();
}

export async function deleteMarker(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('markers').where('name', '=', name).execute();
}

/** The first in order of several; null: there is none. */
export async function markerValue(db: Db | Tx, key: string): Promise<string | null> {
  return (await markerValues(db, key))[0] ?? null;
}

export async function markerValues(db: Db | Tx, key: string): Promise<string[]> {
  const rows = await db
    .selectFrom('markers')
    .select('name')
    .where('name', 'like', `${key}:%`)
    .orderBy('name')
    .execute();
  return rows.map((row) => row.name.slice(key.length + 1));
}

export async function deleteMarkersOf(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('markers').where('name', 'like', `${key}:%`).execute();
}

export async function markerTimesOf(db: Db, key: string): Promise<string[]> {
  return (
    await db.selectFrom('markers').select('created_at').where('name', 'like', `${key}:%`).execute()
  ).map((row) => row.created_at);
}

export async function deleteMarkersBefore(tx: Tx, key: string, before: string): Promise<void> {
  await tx
    .deleteFrom('markers')
    .where('name', 'like', `${key}:%`)
    .where('created_at', '<', before)
    .execute();
}

/** @returns when it was written, to the one caller who removed it. */
export async function takeMarker(tx: Tx, name: string): Promise<string | null> {
  return (
    (
      await tx
        .deleteFrom('markers')
        .where('name', '=', name)
        .returning('created_at')
        .executeTakeFirst()
    )?.created_at ?? null
  );
}

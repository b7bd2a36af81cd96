/**
 * Markers: what a shop remembers of itself, each a name and when it was written. Some carry a value in their name: `key:value`.
 * Rooms name their own; nothing here knows them.
 */
import type { Db, Tx } from './db.ts';

/** When the marker was written, as an instant; null: there is none. */
export async function markerTime(db: Db | Tx, name: string): Promise<string | null> {
  const row = await db.selectFrom('markers').select('created_at').where('name', '=', name).executeTakeFirst();
  return row?.created_at ?? null;
}

/** Writes a marker that is not there yet. The database refuses a second one of the same name. */
export async function insertMarker(db: Db | Tx, name: string, now: string): Promise<void> {
  await db.insertInto('markers').values({ name, created_at: now }).execute();
}

/** Writes a marker, or updates its time. */
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

/** The value of the key's marker, of several the first in order; null: there is none. */
export async function markerValue(db: Db | Tx, key: string): Promise<string | null> {
  return (await markerValues(db, key))[0] ?? null;
}

/** The values of all of the key's markers, in order. */
export async function markerValues(db: Db | Tx, key: string): Promise<string[]> {
  const rows = await db.selectFrom('markers').select('name').where('name', 'like', `${key}:%`).orderBy('name').execute();
  return rows.map((row) => row.name.slice(key.length + 1));
}

export async function deleteMarkersOf(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('markers').where('name', 'like', `${key}:%`).execute();
}

/** When each of the key's markers was written. */
export async function markerTimesOf(db: Db, key: string): Promise<string[]> {
  return (await db.selectFrom('markers').select('created_at').where('name', 'like', `${key}:%`).execute()).map((row) => row.created_at);
}

export async function deleteMarkersBefore(tx: Tx, key: string, before: string): Promise<void> {
  await tx.deleteFrom('markers').where('name', 'like', `${key}:%`).where('created_at', '<', before).execute();
}

/** Removes the marker. @returns when it was written, to the one caller who removed it. */
export async function takeMarker(tx: Tx, name: string): Promise<string | null> {
  return (await tx.deleteFrom('markers').where('name', '=', name).returning('created_at').executeTakeFirst())?.created_at ?? null;
}

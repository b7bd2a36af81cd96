import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.ts';
import type { NewRow, Row, RowChange } from '#platform/db/schema.ts';
import type { CopyPlaces, CopyPlans } from './tables.ts';

export type PlaceRow = Row<CopyPlaces>;
export type PlanRow = Row<CopyPlans>;

export const selectPlan = (db: Db | Tx): Promise<PlanRow | undefined> =>
  db.selectFrom('copy_plans').selectAll().where('id', '=', 1).executeTakeFirst();

export async function upsertPlan(tx: Tx, plan: NewRow<CopyPlans>): Promise<void> {
  await tx
    .insertInto('copy_plans')
    .values(plan)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(plan))
    .execute();
}

export async function updatePlan(db: Tx, change: RowChange<CopyPlans>): Promise<void> {
  await db.updateTable('copy_plans').set(change).where('id', '=', 1).execute();
}

/** Leaves the next copy's time alone where it was changed or asked for after `began`. */
export async function settleDue(db: Tx, began: string, next: string): Promise<void> {
  await db
    .updateTable('copy_plans')
    .set({ due_at: next, proof_asked_at: null })
    .where('due_at', '<=', began)
    .execute();
}

/** @returns false where no copy is due, or another process makes it. */
export async function takeLease(db: Db, now: string, until: string): Promise<boolean> {
  const taken = await db
    .updateTable('copy_plans')
    .set({ lease_until: until })
    .where('due_at', '<=', now)
    .where((where) => where.or([where('lease_until', 'is', null), where('lease_until', '<', now)]))
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** @param until null: it ends. @returns false where another process has taken it over. */
export async function extendLease(db: Db, held: string, until: string | null): Promise<boolean> {
  const extended = await db
    .updateTable('copy_plans')
    .set({ lease_until: until })
    .where('lease_until', '=', held)
    .returning('id')
    .executeTakeFirst();
  return extended !== undefined;
}

export const selectPlace = (db: Db, id: number): Promise<PlaceRow | undefined> =>
  db.selectFrom('copy_places').selectAll().where('id', '=', id).executeTakeFirst();

export const selectPlaces = (db: Db | Tx): Promise<PlaceRow[]> =>
  db.selectFrom('copy_places').selectAll().orderBy('id').execute();

/** @returns undefined where copies go there already. */
export const insertPlace = (
  tx: Tx,
  place: NewRow<CopyPlaces>,
): Promise<{ id: number } | undefined> =>
  tx
    .insertInto('copy_places')
    .values(place)
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('id')
    .executeTakeFirst();

export async function updatePlace(
  db: Tx,
  id: number,
  change: RowChange<CopyPlaces>,
): Promise<void> {
  await db.updateTable('copy_places').set(change).where('id', '=', id).execute();
}

export async function deletePlace(tx: Tx, id: number): Promise<boolean> {
  return (
    (await tx.deleteFrom('copy_places').where('id', '=', id).returning('id').executeTakeFirst()) !==
    undefined
  );
}

export const selectMedia = (db: Db) => db.selectFrom('media').selectAll().execute();

export async function titlesShowing(db: Db, mediaIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('specimen_media')
    .innerJoin('specimens', 'specimens.id', 'specimen_media.specimen_id')
    .select('specimens.title')
    .distinct()
    .where('specimen_media.media_id', 'in', mediaIds)
    .orderBy('specimens.title')
    .execute();
  return rows.map(({ title }) => title);
}

/** In cents by kind. */
export async function moneyOf(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('order_money')
    .select(['kind', sql<string | number>`sum(amount_cents)`.as('cents')])
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, Number(cents)]));
}

export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from ${sql.table(table)}`.execute(db);
  return Number(rows[0]?.count);
}

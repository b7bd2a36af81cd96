import type { Db, Tx } from '#platform/db/db.ts';
import type { NewRow } from '#platform/db/schema.ts';
import type { ReservedNumbers } from '#platform/db/schema-specimens.ts';

export async function selectLastReserved(
  db: Db | Tx,
): Promise<{ catalogue_number: string; sheet_id: number } | undefined> {
  const query = db.selectFrom('reserved_numbers').select(['catalogue_number', 'sheet_id']);
  return query.orderBy('sheet_id', 'desc').orderBy('place', 'desc').limit(1).executeTakeFirst();
}

export async function insertReserved(tx: Tx, rows: NewRow<ReservedNumbers>[]): Promise<void> {
  await tx.insertInto('reserved_numbers').values(rows).execute();
}

export async function selectSheet(db: Db | Tx, sheetId: number) {
  return db
    .selectFrom('reserved_numbers')
    .select(['catalogue_number', 'reserved_at'])
    .where('sheet_id', '=', sheetId)
    .orderBy('place')
    .execute();
}

/** The latest first. */
export async function selectLatestSheets(db: Db, limit: number) {
  const ids = db
    .selectFrom('reserved_numbers')
    .select('sheet_id')
    .distinct()
    .orderBy('sheet_id', 'desc')
    .limit(limit);
  const query = db
    .selectFrom('reserved_numbers')
    .select(['sheet_id', 'catalogue_number', 'reserved_at'])
    .where('sheet_id', 'in', ids);
  return query.orderBy('sheet_id', 'desc').orderBy('place').execute();
}

import type { Db, Tx } from '#platform/db/db.ts';
import type { NewRow, Row } from '#platform/db/schema.ts';
import type { VisitorDays } from './tables.ts';

export async function selectVisitorDay(tx: Tx, day: string): Promise<Row<VisitorDays> | undefined> {
  return tx.selectFrom('visitor_days').selectAll().where('day', '=', day).executeTakeFirst();
}

export async function upsertVisitorDay(tx: Tx, row: NewRow<VisitorDays>): Promise<void> {
  await tx
    .insertInto('visitor_days')
    .values(row)
    .onConflict((conflict) => conflict.column('day').doUpdateSet(row))
    .execute();
}

/** Clears what would tell visitors of earlier days apart. */
export async function clearMarksBefore(tx: Tx, day: string): Promise<void> {
  await tx
    .updateTable('visitor_days')
    .set({ salt: null, marks: null })
    .where('day', '<', day)
    .where('salt', 'is not', null)
    .execute();
}

export async function deleteDaysBefore(tx: Tx, day: string): Promise<void> {
  await tx.deleteFrom('visitor_days').where('day', '<', day).execute();
}

export async function sumVisitors(db: Db, sinceDay: string): Promise<number> {
  const summed = db
    .selectFrom('visitor_days')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('visitors'), eb.lit(0)).as('visitors'));
  return (await summed.where('day', '>=', sinceDay).executeTakeFirstOrThrow()).visitors;
}

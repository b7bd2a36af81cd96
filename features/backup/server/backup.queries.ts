import { sql } from 'kysely';
import type { Table } from '#platform/db/backup/tables.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Dialect } from '#platform/db/dialect.ts';
import type { Schema } from '#platform/db/schema.ts';

export async function countRows(db: Db | Tx, table: keyof Schema): Promise<number> {
  const { rows } = await db
    .selectFrom(table as 'orders')
    .select(({ fn }) => fn.countAll().as('rows'))
    .executeTakeFirstOrThrow();
  return Number(rows);
}

/** Until the transaction ends. Others read meanwhile; SQLite has one writer anyway. */
export async function lockOutWriters(tx: Tx, dialect: Dialect, tables: Table[]): Promise<void> {
  if (dialect === 'sqlite') return;
  const names = sql.join(tables.map(({ name }) => sql.table(name)));
  await sql`lock table ${names} in exclusive mode`.execute(tx);
}

export async function hasOwner(db: Db | Tx): Promise<boolean> {
  const owner = db.selectFrom('users').select('id').where('is_demo', '=', false).limit(1);
  return (await owner.executeTakeFirst()) !== undefined;
}

/** Unsent mails become uncertain: the shop may have sent them since, and no mail is sent twice. */
export async function holdWaitingMails(tx: Tx): Promise<void> {
  const last_error = 'Restored from a backup. It may have been sent since.';
  await tx
    .updateTable('mails')
    .set({ status: 'uncertain', last_error })
    .where('status', 'in', ['waiting', 'sending'])
    .execute();
}

import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.ts';
import { fileOf } from '#platform/db/deleted-data.ts';
import type { Dialect } from '#platform/db/dialect.ts';
import { openSqlite } from '#platform/db/open.ts';
import { handleFor } from '#platform/db/purposes.ts';
import { nodeSqliteDialect } from '#platform/db/sqlite-dialect.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Table } from './tables.ts';

/** Both engines give text, numbers, booleans, null and parsed JSON alike. */
export type Row = Record<string, unknown>;

const BATCH_ROWS = 500;

/**
 * Shows what was committed before it, and blocks no writer: SQLite gets its own connection (WAL
 * keeps the old pages), PostgreSQL a repeatable read.
 */
export async function inSnapshot<T>(
  db: Db,
  dialect: Dialect,
  work: (snapshot: Db) => Promise<T>,
): Promise<T> {
  if (dialect === 'postgres')
    return handleFor(db, 'bulk')
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(work);
  const database = new DatabaseSync(await fileOf(db), { readOnly: true });
  const snapshot: Db = new Kysely({ dialect: nodeSqliteDialect(database) });
  try {
    database.exec('begin');
    return await work(snapshot);
  } finally {
    await snapshot.destroy();
    if (database.isOpen) database.close();
  }
}

/** On a connection of its own: meanwhile others read what was before. */
export async function inOwnTransaction<T>(
  db: Db,
  dialect: Dialect,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  if (dialect === 'postgres') return inTransaction(handleFor(db, 'migration'), work);
  const own = openSqlite(await fileOf(db));
  try {
    return await inTransaction(own.db, work);
  } finally {
    await own.close();
  }
}

/** Batches of a few hundred rows, by primary key. */
export async function* rowsOf(
  snapshot: Db,
  dialect: Dialect,
  { name, columns, key }: Table,
): AsyncGenerator<Row[]> {
  const texts = new Set(columns.filter((column) => column.isText).map((column) => column.name));
  // Both engines order alike, whatever the database's collation.
  const order = (column: string) =>
    dialect === 'postgres' && texts.has(column)
      ? sql`${sql.ref(column)} collate "C"`
      : sql.ref(column);
  const query = snapshot
    .selectFrom(sql<Row>`${sql.table(name)}`.as('t'))
    .select(columns.map((column) => sql.ref(column.name).as(column.name)))
    .orderBy(sql`${sql.join(key.map(order))}`);
  if (dialect === 'sqlite') {
    let batch: Row[] = [];
    for await (const row of query.stream()) {
      batch.push(row);
      if (batch.length < BATCH_ROWS) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
    return;
  }
  await sql`declare backup_rows no scroll cursor for ${query}`.execute(snapshot);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH_ROWS)} from backup_rows`.execute(
      snapshot,
    );
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_ROWS) break;
  }
  await sql`close backup_rows`.execute(snapshot);
}

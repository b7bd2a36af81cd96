/** Reads a whole database as of one moment, while others go on writing. */
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';
import type { Dialect } from '#server/platform/db/dialect.ts';
import { handleFor } from '#server/platform/db/purposes.ts';
import { nodeSqliteDialect } from '#server/platform/db/sqlite-dialect.ts';
import type { Table } from './tables.ts';

/** The same from both engines: text, numbers, booleans, null and parsed JSON. */
export type Row = Record<string, unknown>;

const BATCH_ROWS = 500;

/**
 * Runs `work` on a snapshot, which shows everything committed before it and nothing after. It does not block writers: on SQLite it has its
 * own connection (WAL keeps the old pages), on PostgreSQL it is a repeatable read.
 */
export async function inSnapshot<T>(db: Db, dialect: Dialect, work: (snapshot: Db) => Promise<T>): Promise<T> {
  if (dialect === 'postgres')
    return handleFor(db, 'bulk').transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const database = new DatabaseSync(rows[0]?.file ?? '', { readOnly: true });
  const snapshot: Db = new Kysely({ dialect: nodeSqliteDialect(database) });
  try {
    database.exec('begin');
    return await work(snapshot);
  } finally {
    await snapshot.destroy();
    if (database.isOpen) database.close();
  }
}

/** Every row of the table in the order of its primary key, in batches of a few hundred. */
export async function* rowsOf(snapshot: Db, dialect: Dialect, { name, columns, key }: Table): AsyncGenerator<Row[]> {
  const texts = new Set(columns.filter((column) => column.isText).map((column) => column.name));
  // The same order on both engines, whatever the collation of the database.
  const order = (column: string) => (dialect === 'postgres' && texts.has(column) ? sql`${sql.ref(column)} collate "C"` : sql.ref(column));
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
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH_ROWS)} from backup_rows`.execute(snapshot);
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_ROWS) break;
  }
  await sql`close backup_rows`.execute(snapshot);
}

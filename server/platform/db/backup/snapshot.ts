/** Reading a whole database as it was at one moment, while others go on writing. */
import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';
import type { Dialect } from '#server/platform/db/dialect.ts';
import { nodeSqliteDialect } from '#server/platform/db/sqlite-dialect.ts';
import type { Table } from './tables.ts';

/** As PostgreSQL and SQLite alike give it: text, numbers, booleans, null, and parsed JSON. */
export type Row = Record<string, unknown>;

const ROWS_AT_ONCE = 500;

/**
 * Hands `work` a handle on one snapshot, in which everything committed before is seen and nothing that comes later. Writers do not wait
 * for it: on SQLite it has its own connection (WAL keeps the old pages), on PostgreSQL it is a repeatable read.
 */
export async function inSnapshot<T>(db: Db, dialect: Dialect, work: (snapshot: Db) => Promise<T>): Promise<T> {
  if (dialect === 'postgres') return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work);
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const database = new DatabaseSync(rows[0]?.file ?? '', { readOnly: true, timeout: 5_000 });
  const snapshot: Db = new Kysely({ dialect: nodeSqliteDialect(database) });
  try {
    database.exec('begin');
    return await work(snapshot);
  } finally {
    await snapshot.destroy();
    if (database.isOpen) database.close();
  }
}

/** Every row of the table, in the order of its key and some hundred at a time. */
export async function* rowsOf(snapshot: Db, dialect: Dialect, { name, columns, key }: Table): AsyncGenerator<Row[]> {
  const texts = new Set(columns.filter((column) => column.isText).map((column) => column.name));
  // The same order on both engines, whatever the language of the database is.
  const place = (column: string) => (dialect === 'postgres' && texts.has(column) ? sql`${sql.ref(column)} collate "C"` : sql.ref(column));
  const query = snapshot
    .selectFrom(sql<Row>`${sql.table(name)}`.as('t'))
    .select(columns.map((column) => sql.ref(column.name).as(column.name)))
    .orderBy(sql`${sql.join(key.map(place))}`);
  if (dialect === 'sqlite') {
    let batch: Row[] = [];
    for await (const row of query.stream()) {
      batch.push(row);
      if (batch.length < ROWS_AT_ONCE) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
    return;
  }
  await sql`declare backup_rows no scroll cursor for ${query}`.execute(snapshot);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from backup_rows`.execute(snapshot);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close backup_rows`.execute(snapshot);
}

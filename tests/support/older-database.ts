import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { insertRows, withForeignKeysDeferred } from '#platform/db/backup/rows.ts';
import { readTables } from '#platform/db/backup/tables.ts';
import { migrate } from '#platform/db/migrate.ts';
import { type Database, openSqlite } from '#platform/db/open.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { unpack } from './backups.ts';
import type { EngineName, MakeDatabase } from './databases.ts';
import { root } from './imports.ts';

/** The last migration of 1.0.0. */
export const LAST_OF_FIRST_RELEASE = '0040-turns';

/** Makes the tables of 1.0.0 in an empty database, with the rows of the backup that it made itself. */
export async function fillAsFirstRelease({ db, dialect }: Database): Promise<void> {
  await migrate(db, dialect, LAST_OF_FIRST_RELEASE);
  const entries = await unpack(path.join(root, 'tests/fixtures/backup-1.0.0.tar'));
  const tables = await readTables(db, dialect);
  await inTransaction(db, (tx) =>
    withForeignKeysDeferred(tx, dialect, async () => {
      for (const table of tables) {
        const rows = String(entries.get(`rows/${table.name}.jsonl`) ?? '');
        await sql`delete from ${sql.table(table.name)}`.execute(tx);
        const parsed = rows
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line));
        if (parsed.length > 0) await insertRows(tx, table, parsed);
      }
    }),
  );
}

/** A database as an older version left it, without rows. @param last the name of its last migration. */
export async function makeOlder(
  makeDatabase: MakeDatabase,
  engine: EngineName,
  last: string,
): Promise<Database> {
  const isSqlite = engine === 'sqlite';
  const database = isSqlite
    ? openSqlite(path.join(mkdtempSync(path.join(inject('runFolder'), 'older-')), 'shop.db'))
    : await makeDatabase();
  if (!isSqlite) {
    await sql`drop schema public cascade`.execute(database.db);
    await sql`create schema public`.execute(database.db);
  }
  await migrate(database.db, database.dialect, last);
  return database;
}

/** The names of the migrations that a database has had, in order. */
export const appliedMigrations = async ({ db }: Pick<Database, 'db'>): Promise<string[]> =>
  (
    await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  ).rows.map(({ name }) => name);

import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { migrate } from '#server/platform/db/migrate.ts';
import { type Database, openSqlite } from '#server/platform/db/open.ts';
import type { EngineName, MakeDatabase } from './databases.ts';

/** A database as an older version left it, without rows. @param last the name of its last migration. */
export async function makeOlder(makeDatabase: MakeDatabase, engine: EngineName, last: string): Promise<Database> {
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
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(({ name }) => name);

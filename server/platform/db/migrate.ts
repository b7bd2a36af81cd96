import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { projectFolder } from '#server/platform/project-folder.ts';
import type { Db } from './db.ts';
import type { Dialect } from './dialect.ts';

type MigrationFile = { migration: (dialect: Dialect) => Migration };

const FOLDER = path.join(projectFolder, 'server/platform/db/migrations');

/** The names of all migrations, in the order in which they run: of every file whose name begins with a number. */
export const migrationNames = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.*\.ts$/.test(name))
    .map((name) => name.replace(/\.ts$/, ''))
    .sort();

/**
 * Runs every migration that the database lacks, all or none; processes that start together wait for each other (an advisory lock on PostgreSQL).
 * @param last the name of the last migration to run, for the tables of an older version; without it all of them run.
 * @throws what the failing migration threw, or an Error if a newer version has written the database.
 */
export async function migrate(db: Db, dialect: Dialect, last?: string): Promise<void> {
  const names = migrationNames();
  const wanted = last === undefined ? names : names.slice(0, names.indexOf(last) + 1);
  // Nearly every start ends here, without loading the migrations: they are all or none, so their names tell whether one is missing.
  if (String(await appliedTo(db)) === String(wanted)) return;
  const migrations = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await load(name, dialect)] as const)));
  const { Migrator } = await import('kysely/migration');
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw error instanceof Error ? error : new Error('The database could not be migrated', { cause: error });
}

/** The names of the migrations that have run, in order; null where the migrator has yet to make its table, or to say what is wrong. */
async function appliedTo(db: Db): Promise<string[] | null> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return rows.map(({ name }) => name).sort();
  } catch {
    return null;
  }
}

async function load(name: string, dialect: Dialect): Promise<Migration> {
  const { migration }: MigrationFile = await import(pathToFileURL(path.join(FOLDER, `${name}.ts`)).href);
  return migration(dialect);
}

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './db.ts';
import type { Dialect } from './dialect.ts';

type MigrationFile = { migration: (dialect: Dialect) => Migration };

const FOLDER = path.join(import.meta.dirname, 'migrations');

/** Every file that begins with a number, in their order: a new one needs no entry anywhere. */
const files = await Promise.all(
  readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.*\.ts$/.test(name))
    .sort()
    .map(async (name) => {
      const { migration }: MigrationFile = await import(pathToFileURL(path.join(FOLDER, name)).href);
      return [name.replace(/\.ts$/, ''), migration] as const;
    }),
);

const migrations = (dialect: Dialect): Record<string, Migration> =>
  Object.fromEntries(files.map(([name, migration]) => [name, migration(dialect)]));

/** The names of all migrations, in their order. */
export const migrationNames = (dialect: Dialect): string[] => Object.keys(migrations(dialect)).sort();

/**
 * Brings the tables up to date, all or nothing; processes that start together wait for each other (an advisory lock on PostgreSQL).
 * @param last the name of the last migration to run, for tables as they were in an older version; all of them without.
 * @throws what the failing migration threw, or an Error where the database was written by a newer version.
 */
export async function migrate(db: Db, dialect: Dialect, last?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(dialect) } });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw error instanceof Error ? error : new Error('The database could not be brought up to date', { cause: error });
}

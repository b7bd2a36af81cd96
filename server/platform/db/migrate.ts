import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './db.ts';
import type { Dialect } from './dialect.ts';

type MigrationFile = { migration: (dialect: Dialect) => Migration };

const FOLDER = path.join(import.meta.dirname, 'migrations');

/** Every file whose name begins with a number, in that order, so that a new migration needs no entry anywhere. */
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

/** The names of all migrations, in the order in which they run. */
export const migrationNames = (dialect: Dialect): string[] => Object.keys(migrations(dialect)).sort();

/**
 * Runs every migration that the database lacks, all or none; processes that start together wait for each other (an advisory lock on PostgreSQL).
 * @param last the name of the last migration to run, for the tables of an older version; without it all of them run.
 * @throws what the failing migration threw, or an Error if a newer version has written the database.
 */
export async function migrate(db: Db, dialect: Dialect, last?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(dialect) } });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw error instanceof Error ? error : new Error('The database could not be migrated', { cause: error });
}

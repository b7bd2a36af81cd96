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
 * A migration widens: a version that lacks it goes on serving. One that takes away, or adds what an earlier version cannot read, says in its name
 * from which migration on a version does without: `0070-without-old-prices-since-0064`.
 */
const DEMAND = /-since-(\d{4})$/;

const numberOf = (name: string): string => name.slice(0, 4);

/** The migrations that have run beyond those of a version, and that it cannot serve. @param known its own, in order. */
function refusedBy(applied: readonly string[], known: readonly string[]): string[] {
  const newest = numberOf(known.at(-1) ?? '');
  return applied.filter((name) => !known.includes(name) && (DEMAND.exec(name)?.[1] ?? '') > newest);
}

/** A newer version has narrowed the tables: this one would read and write them wrongly. */
export class NewerTables extends Error {
  override name = 'NewerTables';

  constructor(unknown: string[]) {
    super(
      `The data were written by a newer version of Druse, which has changed the tables since (${unknown.join(', ')}). ` +
        'Start the newer version, or restore a backup that this version made',
    );
  }
}

/**
 * Runs every migration that the database lacks, all or none; processes that start together wait for each other (an advisory lock on PostgreSQL).
 * @param last the name of the last migration to run, for the tables of an older version; without it all of them run.
 * @throws what the failing migration threw, or NewerTables.
 */
export async function migrate(db: Db, dialect: Dialect, last?: string): Promise<void> {
  const names = migrationNames();
  const wanted = last === undefined ? names : names.slice(0, names.indexOf(last) + 1);
  const applied = await appliedTo(db);
  // Nearly every start ends here, without loading the migrations: they are all or none, so their names tell whether one is missing.
  if (String(applied) === String(wanted)) return;
  const unknown = applied?.filter((name) => !names.includes(name)) ?? [];
  const refused = refusedBy(unknown, names);
  if (refused.length > 0) throw new NewerTables(refused);
  if (unknown.length > 0) {
    // It has begun from this version's tables, or it is of another line of versions.
    if (wanted.every((name) => applied?.includes(name))) return;
    throw new NewerTables(unknown);
  }
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

/** Whether there are tables of a shop at all, of whatever version. @throws where the database cannot be asked. */
export async function hasTables(db: Db): Promise<boolean> {
  if ((await appliedTo(db)) !== null) return true;
  await sql`select 1`.execute(db);
  return false;
}

/**
 * Whether a newer version has narrowed the tables, so that this process can no longer serve them.
 * @param known the names of the migrations when it started: an upgrade may have replaced the files beneath it.
 */
export async function areTablesNarrowed(db: Db, known: readonly string[]): Promise<boolean> {
  return refusedBy((await appliedTo(db)) ?? [], known).length > 0;
}

async function load(name: string, dialect: Dialect): Promise<Migration> {
  const { migration }: MigrationFile = await import(pathToFileURL(path.join(FOLDER, `${name}.ts`)).href);
  return migration(dialect);
}

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { projectFolder } from '#platform/process/project-folder.ts';
import type { Db } from './db.ts';
import type { Dialect } from './dialect.ts';
import { endsBeforeFirstRelease, FIRST_RELEASE } from './migrations/first-release-names.ts';

type MigrationFile = { migration: (dialect: Dialect) => Migration };

const FOLDER = path.join(projectFolder, 'platform/db/migrations');

export const migrationNames = (): string[] => [
  ...FIRST_RELEASE,
  ...readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.*\.ts$/.test(name))
    .map((name) => name.replace(/\.ts$/, ''))
    .sort(),
];

/**
 * A migration widens: a version that lacks it goes on serving. Any other names the migration from
 * which on a version does without: `0070-without-old-prices-since-0064`. Why:
 * `docs/decisions/0074-upgrades-that-go-back.md`.
 */
const DEMAND = /-since-(\d{4})$/;

const numberOf = (name: string): string => name.slice(0, 4);

/** @param known the version's own, in order. */
function refusedBy(applied: readonly string[], known: readonly string[]): string[] {
  const newest = numberOf(known.at(-1) ?? '');
  return applied.filter((name) => !known.includes(name) && (DEMAND.exec(name)?.[1] ?? '') > newest);
}

/**
 * This version cannot begin from these tables, or it would read and write them wrongly. The message
 * says what to do.
 */
export class UnfitTables extends Error {
  override name = 'UnfitTables';
}

const older = () =>
  new UnfitTables(
    'The data were written by a version of Druse before 1.0.0. Install 1.0.0 first, start it once, then upgrade',
  );

const newer = (unknown: string[]) =>
  new UnfitTables(
    `The data were written by a newer version of Druse, which has changed the tables since (${unknown.join(', ')}). ` +
      'Start the newer version, or restore a backup that this version made',
  );

/**
 * Runs all or none; processes that start together wait for each other.
 * @param last the last migration to run, for an older version's tables.
 * @throws what the failing migration threw; UnfitTables before anything has run.
 */
export async function migrate(db: Db, dialect: Dialect, last?: string): Promise<void> {
  const names = migrationNames();
  const wanted = last === undefined ? names : names.slice(0, names.indexOf(last) + 1);
  const applied = await appliedTo(db);
  // Nearly every start ends here without loading the migrations: names tell whether one is missing.
  if (String(applied) === String(wanted)) return;
  if (endsBeforeFirstRelease(applied ?? []) || endsBeforeFirstRelease(wanted)) throw older();
  const unknown = applied?.filter((name) => !names.includes(name)) ?? [];
  const refused = refusedBy(unknown, names);
  if (refused.length > 0) throw newer(refused);
  if (unknown.length > 0) {
    // The database began from this version's tables, or is of another line of versions.
    if (wanted.every((name) => applied?.includes(name))) return;
    throw newer(unknown);
  }
  const later = names.slice(FIRST_RELEASE.length);
  const migrations = Object.fromEntries([
    ...stepsOfFirstRelease(await load('first-release', dialect)),
    ...(await Promise.all(later.map(async (name) => [name, await load(name, dialect)] as const))),
  ]);
  const { Migrator } = await import('kysely/migration');
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await (last === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(last));
  if (error)
    throw error instanceof Error
      ? error
      : new Error('The database could not be migrated', { cause: error });
}

/** Names in order; null where the migrator has yet to make its table, or to say what is wrong. */
async function appliedTo(db: Db): Promise<string[] | null> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    return rows.map(({ name }) => name).sort();
  } catch {
    return null;
  }
}

/** @throws where the database cannot be asked. */
export async function hasTables(db: Db): Promise<boolean> {
  if ((await appliedTo(db)) !== null) return true;
  await sql`select 1`.execute(db);
  return false;
}

/**
 * This process can no longer serve the tables.
 * @param known the migrations when it started: an upgrade may have replaced the files beneath it.
 */
export async function areTablesNarrowed(db: Db, known: readonly string[]): Promise<boolean> {
  return refusedBy((await appliedTo(db)) ?? [], known).length > 0;
}

/**
 * The first step makes everything, the others are only names: older tables must not get names of
 * steps that they lack.
 */
function stepsOfFirstRelease(whole: Migration): [name: string, step: Migration][] {
  let isMade = false;
  const [first = '', ...others] = FIRST_RELEASE;
  const make: Migration['up'] = async (db) => {
    await whole.up(db);
    isMade = true;
  };
  const note: Migration['up'] = async () => {
    if (!isMade) throw older();
  };
  return [
    [first, { up: make }],
    ...others.map((name): [string, Migration] => [name, { up: note }]),
  ];
}

async function load(name: string, dialect: Dialect): Promise<Migration> {
  const { migration }: MigrationFile = await import(
    pathToFileURL(path.join(FOLDER, `${name}.ts`)).href
  );
  return migration(dialect);
}

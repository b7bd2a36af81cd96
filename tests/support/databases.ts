/** Test suites on every engine: SQLite, and a real PostgreSQL server; PGlite stands in for it on machines that have none. */
import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import type { Db } from '#platform/db/db.ts';
import { type Database, openDatabase, openSqlite } from '#platform/db/open.ts';
import { readers } from '#platform/db/postgres.ts';
import { root } from './imports.ts';
import { onceInRun } from './once-in-run.ts';
import { createDatabase, giveBack, takeDatabase } from './postgres-databases.ts';
import { findPostgresBinaries, postgresServer } from './postgres-server.ts';

export type EngineName = 'sqlite' | 'pglite' | 'postgres';

declare module 'vitest' {
  interface ProvidedContext {
    /** The only engines on which suites run, where a configuration of Vitest names some. */
    engines?: EngineName[];
  }
}

/** A prepared database, with the environment that makes `main.ts` open the same one (null: PGlite cannot be shared). */
export type TestDatabase = Database & { environment: Record<string, string> | null };

/** Makes a new empty database. Close it before making the next one: PGlite has only one at a time. */
export type MakeDatabase = () => Promise<TestDatabase>;

const only = inject('engines');
const binaries = only?.includes('pglite') ? null : findPostgresBinaries();

const makers: Record<EngineName, MakeDatabase> = {
  sqlite: makeSqlite,
  pglite: makePglite,
  postgres: makePostgres,
};

/** PostgreSQL as this machine has it. PGlite has one connection: where a test needs several, it asks for `engine !== 'pglite'`. */
export const postgresEngine: EngineName = binaries ? 'postgres' : 'pglite';

/** Runs a suite once for each engine. */
export function onEveryDatabase(
  suite: (makeDatabase: MakeDatabase, engine: EngineName) => void,
): void {
  onDatabases(['sqlite', postgresEngine], suite);
}

/** Runs a suite once for each of the named engines; the real server only where this machine has one. */
export function onDatabases(
  engines: EngineName[],
  suite: (makeDatabase: MakeDatabase, engine: EngineName) => void,
): void {
  const wanted = engines.filter((name) => only === undefined || only.includes(name));
  if (wanted.length === 0) test.skip(`only on ${engines.join(', ')}`);
  for (const engine of wanted) {
    const isMissing = engine === 'postgres' && !binaries;
    describe.skipIf(isMissing)(
      isMissing ? 'postgres (skipped: no server binaries on this machine)' : engine,
      () => suite(makers[engine], engine),
    );
  }
}

/** The file of an empty shop, which this run has prepared once. */
export const sqliteTemplate = (): Promise<string> =>
  onceInRun(inject('runFolder'), 'sqlite-template', async (folder) => {
    const file = path.join(folder, 'shop.db');
    const database = openSqlite(file);
    await prepareDatabase(database);
    // The last connection that closes leaves everything in this one file.
    await database.close();
    return file;
  });

/** A copy of that file. */
export async function makeSqlite(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(path.join(inject('runFolder'), 'sqlite-'));
  mkdirSync(dataDir, { recursive: true });
  copyFileSync(await sqliteTemplate(), path.join(dataDir, 'shop.db'));
  const database = openSqlite(path.join(dataDir, 'shop.db'));
  // As PostgreSQL does here: no test cuts the power, and waiting for the disk takes most of the time of a commit.
  await sql`pragma synchronous = off`.execute(database.db);
  return { ...database, environment: { DATA_DIR: dataDir } };
}

let pglite: Promise<PGlite> | undefined;
/** The file whose tests have it. */
let holder: string | null = null;

async function startPglite(): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  return PGlite.create({ parsers: readers });
}

async function makePglite(): Promise<TestDatabase> {
  if (holder !== null)
    throw new Error(`PGlite has one database at a time: close that of ${holder} first`);
  holder = path.relative(root, expect.getState().testPath ?? '');
  pglite ??= startPglite();
  const server = await pglite;
  await server.exec('drop schema public cascade; create schema public;');
  const db: Db = new Kysely({ dialect: new PGliteDialect({ pglite: server }) });
  await prepareDatabase({ db, dialect: 'postgres' });
  // Not destroyed: that would close the server, which the next suite uses.
  const close = async () => {
    holder = null;
  };
  return { db, dialect: 'postgres', close, environment: null };
}

/** Like a database that this run has prepared once. */
async function makePostgres(): Promise<TestDatabase> {
  if (!binaries) throw new Error('No PostgreSQL server on this machine');
  const server = await postgresServer(binaries, inject('runFolder'));
  const template = await onceInRun(inject('runFolder'), 'postgres-template', async () => {
    await createDatabase(server, 'shop_template');
    const database = await openDatabase({ databaseUrl: `${server}shop_template`, dataDir: '' });
    await prepareDatabase(database);
    await database.close();
    return 'shop_template';
  });
  const name = await takeDatabase(server, template);
  const databaseUrl = `${server}${name}`;
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  const close = async () => {
    await database.close();
    giveBack(name);
  };
  return { ...database, close, environment: { DATABASE_URL: databaseUrl } };
}

/** Test suites on every engine: SQLite, PGlite (PostgreSQL in process, one connection) and a real PostgreSQL server. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import pg from 'pg';
import { describe, inject } from 'vitest';
import type { Db } from '#server/platform/db/db.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { type Database, openDatabase, openSqlite } from '#server/platform/db/open.ts';
import { readers } from '#server/platform/db/postgres.ts';
import { findPostgresBinaries, postgresServer } from './postgres-server.ts';

export type EngineName = 'sqlite' | 'pglite' | 'postgres';

/** A database for tests, migrated, with the environment that makes `main.ts` open the same one (null: PGlite cannot be shared). */
export type TestDatabase = Database & { environment: Record<string, string> | null };

/** Makes a new empty database. Close it before making the next one: PGlite has only one at a time. */
export type MakeDatabase = () => Promise<TestDatabase>;

const binaries = findPostgresBinaries();

const makers: Record<EngineName, MakeDatabase> = { sqlite: makeSqlite, pglite: makePglite, postgres: makePostgres };

/** Runs a suite once for each engine. Where a test needs several connections, it asks for `engine !== 'pglite'`. */
export function onEveryDatabase(suite: (makeDatabase: MakeDatabase, engine: EngineName) => void): void {
  onDatabases(['sqlite', 'pglite', 'postgres'], suite);
}

/** Runs a suite once for each of the named engines; the real server only where this machine has one. */
export function onDatabases(engines: EngineName[], suite: (makeDatabase: MakeDatabase, engine: EngineName) => void): void {
  for (const engine of engines) {
    const missing = engine === 'postgres' && !binaries;
    describe.skipIf(missing)(missing ? 'postgres (skipped: no server binaries on this machine)' : engine, () =>
      suite(makers[engine], engine),
    );
  }
}

export async function makeSqlite(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(path.join(inject('runFolder'), 'sqlite-'));
  const database = openSqlite(path.join(dataDir, 'shop.db'));
  await migrate(database.db, database.dialect);
  return { ...database, environment: { DATA_DIR: dataDir } };
}

let pglite: Promise<PGlite> | undefined;
let isPgliteTaken = false;

async function startPglite(): Promise<PGlite> {
  const { PGlite } = await import('@electric-sql/pglite');
  return PGlite.create({ parsers: readers });
}

async function makePglite(): Promise<TestDatabase> {
  if (isPgliteTaken) throw new Error('PGlite has one database at a time: close the last one first');
  isPgliteTaken = true;
  pglite ??= startPglite();
  const server = await pglite;
  await server.exec('drop schema public cascade; create schema public;');
  const db: Db = new Kysely({ dialect: new PGliteDialect({ pglite: server }) });
  await migrate(db, 'postgres');
  // Not destroyed: that would close the server, which the next suite uses.
  const close = async () => {
    isPgliteTaken = false;
  };
  return { db, dialect: 'postgres', close, environment: null };
}

async function makePostgres(): Promise<TestDatabase> {
  if (!binaries) throw new Error('No PostgreSQL server on this machine');
  const server = await postgresServer(binaries, inject('runFolder'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: `${server}postgres` });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const databaseUrl = `${server}${name}`;
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  await migrate(database.db, database.dialect);
  return { ...database, environment: { DATABASE_URL: databaseUrl } };
}

import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { sqliteTemplate } from '#tests/support/databases.ts';
import type { Db } from './db.ts';
import { failureOf } from './failures.ts';
import { migrate } from './migrate.ts';
import { type Database, openDatabase } from './open.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';
import { inTransaction } from './transaction.ts';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(path.join(inject('runFolder'), 'sqlite-'));
  database = await openDatabase({
    databaseUrl: null,
    dataDir: path.join(folder, 'made', 'on the way'),
  });
});
afterEach(() => database.close());

/** Opens a copy that has all tables: making them takes longer than most tests here. */
async function openWithTables(): Promise<void> {
  await database.close();
  const dataDir = path.join(folder, 'made', 'on the way');
  copyFileSync(await sqliteTemplate(), path.join(dataDir, 'shop.db'));
  database = await openDatabase({ databaseUrl: null, dataDir });
}

const read = async (query: string) =>
  (await sql.raw<Record<string, unknown>>(query).execute(database.db)).rows;
const migrateWith = (up: Migration['up']) =>
  new Migrator({
    db: database.db,
    provider: { getMigrations: async () => ({ '0001-first': { up }, '0002-later': { up } }) },
  });

test('a commit is on disk once acknowledged, and foreign keys are enforced', async () => {
  expect(await read('pragma journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  expect(await read('pragma synchronous')).toEqual([{ synchronous: 2 }]);
  expect(await read('pragma foreign_keys')).toEqual([{ foreign_keys: 1 }]);
});

test('a new data directory is readable by this user only', () => {
  expect(statSync(path.join(folder, 'made', 'on the way')).mode & 0o777).toBe(0o700);
});

test('parameters of every type are bound, even as the first one', async () => {
  const date = new Date('2026-11-21T09:00:00.123Z');
  const query = sql`select ${date} as a, ${true} as b, ${undefined} as c, ${{ x: [1] }} as d, ${12} as e, ${'é\u{1f48e}'} as f`;
  const { rows } = await query.execute(database.db);
  expect(rows).toEqual([
    { a: date.toISOString(), b: 1, c: null, d: '{"x":[1]}', e: 12, f: 'é\u{1f48e}' },
  ]);
});

test('a cached statement sees a changed table', async () => {
  await read('create table t (a integer)');
  await read('insert into t values (1)');
  expect(await read('select * from t')).toEqual([{ a: 1 }]);
  await read('alter table t add column b boolean not null default 1');
  expect(await read('select * from t')).toEqual([{ a: 1, b: true }]);
});

test('a migration that fails leaves nothing behind', async () => {
  const { error } = await migrateWith(async (db) => {
    await sql`create table categories (id integer)`.execute(db);
    throw new Error('half way');
  }).migrateToLatest();
  expect(error).toMatchObject({ message: 'half way' });
  await migrate(database.db, 'sqlite');
  expect(await read('select count(*) as count from categories')).toEqual([{ count: 5 }]);
});

test('a database written by a newer version is refused in plain words', async () => {
  await migrate(database.db, 'sqlite', '0040-turns');
  await sql`insert into kysely_migration (name, timestamp) values ('0041-later', '2030-01-01')`.execute(
    database.db,
  );
  await expect(migrate(database.db, 'sqlite')).rejects.toThrow(
    /^The data were written by a newer version of Druse, .*\(0041-later\)\. Start the newer version/,
  );
});

test('a database that a newer version has widened is taken as it is', async () => {
  await openWithTables();
  await sql`insert into kysely_migration (name, timestamp) values ('9998-wider', '2030-01-01')`.execute(
    database.db,
  );
  await expect(migrate(database.db, 'sqlite')).resolves.toBeUndefined();
  await sql`insert into kysely_migration (name, timestamp) values ('9999-narrower-since-9998', '2030-01-01')`.execute(
    database.db,
  );
  await expect(migrate(database.db, 'sqlite')).rejects.toThrow('(9999-narrower-since-9998)');
});

test('processes that write to the same file wait for each other', async () => {
  await openWithTables();
  const script = `
    const { openSqlite } = await import('#platform/db/open.ts');
    const { db, close } = openSqlite(process.argv[1]);
    for (let i = 0; i < 30; i++) await db.transaction().execute(async (tx) => {
      const { length } = await tx.selectFrom('markers').select('name').execute();
      await tx.insertInto('markers').values({ name: String(length), created_at: '2026-11-21T09:00:00.000Z' }).execute();
    });
    await close();`;
  const file = path.join(folder, 'made', 'on the way', 'shop.db');
  const work = () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, file], {
      cwd: import.meta.dirname,
    });
  await Promise.all([work(), work(), work()]);
  expect(await read('select count(*) as count from markers')).toEqual([{ count: 90 }]);
});

/** Another process's connection to the same file. */
const openForeign = () => new DatabaseSync(path.join(folder, 'made', 'on the way', 'shop.db'));
const marker = (name: string) => ({ name, created_at: '2026-11-21T09:00:00.000Z' });

test('reads go on while another process holds the write lock, and the writes that wait for it succeed', async () => {
  await openWithTables();
  const foreign = openForeign();
  foreign.exec('begin immediate');
  const done: string[] = [];
  const note = (name: string) => () => done.push(name);
  const statement = database.db
    .insertInto('markers')
    .values(marker('statement'))
    .execute()
    .then(note('statement'));
  const transaction = inTransaction(database.db, (tx) =>
    tx.insertInto('markers').values(marker('transaction')).execute(),
  ).then(note('transaction'));
  for (let n = 0; n < 20; n++) {
    await read('select name from markers');
    await setTimeout(5);
    done.push('read');
  }
  foreign.exec('commit');
  await Promise.all([statement, transaction]);
  expect(done.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'read'));
  expect(done.slice(20).sort()).toEqual(['statement', 'transaction']);
  expect(await read('select name from markers order by name')).toEqual([
    { name: 'statement' },
    { name: 'transaction' },
  ]);
  foreign.close();
});

test('a write lock that is never given back ends as a timeout after one wait', async () => {
  await openWithTables();
  const foreign = openForeign();
  foreign.exec('begin immediate');
  const impatient: Db = new Kysely({ dialect: nodeSqliteDialect(openForeign(), 50) });
  let runs = 0;
  const failure = await inTransaction(impatient, async () => {
    runs += 1;
  }).catch(failureOf);
  expect([failure, runs]).toEqual(['timeout', 0]);
  expect(
    await impatient.insertInto('markers').values(marker('late')).execute().catch(failureOf),
  ).toBe('timeout');
  foreign.exec('commit');
  await inTransaction(impatient, (tx) => tx.insertInto('markers').values(marker('late')).execute());
  expect(await read('select name from markers')).toEqual([{ name: 'late' }]);
  await impatient.destroy();
  foreign.close();
});

test('a transaction that fails gives its turn to the next, and none sees the half of another', async () => {
  await openWithTables();
  const begun = Promise.withResolvers<void>();
  const failing = inTransaction(database.db, async (tx) => {
    await tx.insertInto('markers').values(marker('half')).execute();
    begun.resolve();
    await setTimeout(5);
    throw new Error('on purpose');
  });
  await begun.promise;
  const seen = read('select name from markers');
  const next = inTransaction(database.db, (tx) =>
    tx.insertInto('markers').values(marker('next')).execute(),
  );
  await expect(failing).rejects.toThrow('on purpose');
  expect(await seen).toEqual([]);
  await next;
  expect(await read('select name from markers')).toEqual([{ name: 'next' }]);
});

test('a stream has the connection to itself until it ends or is left', async () => {
  await openWithTables();
  for await (const { name } of database.db
    .selectFrom('categories')
    .select('name')
    .orderBy('id')
    .stream()) {
    expect(name).toEqual(expect.any(String));
    break;
  }
  expect(await read('select count(*) as count from categories')).toEqual([{ count: 5 }]);
});

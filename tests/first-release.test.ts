/** The tables of 1.0.0 are made at once: what it left is known by the names of its steps, and what is older is refused. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { migrate, migrationNames } from '#platform/db/migrate.ts';
import { FIRST_RELEASE } from '#platform/db/migrations/first-release-names.ts';
import { allRows } from './support/backups.ts';
import { onEveryDatabase } from './support/databases.ts';
import {
  appliedMigrations,
  fillAsFirstRelease,
  LAST_OF_FIRST_RELEASE,
  makeOlder,
} from './support/older-database.ts';
import { runShop } from './support/shop-process.ts';

/** Of the tables and indexes that the 39 steps of 1.0.0 made on SQLite, without white space. */
const TABLES_OF_FIRST_RELEASE = 'cbd7bfaf5fa4e9b94f3eb15d205ba6f801eb0afe44774894edc6d4352d1f78ba';
const WHAT_TO_DO = 'before 1.0.0. Install 1.0.0 first, start it once, then upgrade';

onEveryDatabase((makeDatabase, engine) => {
  test('a new database has the names of all steps, in order, and of those of 1.0.0 each once', async () => {
    const database = await makeDatabase();
    expect(await appliedMigrations(database)).toEqual(migrationNames());
    expect(migrationNames().slice(0, 39)).toEqual(FIRST_RELEASE);
    expect(migrationNames()).toEqual([...new Set(migrationNames())].sort());
    await database.close();
  });

  test('a database as 1.0.0 left it is upgraded: the steps after it run, and it keeps its rows', async () => {
    const database = await makeOlder(makeDatabase, engine, LAST_OF_FIRST_RELEASE);
    const { db } = database;
    await fillAsFirstRelease(database);
    expect(await appliedMigrations(database)).toEqual(FIRST_RELEASE);
    const rows = () =>
      Promise.all(
        (['specimens', 'order_lines', 'categories', 'collections'] as const).map((table) =>
          sql`select count(*) as n from ${sql.table(table)}`.execute(db),
        ),
      ).then((found) => found.map(({ rows: [row] }) => Number((row as { n: number }).n)));
    const before = await rows();
    expect(before).toEqual([3, 3, 5, 0]);
    await prepareDatabase(database);
    expect(await appliedMigrations(database)).toEqual(migrationNames());
    expect(await rows()).toEqual(before);
    expect(await db.selectFrom('order_money').select(['order_id', 'kind']).execute()).toEqual([
      { order_id: 2, kind: 'payment' },
    ]);
    await database.close();
  });

  test('a database from before 1.0.0 is refused in words, and stays as it is', async () => {
    const database = await makeDatabase();
    const { db, dialect } = database;
    for (const last of ['0039-intakes', '0008-hidden-words', '0001-first']) {
      await sql`delete from kysely_migration where name > ${last}`.execute(db);
      const before = await allRows(db);
      await expect(prepareDatabase(database), last).rejects.toThrow(WHAT_TO_DO);
      await expect(migrate(db, dialect, LAST_OF_FIRST_RELEASE), last).rejects.toThrow(WHAT_TO_DO);
      expect(await allRows(db), last).toEqual(before);
    }
    if (database.environment) {
      const shop = runShop(database.environment, ['core/server/main.ts', '--dev']);
      expect(await shop.ended).toBe(1);
      expect(shop.printed()).toContain(WHAT_TO_DO);
      expect(shop.printed()).not.toMatch(/\bat .*:\d+:\d+/);
    }
    await database.close();
  });

  test('where its steps could not be read beforehand, none is noted as run', async () => {
    const database = await makeDatabase();
    await sql`delete from kysely_migration where name > '0008-hidden-words'`.execute(database.db);
    const before = await allRows(database.db);
    const unreadable = database.db.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'RawNode' && node.sqlFragments[0] === 'select name from kysely_migration')
          throw new Error('Busy');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await expect(migrate(unreadable, database.dialect)).rejects.toThrow(WHAT_TO_DO);
    expect(await allRows(database.db)).toEqual(before);
    await database.close();
  });

  test('no tables of a version before 1.0.0 are made', async () => {
    const database = await makeOlder(makeDatabase, engine, LAST_OF_FIRST_RELEASE);
    await sql`delete from kysely_migration`.execute(database.db);
    await expect(migrate(database.db, database.dialect, '0039-intakes')).rejects.toThrow(
      WHAT_TO_DO,
    );
    await database.close();
  });

  test.runIf(engine === 'sqlite')('the one step makes what the steps of 1.0.0 made', async () => {
    const database = await makeOlder(makeDatabase, engine, LAST_OF_FIRST_RELEASE);
    const { rows } = await sql<{ sql: string }>`
      select sql from sqlite_master where sql is not null order by type, name`.execute(database.db);
    const text = rows.map((row) => row.sql.replaceAll(/\s/g, '')).join('\n');
    expect(createHash('sha256').update(text).digest('hex')).toBe(TABLES_OF_FIRST_RELEASE);
    await database.close();
  });
});

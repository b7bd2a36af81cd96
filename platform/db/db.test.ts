import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import type { Db } from './db.ts';
import { failureOf } from './failures.ts';
import { migrate } from './migrate.ts';
import { inTransaction } from './transaction.ts';

const at = '2026-11-21T09:00:00.123Z';
const event = {
  created_at: at,
  actor: 'system',
  kind: 'test',
  data: JSON.stringify({ list: [1, 'two', null] }),
};
const user = (username: string) => ({
  username,
  password_hash: '',
  is_demo: true,
  created_at: at,
  updated_at: at,
});
const caught = (promise: Promise<unknown>) => promise.then(() => null).catch(failureOf);

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let db: Db;

  beforeAll(async () => {
    database = await makeDatabase();
    db = database.db;
  });
  afterAll(() => database.close());

  test('every type of column returns what was written', async () => {
    const row = await db
      .insertInto('events')
      .values(event)
      .returningAll()
      .executeTakeFirstOrThrow();
    expect({ ...row }).toEqual({
      ...event,
      id: row.id,
      data: { list: [1, 'two', null] },
      specimen_id: null,
      order_id: null,
    });
    expect(Number.isInteger(row.id)).toBe(true);
    const stored = await db
      .insertInto('users')
      .values(user('values'))
      .returning(['is_demo', 'created_at'])
      .executeTakeFirstOrThrow();
    expect({ ...stored }).toEqual({ is_demo: true, created_at: at });
    const inner = db
      .selectFrom('users')
      .select('is_demo as flag')
      .where('username', '=', 'values')
      .as('inner');
    expect(await db.selectFrom(inner).select('flag').executeTakeFirst()).toEqual({ flag: true });
    const { count } = await db
      .selectFrom('users')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  test('a JSON column stores every kind of JSON value', async () => {
    for (const value of [[], {}, 'words', '12', 12, 0.5, true, null, '"', [[1]]]) {
      const row = { key: JSON.stringify(value), value: JSON.stringify(value), updated_at: at };
      await db.insertInto('site_settings').values(row).execute();
      expect(
        await db
          .selectFrom('site_settings')
          .select('value')
          .where('key', '=', row.key)
          .executeTakeFirst(),
      ).toEqual({ value });
    }
  });

  test('the id of a deleted row is never reused', async () => {
    const { id } = await db
      .insertInto('events')
      .values(event)
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.deleteFrom('events').where('id', '=', id).execute();
    expect(
      (await db.insertInto('events').values(event).returning('id').executeTakeFirstOrThrow()).id,
    ).toBe(id + 1);
  });

  test('a violated constraint has the same name on every engine', async () => {
    await db.insertInto('users').values(user('twice')).execute();
    expect(await caught(db.insertInto('users').values(user('twice')).execute())).toBe('unique');
    await db.insertInto('markers').values({ name: 'once', created_at: at }).execute();
    expect(
      await caught(db.insertInto('markers').values({ name: 'once', created_at: at }).execute()),
    ).toBe('unique');
    const session = { token_hash: 'x', user_id: 999_999, created_at: at, last_seen_at: at };
    expect(await caught(db.insertInto('sessions').values(session).execute())).toBe('foreign_key');
    const medium = {
      id: 'x',
      stem: 'x',
      content_hash: 'x',
      kind: 'sound' as 'film',
      width: 1,
      height: 1,
      widths: '[]',
      placeholder: '',
      created_at: at,
    };
    expect(await caught(db.insertInto('media').values(medium).execute())).toBe('check');
    expect(await caught(sql`select nonsense`.execute(db))).toBe(null);
  });

  test('a failed transaction leaves nothing behind', async () => {
    const failing = inTransaction(db, async (tx) => {
      await tx.insertInto('markers').values({ name: 'half', created_at: at }).execute();
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(
      await db.selectFrom('markers').select('name').where('name', '=', 'half').executeTakeFirst(),
    ).toBeUndefined();
  });

  test('a transaction is retried after a conflict, at most five times, and never after another failure', async () => {
    const runsOf = async (failures: number, code: string) => {
      let runs = 0;
      const work = async () => {
        runs += 1;
        if (runs <= failures) throw Object.assign(new Error('failed on purpose'), { code });
        return 'done';
      };
      const outcome = await inTransaction(db, work).catch((error: Error) => error.message);
      return [runs, outcome];
    };
    expect(await runsOf(0, '40001')).toEqual([1, 'done']);
    expect(await runsOf(4, '40001')).toEqual([5, 'done']);
    expect(await runsOf(5, '40001')).toEqual([5, 'failed on purpose']);
    expect(await runsOf(1, '23505')).toEqual([1, 'failed on purpose']);
  });

  test('fifty concurrent increments of one number are all counted', async () => {
    await db
      .insertInto('site_settings')
      .values({ key: 'count', value: '0', updated_at: at })
      .execute();
    const raise = () =>
      inTransaction(db, async (tx) => {
        const row = await tx
          .selectFrom('site_settings')
          .select('value')
          .where('key', '=', 'count')
          .forUpdate()
          .executeTakeFirstOrThrow();
        await tx
          .updateTable('site_settings')
          .set({ value: JSON.stringify(Number(row.value) + 1) })
          .where('key', '=', 'count')
          .execute();
      });
    await Promise.all(Array.from({ length: 50 }, raise));
    expect(
      await db
        .selectFrom('site_settings')
        .select('value')
        .where('key', '=', 'count')
        .executeTakeFirst(),
    ).toEqual({ value: 50 });
  });

  test('migrating again changes nothing', async () => {
    await Promise.all([migrate(db, database.dialect), migrate(db, database.dialect)]);
    expect(await db.selectFrom('categories').select('name').orderBy('id').execute()).toHaveLength(
      5,
    );
  });

  test.skipIf(engine === 'pglite')(
    'transactions that lock in opposite order both succeed',
    async () => {
      for (const key of ['left', 'right'])
        await db.insertInto('site_settings').values({ key, value: '0', updated_at: at }).execute();
      const touch = (keys: string[]) =>
        inTransaction(db, async (tx) => {
          for (const key of keys) {
            await tx
              .updateTable('site_settings')
              .set({ value: '1' })
              .where('key', '=', key)
              .execute();
            await new Promise((resolve) => setTimeout(resolve, 30));
          }
        });
      await Promise.all([touch(['left', 'right']), touch(['right', 'left'])]);
      const touched = db.selectFrom('site_settings').where('value', '=', '1');
      expect(await touched.select('key').execute()).toHaveLength(2);
    },
  );
});

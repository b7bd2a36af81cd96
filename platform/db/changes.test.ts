import { type Insertable, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { onDatabases, type TestDatabase } from '#tests/support/databases.ts';
import type { ChangedRow, ChangeFeed } from './change-feed.ts';
import { followChanges } from './changes.ts';
import { type Database, openDatabase } from './open.ts';
import type { SiteSettings } from './schema.ts';

const at = '2026-11-21T09:00:00.000Z';

onDatabases(['sqlite', 'postgres'], (makeDatabase, engine) => {
  let database: TestDatabase;
  /** A connection to the same database, as another process has it. */
  let other: Database;
  let feed: ChangeFeed;
  let changes: ChangedRow[] = [];
  let errors: unknown[] = [];

  beforeAll(async () => {
    database = await makeDatabase();
    const { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDir = '' } = database.environment ?? {};
    other = await openDatabase({ databaseUrl, dataDir });
    feed = await followChanges(
      { ...database, databaseUrl },
      {
        onChange: (rows) => changes.push(...rows),
        onError: (error) => errors.push(error),
        pollMs: 100,
      },
    );
  });
  afterEach(async () => {
    if (engine === 'postgres') {
      // What a test has left to read shall not come in the next one: the feed passes on in order.
      const end = { table: 'markers', key: 'end' };
      await sql`insert into change_log (changed_table, key) values (${end.table}, ${end.key})`.execute(
        other.db,
      );
      await expect.poll(() => changes).toContainEqual(end);
    }
    changes = [];
    errors = [];
  });
  afterAll(async () => {
    await feed.close();
    await other.close();
    await database.close();
  });

  const setting = (key: string): Insertable<SiteSettings> => ({ key, value: '{}', updated_at: at });

  test('what another process writes is noticed without an announcement', async () => {
    await other.db.insertInto('site_settings').values(setting('hero')).execute();
    await expect
      .poll(() => changes)
      .toEqual([engine === 'sqlite' ? null : { table: 'site_settings', key: 'hero' }]);
    expect(errors).toEqual([]);
  });

  test('a changed secret is passed on by its name, such as the mail server, whose presence pages show', async () => {
    const row = { table: 'sealed_secrets', key: 'mail server' };
    const stored = { name: row.key, sealed: 'x', updated_at: at };
    await other.db.insertInto('sealed_secrets').values(stored).execute();
    await expect.poll(() => changes).toEqual([engine === 'sqlite' ? null : row]);
  });

  test('a change that visitors cannot see is not passed on', {
    skip: engine === 'sqlite',
  }, async () => {
    await other.db.insertInto('markers').values({ name: 'seen', created_at: at }).execute();
    await other.db.deleteFrom('specimens').where('id', '=', 999).execute();
    await other.db.insertInto('site_settings').values(setting('about')).execute();
    await expect.poll(() => changes).toEqual([{ table: 'site_settings', key: 'about' }]);
  });

  test('a transaction that begins before another and ends after it is not missed', {
    skip: engine === 'sqlite',
  }, async () => {
    const changedKeys = () => changes.map((row) => row?.key).sort();
    await database.db.transaction().execute(async (tx) => {
      await tx.insertInto('site_settings').values(setting('general')).execute();
      await other.db.insertInto('site_settings').values(setting('gallery')).execute();
      feed.announce();
      await expect.poll(changedKeys).toEqual(['gallery']);
    });
    feed.announce();
    await expect.poll(changedKeys).toEqual(['gallery', 'general']);
  });

  test('a feed opens without reading the log, which after an import holds more than can be read in time', {
    skip: engine === 'sqlite',
  }, async () => {
    const { DATABASE_URL: databaseUrl = null } = database.environment ?? {};
    await other.db.transaction().execute(async (tx) => {
      await sql`lock table change_log`.execute(tx);
      const another = await followChanges(
        { ...database, databaseUrl },
        { onChange: () => {}, onError: (error) => errors.push(error) },
      );
      await another.close();
    });
    expect(errors).toEqual([]);
  });

  test('old rows of the change log are deleted in portions until none is left', {
    skip: engine === 'sqlite',
  }, async () => {
    const left = async () =>
      (
        await sql<{
          n: number;
        }>`select count(*) as n from change_log where key like 'old-%'`.execute(other.db)
      ).rows[0]?.n;
    await sql`
      insert into change_log (changed_table, key, created_at)
      select 'specimens', 'old-' || n, now() - interval '1 hour' from generate_series(1, 50000) n`.execute(
      other.db,
    );
    // A feed that has just been opened begins with it.
    const { DATABASE_URL: databaseUrl = null } = database.environment ?? {};
    const another = await followChanges(
      { ...database, databaseUrl },
      { onChange: () => {}, onError: (error) => errors.push(error) },
    );
    const seen: (number | undefined)[] = [50_000];
    await vi.waitUntil(
      async () => {
        const now = await left();
        if (now === seen.at(-1)) return false;
        seen.push(now);
        // Each announcement is a round.
        another.announce();
        return now === 0;
      },
      { timeout: 20_000 },
    );
    await another.close();
    expect(seen).toEqual([50_000, 30_000, 10_000, 0]);
    expect(errors).toEqual([]);
  });

  test('a change of stock is told apart from an edit of the specimen', {
    skip: engine === 'sqlite',
  }, async () => {
    const row = {
      title: 'Quartz',
      description: '',
      origin: '',
      dimensions: '',
      weight: '',
      category_id: 1,
      acquisition_date: null,
    };
    const sale = {
      price: '1.00',
      price_cents: 100,
      shipping_price: '0',
      shipping_cents: 0,
      for_sale: true,
      visible: true,
    };
    const rest = {
      status: 'available' as const,
      status_by_hand: null,
      quantity: 1,
      held: 0,
      tags: '[]',
      created_at: at,
      updated_at: at,
    };
    const { id } = await other.db
      .insertInto('specimens')
      .values({ ...row, ...sale, ...rest, search_text: '' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const key = String(id);
    await expect.poll(() => changes).toEqual([{ table: 'specimens', key }]);
    await other.db
      .updateTable('specimens')
      .set({ held: 1, status: 'pending' })
      .where('id', '=', id)
      .execute();
    await expect.poll(() => changes.slice(1)).toEqual([{ table: 'stock', key }]);
    // Delivered: the status set by hand goes with the last piece.
    await other.db
      .updateTable('specimens')
      .set({ quantity: 0, held: 0, status: 'sold', status_by_hand: 'sold' })
      .where('id', '=', id)
      .execute();
    await expect.poll(() => changes.slice(2)).toEqual([{ table: 'stock', key }]);
    await other.db
      .updateTable('specimens')
      .set({ held: 0, status: 'available', title: 'Agate' })
      .where('id', '=', id)
      .execute();
    await expect.poll(() => changes.slice(3)).toEqual([{ table: 'specimens', key }]);
  });

  test('very many rows changed at once are passed on as one, with the key *', {
    skip: engine === 'sqlite',
  }, async () => {
    const keys = Array.from({ length: 60 }, (_, i) => setting(`key-${i}`));
    await other.db.insertInto('site_settings').values(keys).execute();
    await expect.poll(() => changes).toEqual([{ table: 'site_settings', key: '*' }]);
  });

  test('old entries of the change log and expired rate limit hits are deleted', {
    skip: engine === 'sqlite',
  }, async () => {
    const { db } = other;
    await sql`insert into change_log (changed_table, key, created_at) values ('media', 'old', now() - interval '1 hour')`.execute(
      db,
    );
    await sql`insert into rate_limit_hits (key, hits, ends_at) values ('over', 1, now() - interval '1 second'), ('on', 1, now() + interval '1 hour')`.execute(
      db,
    );
    const options = { onChange: () => {}, onError: (error: unknown) => errors.push(error) };
    const another = await followChanges(
      { ...database, databaseUrl: database.environment?.DATABASE_URL ?? null },
      options,
    );
    const left = async () => [
      (await sql<{ key: string }>`select key from rate_limit_hits`.execute(db)).rows,
      (await sql`select key from change_log where key = 'old'`.execute(db)).rows,
    ];
    await expect.poll(left).toEqual([[{ key: 'on' }], []]);
    await another.close();
    expect(errors).toEqual([]);
  });

  /** Ends the connection that follows the log, once it has read there. Of this database only: other test files have theirs on the same server. */
  const loseConnection = () =>
    expect
      .poll(async () => {
        const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like ${'%pg_current_snapshot()%'}`.execute(
          other.db,
        );
        return rows.length;
      })
      .toBeGreaterThan(0);

  test('a lost connection is replaced, and anything may have changed meanwhile', {
    skip: engine === 'sqlite',
  }, async () => {
    await loseConnection();
    await expect.poll(() => changes).toEqual([null]);
    expect(errors).not.toEqual([]);
    await other.db
      .updateTable('site_settings')
      .set({ value: '{"title":"x"}' })
      .where('key', '=', 'hero')
      .execute();
    await expect.poll(() => changes).toEqual([null, { table: 'site_settings', key: 'hero' }]);
  });

  test('what was passed on before a connection was lost does not come again', {
    skip: engine === 'sqlite',
  }, async () => {
    const change = (key: string) =>
      other.db
        .updateTable('site_settings')
        .set({ updated_at: '2026-11-22T09:00:00.000Z' })
        .where('key', '=', key)
        .execute();
    await database.db.transaction().execute(async (tx) => {
      await sql`select pg_current_xact_id()`.execute(tx);
      await change('hero');
      await expect.poll(() => changes).toEqual([{ table: 'site_settings', key: 'hero' }]);
      await loseConnection();
      await expect.poll(() => changes.slice(1)).toEqual([null]);
      await change('about');
      await expect.poll(() => changes.slice(2)).toEqual([{ table: 'site_settings', key: 'about' }]);
    });
  });

  test('rows of a log that came along from another server are not passed on', {
    skip: engine === 'sqlite',
  }, async () => {
    await sql`insert into change_log (xid, changed_table, key) values ('9000000000000', 'media', 'elsewhere')`.execute(
      other.db,
    );
    await other.db
      .updateTable('site_settings')
      .set({ value: '{"title":"y"}' })
      .where('key', '=', 'hero')
      .execute();
    await expect.poll(() => changes).toContainEqual({ table: 'site_settings', key: 'hero' });
    expect(changes).toEqual([{ table: 'site_settings', key: 'hero' }]);
  });
});

/** The copy of the data on PostgreSQL on which `druse upgrade` tries a release. */
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/db/open.ts';
import { withDatabaseCopy } from '../scripts/upgrade/postgres-copy.ts';
import { makeApp } from './support/app.ts';
import { allRows } from './support/backups.ts';
import { onDatabases, type TestDatabase } from './support/databases.ts';
import { directBody } from './support/orders.ts';
import { addSpecimens } from './support/specimens.ts';

onDatabases(['postgres'], (makeDatabase) => {
  let database: TestDatabase;
  let url: string;
  beforeEach(async () => {
    database = await makeDatabase();
    url = database.environment?.DATABASE_URL ?? '';
    const { app, ctx, visitor } = await makeApp(database);
    const [id = 0] = await addSpecimens(ctx, [{ title: 'Quartz' }]);
    expect((await visitor().post('/api/orders', directBody(id))).statusCode).toBe(201);
    await app.close();
  });
  afterEach(() => database.close());

  const query = async (statement: string, at = url) => {
    const client = new pg.Client(at);
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  };
  const copies = () => query(`select datname from pg_database where datname = current_database() || '_rehearsal'`);

  test('it has every row, numbers go on as in the data, what is written there stays there, and then it is gone', async () => {
    const before = await allRows(database.db);
    const tried = await withDatabaseCopy(url, async (copyUrl) => {
      const copy = await openDatabase({ databaseUrl: copyUrl, dataDir: '' });
      const rows = await allRows(copy.db);
      const shop = await makeApp(copy);
      const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Amethyst' }]);
      const response = await shop.visitor().post('/api/orders', directBody(id));
      await shop.app.close();
      await copy.close();
      expect([response.statusCode, await copies()]).toEqual([201, [expect.anything()]]);
      return rows;
    });
    expect(tried?.result).toEqual(before);
    expect([await allRows(database.db), await copies()]).toEqual([before, []]);
  });

  test('it is gone as well where the work fails, and one that was left is replaced', async () => {
    const failing = withDatabaseCopy(url, async () => {
      throw new Error('no luck');
    });
    await expect(failing).rejects.toThrow('no luck');
    expect(await copies()).toEqual([]);
    const name = `"${new URL(url).pathname.slice(1)}_rehearsal"`;
    await query(`create database ${name}`);
    await query(`comment on database ${name} is 'A copy that druse upgrade tries a release on'`);
    expect(await withDatabaseCopy(url, async () => 'done')).toEqual({ result: 'done' });
    expect(await copies()).toEqual([]);
  });

  test('a database of that name that is somebody else’s is never removed', async () => {
    const name = `"${new URL(url).pathname.slice(1)}_rehearsal"`;
    await query(`create database ${name}`);
    await expect(withDatabaseCopy(url, async () => {})).rejects.toThrow(/_rehearsal, which another database has/);
    expect(await copies()).toHaveLength(1);
    await query(`drop database ${name}`);
  });

  test('where the user may create no database there is no copy', async () => {
    const name = new URL(url).pathname.slice(1);
    const role = `poor_${name}`.slice(0, 60);
    await query(`create role "${role}" login password 'poor'`);
    const poorUrl = new URL(url);
    poorUrl.username = role;
    poorUrl.password = 'poor';
    expect(await withDatabaseCopy(poorUrl.href, async () => 'done')).toBeNull();
    await query(`drop role "${role}"`);
  });
});

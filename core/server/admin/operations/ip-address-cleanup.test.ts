import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMIN, makeApp, type TestApp } from '#tests/support/app.ts';
import { backUp, newFolder, unpack } from '#tests/support/backups.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { clearOldIpAddresses } from './ip-address-cleanup.service.ts';

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let shop: TestApp;
  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });
  beforeEach(async () => {
    await database.db.deleteFrom('orders').execute();
    await database.db.deleteFrom('login_attempts').execute();
  });

  async function place(remoteAddress = '203.0.113.7'): Promise<number> {
    const [id = 0] = await addSpecimens(shop.ctx, [{}]);
    const response = await shop.app.inject({
      method: 'POST',
      url: '/api/orders',
      payload: directBody(id),
      remoteAddress,
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().order.id;
  }
  const failLogin = () =>
    shop.visitor().post('/api/auth/login', { ...ADMIN, password: 'not-the-password' });
  const ofOrders = async () =>
    (await database.db.selectFrom('orders').select('ip_address').orderBy('id').execute()).map(
      (order) => order.ip_address,
    );
  const attempts = async () =>
    (await database.db.selectFrom('login_attempts').select('id').execute()).length;
  const clear = () => clearOldIpAddresses(shop.ctx, () => false);

  test('the IP address of an order is cleared once the order is a day old, and no other column changes', async () => {
    await place();
    const [before] = await database.db.selectFrom('orders').selectAll().execute();
    shop.clock.forward({ hours: 23, minutes: 59, seconds: 59 });
    await place('2001:db8::1');
    await clear();
    expect(await ofOrders()).toEqual(['203.0.113.7', '2001:db8:0:0::/64']);
    shop.clock.forward({ seconds: 1 });
    await clear();
    expect(await ofOrders()).toEqual(['', '2001:db8:0:0::/64']);
    const [after] = await database.db.selectFrom('orders').selectAll().orderBy('id').execute();
    expect(after).toEqual({ ...before, ip_address: '' });
  });

  test('more orders than one batch holds are all cleared', async () => {
    await place();
    const [order = {}] = await database.db.selectFrom('orders').selectAll().execute();
    const columns = sql.join(
      Object.keys(order)
        .filter((column) => column !== 'id')
        .map((column) => sql.ref(column)),
    );
    for (let count = 1; count < 1_200; count *= 2)
      await sql`insert into orders (${columns}) select ${columns} from orders`.execute(database.db);
    shop.clock.forward({ days: 1 });
    await clear();
    expect(new Set(await ofOrders())).toEqual(new Set(['']));
  });

  test('failed logins are removed once they are a day old', async () => {
    await failLogin();
    shop.clock.forward({ hours: 23, minutes: 59 });
    await clear();
    expect(await attempts()).toBe(1);
    shop.clock.forward({ minutes: 1 });
    await clear();
    expect(await attempts()).toBe(0);
  });

  test.runIf(engine !== 'pglite')(
    'a backup has no IP address of any order, however new',
    async () => {
      await place('203.0.113.77');
      await failLogin();
      const entries = await unpack(await backUp(database, newFolder()));
      expect(String(entries.get('rows/orders.jsonl'))).toContain('"ip_address":""');
      for (const [name, content] of entries)
        expect(String(content), name).not.toContain('203.0.113.77');
      expect(await ofOrders()).toEqual(['203.0.113.77']);
    },
  );
});

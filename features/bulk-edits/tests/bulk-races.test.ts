/** Changes of many pieces against orders, holds and sales of the same pieces at the same instant: no piece is sold twice, and no status is lost. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BulkEdit } from '#features/bulk-edits/contract/bulk-edits.ts';
import { makeApp, makeSecondApp, type TestApp } from '#tests/support/app.ts';
import { onDatabases, type TestDatabase } from '#tests/support/databases.ts';
import { auditBooks, cartBody, directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { times } from '#tests/support/thorough.ts';

/** `ROUNDS=1000` in the environment asks for more. */
const ROUNDS = Number(process.env.ROUNDS ?? times(8, 60));
/** A busy machine may need as long for each. */
const MAX_ROUND_MS = 5_000;
const PIECES = 3;

onDatabases(['sqlite', 'postgres'], (makeDatabase) => {
  let database: TestDatabase;
  let shops: TestApp[];
  let second: Awaited<ReturnType<typeof makeSecondApp>>;

  beforeAll(async () => {
    database = await makeDatabase();
    const shop = await makeApp(database);
    second = await makeSecondApp(database);
    shops = second ? [shop, second] : [shop];
  });
  afterAll(async () => {
    await second?.close();
    await shops[0]?.app.close();
    await database.close();
  });

  const pieces = (ids: number[]) =>
    database.db
      .selectFrom('specimens')
      .select(['id', 'status', 'held', 'delete_at'])
      .where('id', 'in', ids)
      .execute();
  const changes = [
    { kind: 'price', direction: 'raise', by: 'percent', value: '10', round: 'cent' },
    { kind: 'visibility', visible: false },
    { kind: 'delete' },
    { kind: 'setPrice', price: '120' },
    { kind: 'forSale', forSale: false },
    { kind: 'tags', add: ['raced'], remove: [] },
    { kind: 'category', category: 'Fossils' },
  ];

  test(`${ROUNDS} rounds of bulk edits beside orders, sales and changes of status leave the books right`, {
    timeout: 120_000 + ROUNDS * MAX_ROUND_MS,
  }, async () => {
    const [here, there] = [shops[0], shops.at(-1)];
    if (!here || !there) throw new Error('There is no shop');
    const [admin, elsewhere] = [await here.admin(), await there.admin()];
    for (let round = 0; round < ROUNDS; round++) {
      const ids = await addSpecimens(
        here.ctx,
        Array.from({ length: PIECES }, () => ({ title: 'Raced', price: '100.00' })),
      );
      const [first = 0, next = 0, last = 0] = ids;
      // One is on hold already, and its order moves on meanwhile.
      const placed = (await here.visitor().post('/api/orders', directBody(first))).json().order.id;
      const planned = await admin.post('/api/manage/bulk-edits', {
        specimens: ids,
        change: changes[round % changes.length],
      });
      const { id } = planned.json<BulkEdit>();
      const cart = cartBody([last, next].map((specimenId) => ({ specimenId, quantity: 1 })));
      const tried = await Promise.all([
        admin.post(`/api/manage/bulk-edits/${id}/apply`),
        there.visitor().post('/api/orders', cart),
        here.visitor().post('/api/orders', directBody(next)),
        elsewhere.post('/api/manage/sales', { specimenId: last, price: '90' }),
        elsewhere.put(`/api/orders/${placed}/status`, { status: round % 2 ? 'paid' : 'cancelled' }),
        admin.put(`/api/specimens/${last}`, {
          title: 'Raced',
          category: 'Minerals',
          price: '101.00',
          status: 'sold',
        }),
      ]);
      // What a buyer has on hold is not about to be deleted.
      const rows = await pieces(ids);
      expect(rows.filter(({ delete_at, held }) => delete_at !== null && held > 0)).toEqual([]);
      const undone = await Promise.all([
        elsewhere.post(`/api/manage/bulk-edits/${id}/undo`),
        here.visitor().post('/api/orders', directBody(first)),
        admin.put(`/api/orders/${placed}/status`, { status: 'pending' }),
      ]);
      const answers = [...tried, ...undone].map(({ statusCode }) => statusCode);
      expect(answers.filter((status) => ![200, 201, 404, 409].includes(status))).toEqual([]);
      expect(await auditBooks(database.db), `round ${round}`).toEqual([]);
      const claims = await database.db
        .selectFrom('order_lines')
        .select(['specimen_id', 'quantity'])
        .where('specimen_id', 'in', ids)
        .where('claim', '<>', 'none')
        .execute();
      // Each is one of its kind.
      for (const piece of ids)
        expect(claims.filter((line) => line.specimen_id === piece).length).toBeLessThanOrEqual(1);
      const edited = tried.at(-1)?.statusCode === 200;
      const sold = (await pieces([last])).filter(({ status }) => status === 'sold');
      // What the admin has set by hand stays, whatever came at the same instant.
      if (edited) expect(sold).toHaveLength(1);
      await database.db.deleteFrom('orders').execute();
      await database.db.deleteFrom('specimens').execute();
    }
  });
});

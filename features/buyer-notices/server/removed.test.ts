import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PlacedOrder } from '#core/contract/selling/orders.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { type MailShop, mailPathOf, openMailShop, placeOrder } from '#tests/support/mails.ts';
import { directBody, withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

const NOT_FOUND = { code: 'not_found', message: 'Order not found' };

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let open: MailShop;
  let order: PlacedOrder['order'];
  let mailed: { secretPath: string };

  beforeAll(async () => {
    database = await makeDatabase();
    open = await openMailShop(database);
  });
  beforeEach(async () => {
    order = await placeOrder(open.shop);
    mailed = { secretPath: await mailPathOf(open.admin, order.id) };
  });
  afterAll(async () => {
    await open.close();
    await database.close();
  });

  const remove = (id = order.id) => open.admin.delete(`/api/orders/${id}`);
  const read = (by = open.shop.visitor(), headers = {}, id = order.id) =>
    by.get(`/api/orders/${id}`, headers);

  test('who holds a key of a deleted order reads that it was removed, and whom to ask', async () => {
    await remove();
    for (const headers of [withKey(order), withKey(mailed)]) {
      const response = await read(undefined, headers);
      expect([response.statusCode, response.json()]).toEqual([
        410,
        {
          code: 'gone',
          message: expect.stringMatching(
            `^We removed your order #${order.id}. Please don’t pay it. .* Please email \\S+@\\S+\\.$`,
          ),
        },
      ]);
    }
  });

  test('the browser that placed it reads the same, also at a press', async () => {
    const [piece = 0] = await addSpecimens(open.shop.ctx, [{ title: 'Topaz' }]);
    const buyer = open.shop.visitor();
    const { id } = (await buyer.post('/api/orders', directBody(piece))).json().order;
    await remove(id);
    expect((await read(buyer, {}, id)).statusCode).toBe(410);
    const { statusCode } = await buyer.post(`/api/orders/${id}/payment-reports`);
    expect(statusCode).toBe(410);
  });

  test('a stranger, another order’s key and the admin get the same 404 as ever', async () => {
    const other = await placeOrder(open.shop);
    await remove();
    for (const response of [
      await read(),
      await read(open.shop.visitor(), withKey(other)),
      await read(open.admin),
      await read(undefined, withKey(order), 999_999),
    ])
      expect([response.statusCode, response.json()]).toEqual([404, NOT_FOUND]);
  });

  test('of a paid one it does not say not to pay', async () => {
    await open.admin.put(`/api/orders/${order.id}/status`, { status: 'paid' });
    await remove();
    expect((await read(undefined, withKey(order))).json().message).toContain(
      `We removed your order #${order.id}. Questions? Please email `,
    );
  });

  test('what is stored of it are hashes, and no key, name or address', async () => {
    await remove();
    const rows = await database.db
      .selectFrom('events')
      .select(['kind', 'data'])
      .where('order_id', '=', order.id)
      .execute();
    const stored = rows.find(({ kind }) => kind === 'order_removed')?.data;
    expect(stored).toEqual({
      hashes: Array(3).fill(expect.stringMatching(/^[\da-f]{64}$/)),
      wasPending: true,
    });
    expect(JSON.stringify(rows)).not.toMatch(/Ada|Quarry|#key|buyer\.example/);
  });
});

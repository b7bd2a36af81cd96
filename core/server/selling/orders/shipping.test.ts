/** Shipping as one act: status, carrier, tracking number, and the buyer's email. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StatusEffects } from '#core/contract/selling/order-edits.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { type MailShop, mailsOf, openMailShop, placeOrder } from '#tests/support/mails.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let open: MailShop;
  let id: number;

  beforeAll(async () => {
    database = await makeDatabase();
    open = await openMailShop(database);
  });
  beforeEach(async () => {
    await database.db.deleteFrom('orders').execute();
    ({ id } = await placeOrder(open.shop));
  });
  afterAll(async () => {
    await open.close();
    await database.close();
  });

  const change = (body: object) => open.admin.put(`/api/orders/${id}/status`, body);
  const patch = (payload: object) =>
    open.admin.request({ method: 'PATCH', url: `/api/orders/${id}`, payload });
  const preview = async (query: string) =>
    (await open.admin.get(`/api/manage/orders/${id}/effects?${query}`)).json<StatusEffects>();
  const written = async () => (await mailsOf(open.admin, id)).map(({ kind }) => kind);
  const lastText = async () => (await mailsOf(open.admin, id)).at(-1)?.text ?? '';
  const parcel = { carrier: 'USPS', trackingNumber: '9400 1000' };

  test('an order is shipped with its tracking number, and its buyer gets the email that was seen before', async () => {
    await change({ status: 'paid' });
    const { mail } = await preview('status=shipped&carrier=USPS&trackingNumber=9400%201000');
    expect(mail).toMatchObject({ to: 'ada@buyer.example', subject: `Order #${id} has shipped` });
    expect((await open.admin.get(`/api/manage/orders/${id}`)).json()).toMatchObject({
      status: 'paid',
      carrier: null,
      trackingNumber: null,
    });
    const response = await change({ status: 'shipped', ...parcel });
    expect([response.statusCode, response.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'shipped', ...parcel }),
    ]);
    expect(await lastText()).toBe(mail?.text);
    expect(await lastText()).toContain('Tracking number: 9400 1000');
  });

  test('an unpaid order that is shipped at once has the same email as its preview', async () => {
    const { mail } = await preview('status=shipped&trackingNumber=1Z');
    await change({ status: 'shipped', trackingNumber: '1Z' });
    expect(await lastText()).toBe(mail?.text);
  });

  test('the buyer of an order on its way is told of another tracking number where the admin says so, once', async () => {
    await change({ status: 'shipped' });
    const { mail } = await preview('status=shipped&carrier=USPS&trackingNumber=9400%201000');
    expect(mail?.subject).toBe(`Tracking number for order #${id}`);
    expect((await patch({ ...parcel, writesToBuyer: true })).statusCode).toBe(200);
    expect(await written()).toEqual([
      'order_placed',
      'new_order',
      'order_shipped',
      'order_tracking',
    ]);
    expect(await lastText()).toBe(mail?.text);
    expect(
      (await preview('status=shipped&carrier=USPS&trackingNumber=9400%201000')).mail,
    ).toBeNull();
    expect((await patch({ ...parcel, writesToBuyer: true })).json()).toMatchObject({
      code: 'state_conflict',
    });
    await patch({ trackingNumber: '9400 2000' });
    expect(await written()).toHaveLength(4);
  });

  test('nobody is told of the tracking number of an order that is not on its way, and nothing is saved', async () => {
    for (const status of ['pending', 'paid', 'delivered', 'cancelled']) {
      await change({ status });
      expect((await preview(`status=${status}&trackingNumber=1Z`)).mail, status).toBeNull();
      expect((await patch({ trackingNumber: '1Z', writesToBuyer: true })).statusCode, status).toBe(
        409,
      );
    }
    expect((await open.admin.get(`/api/manage/orders/${id}`)).json()).toMatchObject({
      trackingNumber: null,
    });
    expect(await written()).not.toContain('order_tracking');
  });

  test('what is noted of a parcel is checked as ever, and a refused note leaves the status as it was', async () => {
    expect((await change({ status: 'shipped', trackingNumber: 'x'.repeat(101) })).statusCode).toBe(
      400,
    );
    expect((await change({ status: 'shipped', customerAddress: '' })).json()).toMatchObject({
      code: 'state_conflict',
    });
    expect((await open.admin.get(`/api/manage/orders/${id}`)).json()).toMatchObject({
      status: 'pending',
    });
    await change({ status: 'shipped', ...parcel });
    expect((await change({ status: 'delivered' })).json()).toMatchObject({
      status: 'delivered',
      ...parcel,
    });
  });
});

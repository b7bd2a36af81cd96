import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BlockedEmails, BuyerChange } from '#core/contract/selling/buyers.ts';
import type { BuyerOrder, OrderDetail, PlacedOrder } from '#core/contract/selling/orders.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { directBody, stockOf, withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

const ADA = 'ada@buyer.example';
const NOTES = { order: 'Left a deposit of 50', buyer: 'Haggles at every show' };

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  beforeEach(async () => {
    admin = await shop.admin();
    for (const table of ['buyers', 'orders', 'specimens'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const piece = async () => (await addSpecimens(shop.ctx, [{ title: 'Amethyst' }]))[0] ?? 0;
  const tryOrder = async (customerEmail = ADA, id?: number) =>
    shop.visitor().post('/api/orders', { ...directBody(id ?? (await piece())), customerEmail });
  const order = async (customerEmail = ADA): Promise<BuyerOrder> => {
    const response = await tryOrder(customerEmail);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().order;
  };
  const detail = async (id: number) =>
    (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
  const patchOrder = (id: number, payload: object) =>
    admin.request({ method: 'PATCH', url: `/api/orders/${id}`, payload });
  const patchBuyer = async (payload: BuyerChange) => {
    const response = await admin.request({ method: 'PATCH', url: '/api/manage/buyers', payload });
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const blocked = async () => (await admin.get('/api/manage/buyers/blocked')).json<BlockedEmails>();

  test('private notes are read by the admin alone, those on a buyer with each of his orders', async () => {
    const first = await order();
    const second = await order('ADA@Buyer.example');
    expect((await patchOrder(first.id, { privateNote: ` ${NOTES.order}\n` })).statusCode).toBe(200);
    expect(await patchBuyer({ email: 'Ada@buyer.example', note: NOTES.buyer })).toMatchObject({
      note: NOTES.buyer,
      isBlocked: false,
    });
    expect(await detail(first.id)).toMatchObject({
      privateNote: NOTES.order,
      buyer: { note: NOTES.buyer },
    });
    expect(await detail(second.id)).toMatchObject({
      privateNote: '',
      buyer: { note: NOTES.buyer },
    });
    expect((await detail(await order('eve@buyer.example').then(({ id }) => id))).buyer?.note).toBe(
      '',
    );
    await admin.put(`/api/orders/${first.id}/status`, { status: 'shipped' });
    const theirs = await shop.visitor().get(`/api/orders/${first.id}`, withKey(first));
    const mails = await database.db.selectFrom('mails').selectAll().execute();
    const elsewhere = JSON.stringify([theirs.json(), mails, (await detail(first.id)).history]);
    expect(elsewhere).toContain(ADA);
    for (const note of Object.values(NOTES)) expect(elsewhere).not.toContain(note);
    await patchOrder(first.id, { privateNote: '' });
    await patchBuyer({ email: ADA, note: '' });
    expect(await detail(first.id)).toMatchObject({ privateNote: '', buyer: { note: '' } });
    expect(await database.db.selectFrom('buyers').selectAll().execute()).toEqual([]);
  });

  test('the other orders of an address are listed, newest first, with what has been paid', async () => {
    const [first, second, third] = [await order(), await order('Ada@Buyer.Example'), await order()];
    await order('eve@buyer.example');
    for (const status of ['paid', 'delivered'])
      await admin.put(`/api/orders/${first.id}/status`, { status });
    await admin.put(`/api/orders/${third.id}/status`, { status: 'paid' });
    const { buyer } = await detail(third.id);
    expect(buyer).toMatchObject({
      others: [
        { id: second.id, status: 'pending', totalAmount: '110.00', createdAt: second.createdAt },
        { id: first.id, status: 'delivered' },
      ],
      otherCount: 2,
      paidAmount: '220.00',
    });
  });

  test('notes are erased with the personal data, that on a buyer with the last order', async () => {
    const stored = async () =>
      JSON.stringify([
        await database.db.selectFrom('orders').selectAll().execute(),
        await database.db.selectFrom('buyers').selectAll().execute(),
      ]);
    const [first, second] = [await order(), await order('ADA@buyer.example')];
    await patchOrder(first.id, { privateNote: NOTES.order });
    await patchBuyer({ email: ADA, note: NOTES.buyer });
    await admin.post(`/api/manage/orders/${first.id}/erase`, { evenPending: true });
    expect(await stored()).not.toContain(NOTES.order);
    expect((await detail(second.id)).buyer?.note).toBe(NOTES.buyer);
    await admin.post(`/api/manage/orders/${second.id}/erase`, { evenPending: true });
    expect(await stored()).not.toContain(NOTES.buyer);
    expect(await detail(second.id)).toMatchObject({ privateNote: '', buyer: null });

    const { id } = await order();
    await patchBuyer({ email: ADA, note: NOTES.buyer });
    await admin.delete(`/api/orders/${id}`);
    expect(await stored()).not.toContain(NOTES.buyer);
  });

  test('from a blocked address no order is taken, in words that give no reason', async () => {
    const placed = await order();
    expect(
      await patchBuyer({ email: 'ADA@buyer.example', isBlocked: true, orderId: placed.id }),
    ).toEqual({
      note: '',
      version: expect.any(String),
      isBlocked: true,
    });
    await patchBuyer({ email: ADA, isBlocked: true, orderId: placed.id });
    const id = await piece();
    const response = await tryOrder('Ada@Buyer.Example', id);
    expect(response.statusCode).toBe(409);
    expect(response.json()).toEqual({
      code: 'state_conflict',
      message: 'We can’t accept this order online. Please email hello@druse.example.',
    });
    expect(await stockOf(shop.ctx, [id])).toEqual(['1-0 available']);
    // What is refused anyway is refused as it is to everybody.
    const gone = await piece();
    const { id: other } = (await tryOrder('bea@buyer.example', gone)).json<PlacedOrder>().order;
    await admin.put(`/api/orders/${other}/status`, { status: 'paid' });
    expect((await tryOrder(ADA, gone)).json().message).toBe('“Amethyst” has been sold.');
    expect((await tryOrder('eve@buyer.example', id)).statusCode).toBe(201);

    expect(await blocked()).toMatchObject([{ email: ADA, blockedAt: expect.stringMatching(/Z$/) }]);
    expect((await detail(placed.id)).buyer?.isBlocked).toBe(true);
    // A block outlives what it was for.
    await admin.post(`/api/manage/orders/${placed.id}/erase`, { evenPending: true });
    expect((await tryOrder()).statusCode).toBe(409);
    await patchBuyer({ email: 'ADA@BUYER.example', isBlocked: false, orderId: placed.id });
    expect(await blocked()).toEqual([]);
    expect((await tryOrder()).statusCode).toBe(201);
    const texts = (await detail(placed.id)).history.map(({ actor, text }) => `${actor}: ${text}`);
    expect(texts.filter((text) => text.includes('blocked'))).toEqual([
      'owner: The buyer’s email address was blocked.',
      'owner: The buyer’s email address was unblocked.',
    ]);
    for (const response of [
      await shop.visitor().get('/api/manage/buyers/blocked'),
      await shop.visitor().request({
        method: 'PATCH',
        url: '/api/manage/buyers',
        payload: { email: ADA, isBlocked: false },
      }),
    ])
      expect(response.statusCode).toBe(401);
  });
});

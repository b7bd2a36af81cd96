import { beforeEach, expect, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import type { ShowPieces, ShowTakings } from '#features/show/contract/show.ts';
import type { Browser, TestApp } from '#tests/support/app.ts';
import { auditedShop } from '#tests/support/audited-shop.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { directBody, stockOf } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let shop: TestApp;
  let admin: Browser;

  auditedShop(makeDatabase, (its) => {
    ({ shop, admin } = its);
  });
  beforeEach(async () => {
    await writeSetting(shop.ctx, 'general', {
      ...(await readSetting(shop.ctx, 'general')),
      timeZone: 'America/Denver',
    });
  });

  const piece = async (title = 'Azurite', quantity = 1) =>
    (await addSpecimens(shop.ctx, [{ title, quantity }]))[0] ?? 0;
  const sell = async (sale: object): Promise<OrderDetail> => {
    const response = await admin.post('/api/manage/sales', { price: '90', ...sale });
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const takings = async (day?: string) =>
    (
      await admin.get(`/api/manage/show/takings${day === undefined ? '' : `?day=${day}`}`)
    ).json<ShowTakings>();

  test('the takings of a day are told by kind of payment, less what was given back, and one by one', async () => {
    const lot = await piece('Quartz', 9);
    const order = await sell({
      specimenId: await piece(),
      price: '120',
      method: 'Cash',
      customerName: 'Bo',
      soldAt: '2026-11-21T08:00:00.000Z',
    });
    await sell({
      specimenId: lot,
      quantity: 2,
      price: '10',
      method: 'Card',
      soldAt: '2026-11-21T08:10:00.000Z',
    });
    // As earlier devices send it: in words.
    await sell({
      specimenId: lot,
      price: '5',
      paidHow: 'cash, Denver show',
      soldAt: '2026-11-21T08:20:00.000Z',
    });
    await sell({
      specimenId: lot,
      price: '7',
      paidHow: 'a cashew',
      soldAt: '2026-11-21T08:30:00.000Z',
    });
    await admin.post(`/api/manage/orders/${order.id}/refunds`, {
      amount: '20',
      method: 'Venmo',
      receivedAmount: '120.00',
    });
    // Not at the table, and not on this day.
    const online = (await shop.visitor().post('/api/orders', directBody(await piece()))).json()
      .order;
    await admin.put(`/api/orders/${online.id}/status`, { status: 'paid' });
    await sell({ specimenId: lot, price: '1000', soldAt: '2026-11-21T06:59:59.999Z' });

    const found = await takings();
    expect(found).toMatchObject({
      day: '2026-11-21',
      asOf: '2026-11-21T09:00:00.000Z',
      received: '152.00',
      refunded: '20.00',
    });
    expect(found.ways).toEqual([
      { method: 'Venmo', received: '0.00', refunded: '20.00' },
      { method: 'Card', received: '20.00', refunded: '0.00' },
      { method: 'Cash', received: '125.00', refunded: '0.00' },
      { method: '', received: '7.00', refunded: '0.00' },
    ]);
    expect(
      found.moves.map(({ kind, amount, lines }) => [
        kind,
        amount,
        lines.map(({ title, quantity }) => `${title} × ${quantity}`),
      ]),
    ).toEqual([
      ['refund', '20.00', ['Azurite × 1']],
      ['payment', '7.00', ['Quartz × 1']],
      ['payment', '5.00', ['Quartz × 1']],
      ['payment', '20.00', ['Quartz × 2']],
      ['payment', '120.00', ['Azurite × 1']],
    ]);
    expect(found.moves.at(-1)).toMatchObject({
      orderId: order.id,
      receivedAmount: '100.00',
      customerName: 'Bo',
      secretPath: order.secretPath,
    });
    expect(await takings('2026-11-20')).toMatchObject({
      received: '1000.00',
      ways: [{ method: '' }],
    });
    expect(await takings('2026-11-19')).toMatchObject({ received: '0.00', ways: [], moves: [] });
    expect((await admin.get('/api/manage/show/takings?day=today')).statusCode).toBe(400);
    expect((await shop.visitor().get('/api/manage/show/takings')).statusCode).toBe(401);
  });

  test('the show knows for whom a piece is on hold, and lets it go by hand', async () => {
    const id = await piece();
    const until = '2026-11-21T12:00:00.000Z';
    const hold = await sell({
      specimenId: id,
      status: 'pending',
      holdUntil: until,
      customerName: 'Wanda Waits',
    });
    const taken = async () =>
      (await admin.get('/api/manage/show')).json<ShowPieces>().pieces.find((one) => one.id === id);
    expect(await taken()).toMatchObject({
      free: 0,
      holds: [{ orderId: hold.id, customerName: 'Wanda Waits', pieces: 1, until, price: '90.00' }],
    });
    const release = (orderId: number, browser = admin) =>
      browser.post(`/api/manage/show/holds/${orderId}/release`, {});
    expect((await release(hold.id, shop.visitor())).statusCode).toBe(401);
    expect([(await release(hold.id)).statusCode, (await release(hold.id)).statusCode]).toEqual([
      204, 204,
    ]);
    expect(await stockOf(shop.ctx, [id])).toEqual(['1-0 available']);
    expect(await taken()).toMatchObject({ free: 1, holds: [] });

    const sold = await sell({ specimenId: id });
    const refused = await release(sold.id);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `Order #${sold.id} is delivered: nothing of it is on hold by hand.`,
    ]);
    const other = await piece();
    const online = (await shop.visitor().post('/api/orders', directBody(other))).json().order;
    expect((await release(online.id)).statusCode).toBe(409);
    expect((await release(2_000_000_000)).statusCode).toBe(404);
    expect(await stockOf(shop.ctx, [id, other])).toEqual(['0-0 sold', '1-1 pending']);
  });

  test('a receipt is emailed later too, once, to the buyer’s address, which a sale without one gets', async () => {
    const sold = await sell({ specimenId: await piece() });
    const receipt = (input: object, id = sold.id) =>
      admin.post(`/api/manage/show/sales/${id}/receipt`, input);
    const asked = { email: 'bo@caller.example', key: 'first' };
    expect([(await receipt(asked)).statusCode, (await receipt(asked)).statusCode]).toEqual([
      204, 204,
    ]);
    const read = async () => (await admin.get(`/api/manage/orders/${sold.id}`)).json<OrderDetail>();
    expect(await read()).toMatchObject({
      customerEmail: 'bo@caller.example',
      mails: [{ kind: 'order_receipt', to: 'bo@caller.example' }],
    });
    expect((await receipt({ email: 'BO@caller.example', key: 'second' })).statusCode).toBe(204);
    expect((await read()).mails).toHaveLength(2);
    expect((await receipt({ email: 'other@caller.example', key: 'third' })).json().message).toBe(
      `Order #${sold.id} has the email address bo@caller.example.`,
    );
    expect((await receipt({ email: 'bo', key: 'fourth' })).statusCode).toBe(400);
    const hold = await sell({ specimenId: await piece(), status: 'pending' });
    expect((await receipt(asked, hold.id)).json().message).toBe(
      `Order #${hold.id} is pending, so it has no receipt.`,
    );
    expect((await receipt(asked, 2_000_000_000)).statusCode).toBe(404);
    expect(
      (await shop.visitor().post(`/api/manage/show/sales/${sold.id}/receipt`, asked)).statusCode,
    ).toBe(401);
  });
});

import { expect, test } from 'vitest';
import type { AdminOrder, OrderDetail, PlacedOrder } from '#core/contract/selling/orders.ts';
import { waitingOrders } from '#core/server/selling/orders/waiting-orders.service.ts';
import type { Browser, TestApp } from '#tests/support/app.ts';
import { auditedShop } from '#tests/support/audited-shop.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { auditBooks, directBody, stockOf, withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  auditedShop(makeDatabase, (its) => {
    ({ database, shop, admin } = its);
  });

  const piece = async (change: object = {}) =>
    (await addSpecimens(shop.ctx, [{ title: 'Amethyst', ...change }]))[0] ?? 0;
  const sell = (specimenId: number, change: object = {}, browser = admin) =>
    browser.post('/api/manage/sales', { specimenId, price: '90', ...change });
  const sold = async (specimenId: number, change: object = {}): Promise<OrderDetail> => {
    const response = await sell(specimenId, change);
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const setStatus = (id: number, status: string) =>
    admin.put(`/api/orders/${id}/status`, { status });

  test('a sale made elsewhere takes the piece at the price paid, writes to nobody, and can be cancelled', async () => {
    const id = await piece();
    const drops = shop.drops();
    const order = await sold(id, { paidHow: 'Cash, Denver show' });
    expect(order).toMatchObject({
      kind: 'elsewhere',
      status: 'delivered',
      customerName: '',
      customerEmail: '',
      customerAddress: '',
      totalAmount: '90.00',
      paidHow: 'Cash, Denver show',
      venmoUsername: null,
      heldUntil: null,
      mails: [],
      lines: [
        { specimenId: id, title: 'Amethyst', price: '90.00', shippingPrice: '0.00', quantity: 1 },
      ],
    });
    expect(order.lines[0]?.imageUrl).toMatch(/^\/media\//);
    expect(order.history.map(({ actor, text }) => `${actor}: ${text}`)).toEqual([
      'owner: The sale was made elsewhere and recorded by hand.',
      'owner: Amethyst was taken out of stock.',
    ]);
    expect(await stockOf(shop.ctx, [id])).toEqual(['0-0 sold']);
    expect(shop.drops()).toBe(drops + 1);
    expect(await database.db.selectFrom('order_buyers').selectAll().execute()).toEqual([]);
    expect((await admin.get('/api/orders')).json<AdminOrder[]>()).toMatchObject([
      { id: order.id, kind: 'elsewhere' },
    ]);
    const theirs = (await shop.visitor().get(`/api/orders/${order.id}`, withKey(order))).json();
    expect(theirs).toMatchObject({ status: 'delivered', totalAmount: '90.00' });
    expect(JSON.stringify(theirs)).not.toContain('Denver');

    const edited = await admin.request({
      method: 'PATCH',
      url: `/api/orders/${order.id}`,
      payload: { paidHow: 'Cheque' },
    });
    expect(edited.json<OrderDetail>()).toMatchObject({ paidHow: 'Cheque' });
    expect(edited.json<OrderDetail>().history.at(-1)?.text).toBe('Changed: how it was paid.');
    expect((await setStatus(order.id, 'cancelled')).statusCode).toBe(200);
    expect(await stockOf(shop.ctx, [id])).toEqual(['1-0 available']);
    expect(await database.db.selectFrom('mails').selectAll().execute()).toEqual([]);
  });

  test('a hold by hand has the shipping that was agreed, and a blank one is asked for', async () => {
    const id = await piece();
    const hold = { status: 'pending', shipping: '8.50' };
    expect(await sold(id, hold)).toMatchObject({
      subtotalAmount: '90.00',
      shippingAmount: '8.50',
      totalAmount: '98.50',
      dueAmount: '98.50',
    });
    const refusals = [
      [' ', 'Enter the shipping, or 0 if it’s free.'],
      ['8,50', 'Did you mean $8.50?'],
    ];
    const other = await piece();
    for (const [shipping, message] of refusals)
      expect((await sell(other, { ...hold, shipping })).json()).toMatchObject({
        code: 'invalid_input',
        issues: [{ path: 'shipping', message }],
      });
    expect((await sold(other, { ...hold, shipping: '0' })).totalAmount).toBe('90.00');
  });

  test('a piece put on hold by hand has the end that the admin chose, and follows the usual rules', async () => {
    const id = await piece({ quantity: 3 });
    const hours = (count: number) =>
      new Date(shop.clock.now().getTime() + count * 3_600_000).toISOString();
    const [end, usual] = [hours(48), hours(72)];
    const phone = await sold(id, { status: 'pending', holdHours: 48, customerName: 'Bo Caller' });
    expect(phone).toMatchObject({
      kind: 'elsewhere',
      status: 'pending',
      hold: 'running',
      heldUntil: end,
      hasSignOfLife: true,
      receivedAmount: '0.00',
      money: [],
      mails: [],
      overdue: false,
    });
    expect(phone.history.map(({ text }) => text)).toEqual([
      'The order was entered by hand.',
      'Amethyst is on hold for the buyer.',
    ]);
    expect(
      await database.db.selectFrom('orders').select('paid_at').where('id', '=', phone.id).execute(),
    ).toEqual([{ paid_at: null }]);
    expect((await sold(id, { status: 'pending' })).heldUntil).toBe(usual);
    const endless = await sold(id, {
      status: 'pending',
      holdHours: 0,
      customerEmail: 'bo@caller.example',
    });
    expect(endless).toMatchObject({ hold: 'endless', heldUntil: null, mails: [] });
    expect(await stockOf(shop.ctx, [id])).toEqual(['3-3 pending']);
    expect((await sell(id, { status: 'pending' })).statusCode).toBe(409);
    expect((await sell(id, { holdHours: 5 })).json()).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'holdHours' }],
    });
    expect((await admin.get('/api/manage/strangers')).json()).toMatchObject({ orders: 0 });
    expect((await setStatus(phone.id, 'paid')).statusCode).toBe(200);
    expect((await setStatus(endless.id, 'cancelled')).statusCode).toBe(200);
    expect(await stockOf(shop.ctx, [id])).toEqual(['2-1 available']);
    const read = async (order: OrderDetail) =>
      (await admin.get(`/api/manage/orders/${order.id}`)).json<OrderDetail>();
    expect(await read(phone)).toMatchObject({ status: 'paid', receivedAmount: '90.00' });
    expect((await read(endless)).mails.map(({ kind }) => kind)).toEqual(['order_cancelled']);
  });

  test('one that is still to ship waits to be packed, and its buyer is written to only from then on', async () => {
    const id = await piece({ quantity: 5 });
    const order = await sold(id, {
      quantity: 3,
      status: 'paid',
      customerName: 'Bo Caller',
      customerEmail: 'bo@caller.example',
    });
    expect(order).toMatchObject({
      status: 'paid',
      customerName: 'Bo Caller',
      subtotalAmount: '270.00',
      totalAmount: '270.00',
      mails: [],
    });
    expect(await stockOf(shop.ctx, [id])).toEqual(['2-0 available']);
    const nameless = await sold(id, { status: 'paid' });
    const now = shop.clock.now().toISOString();
    expect((await waitingOrders(shop.ctx, 'paid', now, 5)).rows).toMatchObject([
      { id: order.id, detail: 'Bo Caller' },
      { id: nameless.id, detail: 'Sold elsewhere' },
    ]);
    await setStatus(order.id, 'shipped');
    await setStatus(nameless.id, 'shipped');
    const mails = await database.db.selectFrom('mails').select(['kind', 'to_address']).execute();
    expect(mails).toEqual([{ kind: 'order_shipped', to_address: 'bo@caller.example' }]);
    expect((await admin.get('/api/manage/orders?search=caller')).json().orders).toMatchObject([
      { id: order.id },
    ]);
  });

  test('the admin may sell what visitors cannot buy, but nothing that an order has', async () => {
    const hidden = await piece({ visible: false, forSale: false, price: 'Price on request' });
    await sold(hidden);
    const held = await piece();
    const { order } = (await shop.visitor().post('/api/orders', directBody(held))).json();
    const cases: [Awaited<ReturnType<typeof sell>>, number, string][] = [
      [await sell(held), 409, `“Amethyst” is in order #${order.id}.`],
      [
        await sell(await piece({ status: 'sold' })),
        409,
        '“Amethyst” is marked as sold. Set it to Available first.',
      ],
      [
        await sell(await piece({ quantity: 2 }), { quantity: 3 }),
        409,
        'Not enough of “Amethyst” is left.',
      ],
      [await sell(hidden), 409, expect.stringMatching(/^“Amethyst” is in order #\d+\.$/)],
      [await sell(2147483647), 404, 'Specimen not found'],
      [
        await sell(await piece(), { price: 'a beer' }),
        400,
        'Please enter an amount such as 120 or 120.50',
      ],
      [await sell(await piece(), { price: '0.00' }), 400, 'The price must be above 0'],
      [
        await sell(await piece(), { customerEmail: 'bo' }),
        400,
        'Please enter a valid email address',
      ],
      [await sell(await piece(), {}, shop.visitor()), 401, expect.any(String)],
    ];
    for (const [response, status, message] of cases) {
      expect(response.statusCode, response.body).toBe(status);
      expect(response.json().message).toEqual(message);
    }
    expect(await database.db.selectFrom('orders').select('id').execute()).toHaveLength(2);
    expect(await stockOf(shop.ctx, [held])).toEqual(['1-1 pending']);
  });

  test('sent again under its key, also at the same moment, it is one sale; another sale needs another key', async () => {
    const id = await piece({ quantity: 5 });
    const sellUnder = (key: string, specimenId: number, quantity: number) =>
      admin.post(
        '/api/manage/sales',
        { specimenId, price: '90', quantity },
        { 'idempotency-key': key },
      );
    const [one, two] = await Promise.all([
      sellUnder(`lot-${id}`, id, 1),
      sellUnder(`lot-${id}`, id, 1),
    ]);
    const again = await sellUnder(`lot-${id}`, id, 1);
    expect([one.statusCode, two.statusCode, again.statusCode]).toEqual([201, 201, 201]);
    expect(new Set([one, two, again].map((response) => response.json<OrderDetail>().id)).size).toBe(
      1,
    );
    expect(await stockOf(shop.ctx, [id])).toEqual(['4-0 available']);
    // The refusal of another sale names the order that the key stands for.
    const other = await sellUnder(`lot-${id}`, id, 2);
    expect([other.statusCode, other.json()]).toEqual([
      422,
      expect.objectContaining({ code: 'key_reused', madeId: one.json().id }),
    ]);
    // A sale that is refused leaves its key free.
    expect((await sellUnder(`refused-${id}`, id, 6)).statusCode).toBe(409);
    expect((await sellUnder(`refused-${id}`, id, 2)).statusCode).toBe(201);
  });

  test('a key sent again after months still finds its sale', async () => {
    const id = await piece({ quantity: 2 });
    const soldAt = '2025-12-31T23:59:59.000Z';
    const input = { specimenId: id, price: '90', soldAt, notes: 'Wants to hear of the next one' };
    const send = () => admin.post('/api/manage/sales', input, { 'idempotency-key': `late-${id}` });
    const first = (await send()).json<OrderDetail>();
    expect(first).toMatchObject({
      notes: 'Wants to hear of the next one',
      createdAt: '2026-11-21T09:00:00.000Z',
    });
    const { paid_at } = await database.db
      .selectFrom('orders')
      .select('paid_at')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow();
    expect(paid_at).toBe(soldAt);
    shop.clock.forward({ days: 399 });
    admin = await shop.admin();
    expect((await send()).json<OrderDetail>().id).toBe(first.id);
    expect(await stockOf(shop.ctx, [id])).toEqual(['1-0 available']);
    // A device whose clock is ahead.
    const ahead = await sold(await piece(), { soldAt: '2999-01-01T00:00:00.000Z' });
    const { paid_at: now } = await database.db
      .selectFrom('orders')
      .select('paid_at')
      .where('id', '=', ahead.id)
      .executeTakeFirstOrThrow();
    expect(now).toBe(shop.clock.now().toISOString());
    expect((await sell(id, { soldAt: 'yesterday' })).statusCode).toBe(400);
    shop.clock.forward({ days: -399 });
    admin = await shop.admin();
  });

  test('where it goes can be told with the sale and later; an order of the shop keeps its address', async () => {
    const order = await sold(await piece(), {
      status: 'paid',
      customerAddress: ' 1 Quarry Road\nButte ',
    });
    expect(order.customerAddress).toBe('1 Quarry Road\nButte');
    const edit = (id: number, payload: object) =>
      admin.request({ method: 'PATCH', url: `/api/orders/${id}`, payload });
    const edited = (await edit(order.id, { customerAddress: '2 Quarry Road' })).json<OrderDetail>();
    expect([edited.customerAddress, edited.history.at(-1)?.text]).toEqual([
      '2 Quarry Road',
      'Address: 2 Quarry Road instead of 1 Quarry Road, Butte.',
    ]);
    expect((await edit(order.id, { carrier: 'UPS' })).json()).toMatchObject({
      customerAddress: '2 Quarry Road',
      carrier: 'UPS',
    });
    expect((await edit(order.id, { customerAddress: '' })).json()).toMatchObject({
      customerAddress: '',
    });

    const placed = (
      await shop.visitor().post('/api/orders', directBody(await piece()))
    ).json<PlacedOrder>().order;
    const refused = await edit(placed.id, { customerAddress: '' });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'An order placed in the shop needs an address.',
    ]);
    expect((await edit(placed.id, { customerAddress: placed.customerAddress })).statusCode).toBe(
      200,
    );
  });

  test('the name of a buyer is corrected until the order is shipped, and found by the new name', async () => {
    const placed = (
      await shop.visitor().post('/api/orders', directBody(await piece()))
    ).json<PlacedOrder>().order;
    const edit = (payload: object) =>
      admin.request({ method: 'PATCH', url: `/api/orders/${placed.id}`, payload });
    const renamed = (await edit({ customerName: 'Zelda Corrected' })).json<OrderDetail>();
    expect([renamed.customerName, renamed.history.at(-1)?.text]).toEqual([
      'Zelda Corrected',
      'Name: Zelda Corrected instead of Ada Buyer.',
    ]);
    expect((await admin.get('/api/manage/orders?search=zelda')).json()).toMatchObject({
      total: 1,
      orders: [{ id: placed.id }],
    });
    expect((await edit({ customerName: 'Z' })).statusCode).toBe(400);
    await setStatus(placed.id, 'paid');
    await setStatus(placed.id, 'shipped');
    const late = await edit({ customerName: 'Somebody Else' });
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      `Order #${placed.id} is shipped. The name can’t be changed anymore.`,
    ]);
    expect(
      (await edit({ customerAddress: '9 New Road', addressNote: 'Came back' })).json(),
    ).toMatchObject({
      customerName: 'Zelda Corrected',
      customerAddress: '9 New Road',
    });
  });

  test('a sale moved back to pending is no new buyer’s, though nobody has given an email address', async () => {
    const { id } = await sold(await piece());
    expect((await setStatus(id, 'pending')).statusCode).toBe(200);
    expect((await admin.get('/api/manage/strangers')).json()).toMatchObject({
      orders: 0,
      pieces: 0,
      sources: [],
    });
  });

  test('of a sale and an order for the same piece at the same moment one is taken', async () => {
    const id = await piece();
    const buyer = shop.visitor();
    const answers = await Promise.all([
      sell(id),
      buyer.post('/api/orders', directBody(id)),
      sell(id),
    ]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
    expect(await auditBooks(database.db)).toEqual([]);
  });
});

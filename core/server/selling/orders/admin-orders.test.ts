import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StatusEffects } from '#core/contract/selling/order-edits.ts';
import { orderStatuses } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail, OrdersPage, PlacedOrder } from '#core/contract/selling/orders.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { auditBooks, cartBody, directBody, stockOf, withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });
  beforeEach(async () => {
    admin = await shop.admin();
    for (const table of ['orders', 'specimens'] as const)
      await database.db.deleteFrom(table).execute();
  });

  const add = (...inputs: Parameters<typeof addSpecimens>[1]) => addSpecimens(shop.ctx, inputs);
  async function place(body: object): Promise<PlacedOrder['order']> {
    const response = await shop.visitor().post('/api/orders', body);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().order;
  }
  const change = (id: number, status: string) => admin.put(`/api/orders/${id}/status`, { status });
  const list = async (query = '') =>
    (await admin.get(`/api/manage/orders${query}`)).json<OrdersPage>();
  const idsOf = async (query: string) => (await list(query)).orders.map((order) => order.id);
  const detail = async (id: number) =>
    (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
  const patch = (id: number | string, payload: object) =>
    admin.request({ method: 'PATCH', url: `/api/orders/${id}`, payload });
  const effects = async (id: number, status: string) =>
    (await admin.get(`/api/manage/orders/${id}/effects?status=${status}`)).json<StatusEffects>();

  describe('the list', () => {
    test('the search finds names, email addresses, order numbers and specimens, however they are typed', async () => {
      const [ruby = 0, beryl = 0] = await add({ title: 'Rubín, Šumava 100%' }, { title: 'Beryl' });
      const first = await place({
        ...directBody(ruby),
        customerName: 'José Ångström',
        customerEmail: 'jose@mines.example',
      });
      const second = await place({
        ...directBody(beryl),
        customerName: 'Bo Strass',
        customerEmail: 'bo@quarry.example',
      });
      for (const term of [
        'jose',
        'ÅNGSTRÖM',
        'mines.example',
        'rubin sumava',
        '100%',
        `%23${first.id}`,
        `${first.id}`,
      ])
        expect(
          await idsOf(`?search=${term.includes('%23') ? term : encodeURIComponent(term)}`),
          term,
        ).toContain(first.id);
      expect(await idsOf('?search=jose')).toEqual([first.id]);
      expect(await idsOf('?search=beryl%20strass')).toEqual([second.id]);
      for (const term of ['nobody', 'beryl jose', '_', '\\', "'"])
        expect(await idsOf(`?search=${encodeURIComponent(term)}`), term).toEqual([]);
      expect(await idsOf('?search=%20')).toEqual([second.id, first.id]);
    });

    test('the list is filtered by status and by what is overdue, with the count of each', async () => {
      const ids = await add({}, {}, {}, {});
      const orders: number[] = [];
      for (const id of ids) orders.push((await place(directBody(id))).id);
      const [a = 0, b = 0, c = 0] = orders;
      await change(a, 'paid');
      await change(b, 'cancelled');
      shop.clock.forward({ hours: 73 });
      admin = await shop.admin();
      const [late = 0] = await add({});
      const young = (await place(directBody(late))).id;
      const { counts, total } = await list();
      expect([counts, total]).toEqual([
        { all: 5, pending: 3, paid: 1, shipped: 0, delivered: 0, cancelled: 1, overdue: 2 },
        5,
      ]);
      expect(await idsOf('?filter=overdue')).toEqual([orders[3], c]);
      expect(await idsOf('?filter=pending')).toEqual([young, orders[3], c]);
      expect(await idsOf('?filter=paid')).toEqual([a]);
      expect((await list('?filter=paid&search=nothing')).counts.all).toBe(0);
      expect((await admin.get('/api/manage/orders?filter=lost')).statusCode).toBe(400);
    });

    test('the list has pages of 25, and a page beyond the last is the last', async () => {
      const [id = 0] = await add({ quantity: 60 });
      for (let n = 0; n < 52; n++) await place(cartBody([{ specimenId: id, quantity: 1 }]));
      const all = (await admin.get('/api/orders'))
        .json<{ id: number }[]>()
        .map((order) => order.id);
      expect(all).toHaveLength(52);
      const pages = [await list(), await list('?page=2'), await list('?page=3')];
      expect(pages.flatMap((page) => page.orders.map((order) => order.id))).toEqual(all);
      expect(pages.map(({ page, pages, total }) => [page, pages, total])).toEqual(
        [1, 2, 3].map((page) => [page, 3, 52]),
      );
      expect(await list('?page=9')).toEqual(pages[2]);
    });
  });

  describe('one order', () => {
    test('an order is read with its history', async () => {
      const [topaz = 0, quartz = 0] = await add(
        { title: 'Topaz' },
        { title: 'Quartz', quantity: 3 },
      );
      const { id, secretPath } = await place(
        cartBody([
          { specimenId: topaz, quantity: 1 },
          { specimenId: quartz, quantity: 2 },
        ]),
      );
      await change(id, 'paid');
      await patch(id, { carrier: 'UPS' });
      await change(id, 'cancelled');
      const order = await detail(id);
      expect(order).toMatchObject({
        id,
        secretPath,
        status: 'cancelled',
        erasedAt: null,
        overdue: false,
        hasMailServer: false,
      });
      expect(order.history.map((event) => `${event.actor}: ${event.text}`)).toEqual([
        'buyer: The order was placed.',
        'buyer: 3 pieces are on hold for the buyer: Topaz; Quartz × 2.',
        'owner: 3 pieces were taken out of stock: Topaz; Quartz × 2.',
        'owner: The status was changed from pending to paid.',
        'owner: Changed: carrier.',
        'owner: 3 pieces are back in stock: Topaz; Quartz × 2.',
        'owner: The status was changed from paid to cancelled.',
        'owner: $330.00 is to be refunded.',
      ]);
      expect((await admin.get('/api/manage/orders/2147483647')).statusCode).toBe(404);
    });

    test('an order takes a payment id, carrier and tracking number, which its buyer reads too', async () => {
      const [specimen = 0] = await add({});
      const { id, secretPath } = await place(directBody(specimen));
      const noted = await patch(id, { venmoPaymentId: ' V-1 ', trackingNumber: '1Z' });
      expect(noted.json()).toMatchObject({
        venmoPaymentId: 'V-1',
        carrier: null,
        trackingNumber: '1Z',
      });
      expect((await patch(id, { trackingNumber: '', carrier: 'UPS' })).json()).toMatchObject({
        venmoPaymentId: 'V-1',
        trackingNumber: null,
      });
      const theirs = await shop.visitor().get(`/api/orders/${id}`, withKey({ secretPath }));
      expect(theirs.json()).toMatchObject({ carrier: 'UPS', trackingNumber: null });
      const before = (await detail(id)).history.length;
      await patch(id, { carrier: 'UPS' });
      expect((await detail(id)).history).toHaveLength(before);
      for (const bad of [
        { carrier: 7 },
        { carrier: 'x'.repeat(101) },
        { status: 'paid' },
        { customerEmail: 'eve' },
      ])
        expect((await patch(id, bad)).statusCode, JSON.stringify(bad)).toBe(400);
      expect((await patch(2147483647, {})).statusCode).toBe(404);
    });

    test('an order is erased for good: nothing that leads to the buyer stays, what was sold does', async () => {
      const [specimen = 0] = await add({ title: 'Topaz' });
      const { id, secretPath, totalAmount } = await place({
        ...directBody(specimen),
        notes: 'Ring twice.',
      });
      await patch(id, {
        venmoPaymentId: 'payment 4711',
        carrier: 'UPS Ground',
        trackingNumber: '1Z 999',
        paidHow: 'cash, Tucson',
      });
      const erase = (body: object) => admin.post(`/api/manage/orders/${id}/erase`, body);
      expect((await erase({})).json()).toMatchObject({
        code: 'state_conflict',
        message: expect.stringContaining('still pending'),
      });
      await change(id, 'paid');
      // Each has a sign that no random key or hash contains, so chance cannot make it.
      const traces = [
        'Ada Buyer',
        'ada@buyer.example',
        'Quarry Road',
        'Ring twice.',
        '@ada',
        'payment 4711',
        'UPS Ground',
        '1Z 999',
        'cash, Tucson',
        '127.0.0.1',
      ];
      const tables = ['orders', 'order_buyers', 'mails', 'events'] as const;
      const stored = async () =>
        JSON.stringify(
          await Promise.all(
            tables.map((table) => database.db.selectFrom(table).selectAll().execute()),
          ),
        );
      const before = await stored();
      for (const trace of traces) expect(before).toContain(trace);
      expect((await erase({})).statusCode).toBe(200);
      const order = await detail(id);
      expect(order).toMatchObject({
        customerName: 'Erased',
        customerEmail: '',
        status: 'paid',
        totalAmount,
        mails: [],
      });
      expect(order.lines).toMatchObject([{ title: 'Topaz', quantity: 1 }]);
      expect(order.erasedAt).toBe(shop.clock.now().toISOString());
      const after = await stored();
      for (const trace of traces) expect(after).not.toContain(trace);
      const theirs = await shop.visitor().get(`/api/orders/${id}`, withKey({ secretPath }));
      expect(theirs.json()).toMatchObject({ customerName: 'Erased', totalAmount });
      expect(await idsOf('?search=topaz')).toEqual([id]);
      expect(await idsOf('?search=ada')).toEqual([]);
      expect((await patch(id, { carrier: 'UPS' })).json()).toMatchObject({
        code: 'state_conflict',
      });
      expect((await erase({})).statusCode).toBe(200);
      expect(await auditBooks(database.db)).toEqual([]);
    });

    test('an erased order is read by admins and by its link, and no longer by the browser that placed it', async () => {
      const [specimen = 0] = await add({});
      const browser = shop.visitor();
      const { order } = (
        await browser.post('/api/orders', directBody(specimen))
      ).json<PlacedOrder>();
      expect((await browser.get(`/api/orders/${order.id}`)).statusCode).toBe(200);
      await admin.post(`/api/manage/orders/${order.id}/erase`, { evenPending: true });
      expect((await browser.get(`/api/orders/${order.id}`)).statusCode).toBe(404);
      expect((await admin.get(`/api/orders/${order.id}`)).statusCode).toBe(200);
    });

    test('a pending order is erased only after a second confirmation', async () => {
      const [specimen = 0] = await add({});
      const { id } = await place(directBody(specimen));
      expect(
        (await admin.post(`/api/manage/orders/${id}/erase`, { evenPending: true })).statusCode,
      ).toBe(200);
      expect((await detail(id)).status).toBe('pending');
      expect((await admin.post('/api/manage/orders/2147483647/erase', {})).statusCode).toBe(404);
    });
  });

  describe('what a status would do', () => {
    test('the preview names every specimen, and comes true', async () => {
      const ids = await add({ title: 'Topaz' }, { title: 'Quartz', quantity: 3 });
      const { id } = await place(cartBody(ids.map((specimenId) => ({ specimenId, quantity: 1 }))));
      expect(await effects(id, 'paid')).toEqual({
        status: 'paid',
        refusal: null,
        specimens: [
          { specimenId: ids[0], text: '“Topaz” becomes Sold.', forLine: false },
          {
            specimenId: ids[1],
            text: '“Quartz” stays Available, and 2 pieces can be ordered.',
            forLine: false,
          },
        ],
        money: null,
        mail: {
          to: 'ada@buyer.example',
          subject: `Payment received for order #${id}`,
          text: expect.stringContaining('Dear Ada Buyer,'),
        },
        hasMailServer: false,
      });
      expect(await effects(id, 'pending')).toEqual({
        status: 'pending',
        refusal: null,
        specimens: [],
        money: null,
        mail: null,
        hasMailServer: false,
      });
      const labels = { available: 'Available', pending: 'Pending Sale', sold: 'Sold' };
      for (const status of [
        'paid',
        'cancelled',
        'pending',
        'delivered',
        'shipped',
        'cancelled',
        'paid',
        ...orderStatuses,
      ]) {
        const preview = await effects(id, status);
        expect((await change(id, status)).statusCode).toBe(200);
        const now = await database.db.selectFrom('specimens').select(['id', 'status']).execute();
        for (const { specimenId, text } of preview.specimens)
          expect(text).toContain(
            labels[now.find((specimen) => specimen.id === specimenId)?.status ?? 'sold'],
          );
      }
      // It is cancelled: once more does nothing, and tells nobody.
      expect((await effects(id, 'cancelled')).mail).toBeNull();
      expect((await admin.get(`/api/manage/orders/${id}/effects?status=lost`)).statusCode).toBe(
        400,
      );
      expect(
        (await admin.get('/api/manage/orders/2147483647/effects?status=paid')).statusCode,
      ).toBe(404);
    });

    test('the preview gives the reason of a refusal, in its own words, and changes nothing', async () => {
      const [specimen = 0] = await add({ title: 'Topaz' });
      const first = await place(directBody(specimen));
      await change(first.id, 'cancelled');
      const second = await place(directBody(specimen));
      const before = await stockOf(shop.ctx, [specimen]);
      expect(await effects(first.id, 'pending')).toEqual({
        status: 'pending',
        refusal: `“Topaz” is in order #${second.id}.`,
        specimens: [],
        money: null,
        mail: null,
        hasMailServer: false,
      });
      expect(await stockOf(shop.ctx, [specimen])).toEqual(before);
      expect((await change(first.id, 'pending')).json().message).toContain(
        `“Topaz” is in order #${second.id}.`,
      );
      await database.db.deleteFrom('specimens').execute();
      expect((await effects(first.id, 'paid')).refusal).toContain('has been deleted');
      expect(await effects(second.id, 'cancelled')).toMatchObject({ refusal: null, specimens: [] });
    });
  });

  test('several orders are cancelled, each on its own, and the result of each is reported', async () => {
    const ids = await add({}, {}, {});
    const orders: number[] = [];
    for (const id of ids) orders.push((await place(directBody(id))).id);
    const [a = 0, b = 0, c = 0] = orders;
    await change(b, 'cancelled');
    await change(c, 'paid');
    const response = await admin.post('/api/manage/orders/cancel', {
      ids: [a, b, 2147483647, c, a],
    });
    expect(response.json()).toEqual({
      results: [
        { id: a, result: 'cancelled', message: `Order #${a} has been cancelled.` },
        { id: b, result: 'unchanged', message: `Order #${b} was already cancelled.` },
        { id: 2147483647, result: 'not_found', message: 'Order #2147483647 no longer exists.' },
        {
          id: c,
          result: 'refused',
          message: `Order #${c} is paid ($110.00). Cancel it on its own page, with its refund.`,
        },
      ],
    });
    expect(await stockOf(shop.ctx, ids)).toEqual(['1-0 available', '1-0 available', '0-0 sold']);
    expect(await auditBooks(database.db)).toEqual([]);
    for (const bad of [
      { ids: [] },
      { ids: ['1'] },
      {},
      { ids: Array.from({ length: 101 }, (_, n) => n + 1) },
    ])
      expect((await admin.post('/api/manage/orders/cancel', bad)).statusCode).toBe(400);
  });

  test('a visitor gets the same 401 for each of these calls, whether the order exists or not', async () => {
    const [specimen = 0] = await add({});
    const visitor = shop.visitor();
    const { order } = (await visitor.post('/api/orders', directBody(specimen))).json<PlacedOrder>();
    const calls = [order.id, 2147483647, 'abc'].flatMap((id) => [
      { method: 'GET' as const, url: '/api/manage/orders' },
      { method: 'GET' as const, url: `/api/manage/orders/${id}` },
      { method: 'GET' as const, url: `/api/manage/orders/${id}/effects?status=paid` },
      { method: 'PATCH' as const, url: `/api/orders/${id}`, payload: { carrier: 'UPS' } },
      { method: 'POST' as const, url: '/api/manage/orders/cancel', payload: { ids: [id] } },
      { method: 'POST' as const, url: `/api/manage/orders/${id}/erase`, payload: {} },
    ]);
    const responses = await Promise.all(calls.map((call) => visitor.request(call)));
    expect(
      new Set(responses.map((response) => `${response.statusCode} ${response.body}`)).size,
    ).toBe(1);
    expect(responses[0]?.statusCode).toBe(401);
    expect((await detail(order.id)).status).toBe('pending');
  });
});

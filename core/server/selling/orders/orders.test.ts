import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { orderStatuses, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { AdminOrder, PlacedOrder } from '#core/contract/selling/orders.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { cartBody, directBody, keyOf, stockOf, withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, { config: { logLevel: 'debug' } });
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const add = (...inputs: Parameters<typeof addSpecimens>[1]) => addSpecimens(shop.ctx, inputs);
  async function place(body: object, browser = shop.visitor()): Promise<PlacedOrder['order']> {
    const response = await browser.post('/api/orders', body);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().order;
  }
  const one = (specimenId: number, quantity = 1) => cartBody([{ specimenId, quantity }]);
  const change = (id: number, status: string) => admin.put(`/api/orders/${id}/status`, { status });

  describe('reading an order', () => {
    let order: PlacedOrder['order'];
    let buyer: Browser;
    const other = () => shop.visitor();
    const ahead = ['paid', 'shipped', 'delivered'].map((step) => ({
      step,
      at: null,
      isDone: false,
    }));
    /** As its own page shows it while it is pending. */
    const followed = (placed: PlacedOrder['order']) => ({
      ...placed,
      payments: [],
      refunds: [],
      steps: [{ step: 'placed', at: placed.createdAt, isDone: true }, ...ahead],
      endedUnpaid: false,
      endedByBuyer: false,
      proposal: null,
      dueAmount: placed.totalAmount,
    });

    beforeAll(async () => {
      const [id = 0] = await add({});
      buyer = shop.visitor();
      order = await place(directBody(id), buyer);
    });

    test('the browser that placed an order reads it, by a cookie that no script reads', async () => {
      const response = await buyer.get(`/api/orders/${order.id}`);
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.json()).toEqual(followed(order));
    });

    test('anybody reads an order with the key of its secret link, which is in the fragment', async () => {
      expect(order.secretPath).toBe(`/order-confirmation/${order.id}#key=${keyOf(order)}`);
      expect((await other().get(`/api/orders/${order.id}`, withKey(order))).json()).toEqual(
        followed(order),
      );
    });

    test('a key in the query, as links of earlier versions have it, still reads the order', async () => {
      expect((await other().get(`/api/orders/${order.id}?key=${keyOf(order)}`)).json()).toEqual(
        followed(order),
      );
    });

    test('the admin reads an order and learns whether it is overdue', async () => {
      expect((await admin.get(`/api/orders/${order.id}`)).json()).toEqual({
        ...followed(order),
        overdue: false,
      });
    });

    test('anybody else gets the response of an order that does not exist', async () => {
      const [id = 0] = await add({});
      const stranger = other();
      const theirs = await place(directBody(id), stranger);
      const missing = await stranger.get('/api/orders/2147483647');
      expect(missing.statusCode).toBe(404);
      for (const query of [
        '',
        '?key=',
        '?key=x',
        `?key=${keyOf(theirs)}`,
        `?key=${keyOf(order)}x`,
        `?key=${keyOf(order).slice(1)}`,
      ]) {
        const response = await stranger.get(`/api/orders/${order.id}${query}`);
        expect([response.statusCode, response.body], query).toEqual([404, missing.body]);
      }
      for (const key of ['', 'x', keyOf(theirs), `${keyOf(order)}x`, keyOf(order).slice(1)]) {
        const response = await stranger.get(`/api/orders/${order.id}`, { 'order-key': key });
        expect([response.statusCode, response.body], key).toEqual([404, missing.body]);
      }
    });

    test('a browser that logs out reads its own orders only', async () => {
      const browser = await shop.admin();
      await browser.post('/api/auth/logout');
      expect((await browser.get(`/api/orders/${order.id}`)).statusCode).toBe(404);
      await buyer.post('/api/auth/logout');
      expect((await buyer.get(`/api/orders/${order.id}`)).statusCode).toBe(200);
    });

    onTheOtherToo.each(['0', 'abc', '1.5', '-1', '2147483648'])(
      'the id %j is refused with 400',
      async (id) => {
        expect((await other().get(`/api/orders/${id}`)).statusCode).toBe(400);
      },
    );

    test('the key of a secret link is not logged', async () => {
      for (const id of [order.id, order.id + 1_000, 'x']) {
        await other().get(`/api/orders/${id}?key=${keyOf(order)}`);
        await other().get(`/api/orders/${id}`, withKey(order));
        await other().get(`/order-confirmation/${id}?key=${keyOf(order)}`);
      }
      expect(shop.log.length).toBeGreaterThan(0);
      expect(shop.log.join('\n')).not.toContain(keyOf(order));
    });

    test('an order stays as it was placed, whatever becomes of its specimen', async () => {
      const [id = 0] = await add({ title: 'Topaz' });
      const browser = shop.visitor();
      const placed = await place(directBody(id), browser);
      await shop.ctx.db
        .updateTable('specimens')
        .set({ title: 'Glass', price: '1.00', price_cents: 100, visible: false })
        .where('id', '=', id)
        .execute();
      expect((await browser.get(`/api/orders/${placed.id}`)).json()).toEqual(followed(placed));
      await shop.ctx.db.deleteFrom('specimens').where('id', '=', id).execute();
      const { lines, specimenId } = (await browser.get(`/api/orders/${placed.id}`)).json();
      expect(specimenId).toBeNull();
      expect(lines).toMatchObject([{ specimenId: null, title: 'Topaz', price: '100.00' }]);
    });
  });

  describe('the admin’s list', () => {
    test('the list has every order, newest first, and marks those unpaid for 72 hours', async () => {
      await shop.ctx.db.deleteFrom('orders').execute();
      const ids = await add({}, {}, {});
      const orders: number[] = [];
      for (const id of ids) orders.push((await place(directBody(id))).id);
      await change(orders[1] ?? 0, 'paid');
      shop.clock.forward({ hours: 72 });
      // The list wants a login of the last ten minutes.
      const list = async () => (await (await shop.admin()).get('/api/orders')).json<AdminOrder[]>();
      expect((await list()).map((order) => [order.id, order.overdue])).toEqual(
        orders.toReversed().map((id) => [id, false]),
      );
      shop.clock.forward({ seconds: 1 });
      admin = await shop.admin();
      expect((await list()).map((order) => order.overdue)).toEqual([true, false, true]);
      expect((await list())[0]).toMatchObject({
        customerEmail: 'ada@buyer.example',
        lines: [{ title: 'Quartz', lineTotal: '100.00' }],
      });
      expect((await admin.get('/api/orders')).body).not.toMatch(/secretPath|access_key|claim/);
    });

    test('a long list is sent whole', async () => {
      admin = await shop.admin();
      const at = '2026-01-01T00:00:00.000Z';
      const buyer = {
        customer_name: 'A',
        customer_email: 'a@b.example',
        customer_address: 'x',
        venmo_username: null,
        notes: null,
      };
      const amounts = {
        subtotal_cents: 1,
        shipping_cents: 0,
        total_cents: 1,
        venmo_payment_id: null,
      };
      const origin = {
        kind: 'cart' as const,
        status: 'cancelled' as const,
        access_key: 'k',
        ip_address: '',
        created_at: at,
        updated_at: at,
      };
      const row = { ...buyer, ...amounts, ...origin };
      await shop.ctx.db.deleteFrom('orders').execute();
      await shop.ctx.db
        .insertInto('orders')
        .values(Array.from({ length: 230 }, () => row))
        .execute();
      const ids = (await admin.get('/api/orders')).json<AdminOrder[]>().map((order) => order.id);
      expect(ids).toHaveLength(230);
      expect(ids).toEqual(ids.toSorted((a, b) => b - a));
      await shop.ctx.db.deleteFrom('orders').execute();
      expect((await admin.get('/api/orders')).json()).toEqual([]);
    });
  });

  describe('calls of the admin', () => {
    test('a visitor gets 401, whether the order exists or not', async () => {
      const [id = 0] = await add({});
      const visitor = shop.visitor();
      const order = await place(directBody(id), visitor);
      for (const which of [order.id, 2147483647, 'abc']) {
        expect(
          (await visitor.put(`/api/orders/${which}/status`, { status: 'cancelled' })).statusCode,
        ).toBe(401);
        expect((await visitor.delete(`/api/orders/${which}`)).statusCode).toBe(401);
      }
      const list = await visitor.get('/api/orders');
      expect([list.statusCode, list.json().code]).toEqual([401, 'unauthorized']);
      expect(await stockOf(shop.ctx, [id])).toEqual(['1-1 pending']);
    });
  });

  describe('the status of an order', () => {
    test("a change of status moves the order's pieces", async () => {
      const [id = 0] = await add({ quantity: 3 });
      const order = await place(one(id, 2));
      const expected = { held: '3-2 available', taken: '1-0 available', none: '3-0 available' };
      for (const from of orderStatuses) {
        for (const to of orderStatuses) {
          await change(order.id, from);
          const drops = shop.drops();
          const response = await change(order.id, to);
          expect([response.statusCode, response.json().status]).toEqual([200, to]);
          expect(await stockOf(shop.ctx, [id]), `${from} → ${to}`).toEqual([
            expected[orderStatusTable[to].claim],
          ]);
          const [was, is] = [orderStatusTable[from].claim, orderStatusTable[to].claim];
          expect(shop.drops() - drops).toBe(was === is ? 0 : 1);
        }
      }
    });

    test('the last piece makes its specimen pending, sold and available again', async () => {
      const [id = 0] = await add({});
      const order = await place(one(id));
      expect(await stockOf(shop.ctx, [id])).toEqual(['1-1 pending']);
      await change(order.id, 'paid');
      expect(await stockOf(shop.ctx, [id])).toEqual(['0-0 sold']);
      await change(order.id, 'pending');
      expect(await stockOf(shop.ctx, [id])).toEqual(['1-1 pending']);
      await change(order.id, 'cancelled');
      expect(await stockOf(shop.ctx, [id])).toEqual(['1-0 available']);
    });

    test('a return to pending is refused where another order has a piece, and names that order', async () => {
      const [free = 0, wanted = 0] = await add({ title: 'Free' }, { title: 'Wanted' });
      const first = await place(
        cartBody([free, wanted].map((specimenId) => ({ specimenId, quantity: 1 }))),
      );
      await change(first.id, 'cancelled');
      const second = await place(one(wanted));
      for (const to of ['pending', 'paid']) {
        const response = await change(first.id, to);
        expect([response.statusCode, response.json().code]).toEqual([409, 'state_conflict']);
        expect(response.json().message).toBe(
          `Order #${first.id} can’t be changed. “Wanted” is in order #${second.id}.`,
        );
      }
      expect(await stockOf(shop.ctx, [free, wanted])).toEqual(['1-0 available', '1-1 pending']);
      expect((await admin.get(`/api/orders/${first.id}`)).json().status).toBe('cancelled');
      await change(second.id, 'delivered');
      expect((await change(first.id, 'pending')).json().message).toContain(`#${second.id}`);
    });

    test('a return to pending is refused where the admin has marked the specimen as sold, or deleted it', async () => {
      const [marked = 0, deleted = 0] = await add({ title: 'Marked' }, { title: 'Deleted' });
      const first = await place(one(marked));
      const second = await place(one(deleted));
      for (const { id } of [first, second]) await change(id, 'cancelled');
      await shop.ctx.db
        .updateTable('specimens')
        .set({ status: 'sold', status_by_hand: 'sold' })
        .where('id', '=', marked)
        .execute();
      await shop.ctx.db.deleteFrom('specimens').where('id', '=', deleted).execute();
      expect((await change(first.id, 'pending')).json().message).toContain(
        '“Marked” is marked as sold.',
      );
      expect((await change(second.id, 'paid')).json().message).toContain(
        '“Deleted” has been deleted from the collection.',
      );
    });

    test('a specimen keeps the status that the admin has set by hand, until the last piece is paid', async () => {
      const [id = 0] = await add({ quantity: 2 });
      const order = await place(one(id, 1));
      await shop.ctx.db
        .updateTable('specimens')
        .set({ status: 'pending', status_by_hand: 'pending' })
        .where('id', '=', id)
        .execute();
      await change(order.id, 'cancelled');
      expect(await stockOf(shop.ctx, [id])).toEqual(['2-0 pending']);
      await change(order.id, 'paid');
      expect(await stockOf(shop.ctx, [id])).toEqual(['1-0 pending']);
    });

    test('each change is written to the events', async () => {
      const [id = 0] = await add({});
      const order = await place(one(id));
      await change(order.id, 'paid');
      await admin.delete(`/api/orders/${order.id}`);
      const events = await shop.ctx.db
        .selectFrom('events')
        .select(['actor', 'kind', 'data'])
        .where('order_id', '=', order.id)
        .orderBy('id')
        .execute();
      // A feature may note beside them what it needs.
      const kinds = [
        'order_placed',
        'hold',
        'take',
        'order_status',
        'mail_removed',
        'order_deleted',
      ];
      const own = events.filter(({ kind }) => kinds.includes(kind));
      expect(own.map((event) => `${event.actor} ${event.kind}`)).toEqual([
        'buyer order_placed',
        'buyer hold',
        'owner take',
        'owner order_status',
        ...Array(3).fill('system mail_removed'),
        'owner order_deleted',
      ]);
      expect(own[3]?.data).toEqual({ from: 'pending', to: 'paid' });
      expect(JSON.stringify(events)).not.toMatch(/Ada|quarry|buyer\.example/i);
    });

    onTheOtherToo.each([
      {},
      { status: 'lost' },
      { status: 1 },
      { status: null },
      { status: 'paid', note: 'x' },
      [],
    ])('the change %j is refused with 400', async (body) => {
      const [id = 0] = await add({});
      const order = await place(one(id));
      expect((await admin.put(`/api/orders/${order.id}/status`, body)).statusCode).toBe(400);
      expect(await stockOf(shop.ctx, [id])).toEqual(['1-1 pending']);
    });

    test('a change of an unknown order is refused with 404', async () => {
      const response = await change(2147483647, 'paid');
      expect([response.statusCode, response.json().message]).toEqual([404, 'Order not found']);
      expect((await admin.delete('/api/orders/2147483647')).statusCode).toBe(404);
    });

    test('several changes at once move the pieces once', async () => {
      const [id = 0] = await add({ quantity: 5 });
      const order = await place(one(id, 2));
      await place(one(id, 2));
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, n) => change(order.id, n % 2 ? 'cancelled' : 'pending')),
      );
      expect(responses.every((response) => response.statusCode === 200)).toBe(true);
      await Promise.all(Array.from({ length: 6 }, () => change(order.id, 'cancelled')));
      expect(await stockOf(shop.ctx, [id])).toEqual(['5-2 available']);
    });
  });

  describe('deleting an order', () => {
    test('a pending order releases its pieces, once', async () => {
      const [id = 0] = await add({});
      const order = await place(one(id));
      const responses = await Promise.all(
        [1, 2, 3].map(() => admin.delete(`/api/orders/${order.id}`)),
      );
      expect(responses.map((response) => response.statusCode).toSorted()).toEqual([204, 404, 404]);
      expect(await stockOf(shop.ctx, [id])).toEqual(['1-0 available']);
      expect((await admin.get(`/api/orders/${order.id}`)).statusCode).toBe(404);
    });

    test('a paid order gives nothing back, and a cancelled one has nothing to give', async () => {
      const [paid = 0, cancelled = 0] = await add({}, {});
      for (const [id, status] of [
        [paid, 'paid'],
        [cancelled, 'cancelled'],
      ] as const) {
        const order = await place(one(id));
        await change(order.id, status);
        expect((await admin.delete(`/api/orders/${order.id}`)).statusCode).toBe(204);
      }
      expect(await stockOf(shop.ctx, [paid, cancelled])).toEqual(['0-0 sold', '1-0 available']);
    });
  });

  describe('the cart check', () => {
    const check = (body: object) => shop.visitor().post('/api/cart/check', body);

    test('the check says of each line whether it can be ordered, and holds nothing', async () => {
      const [ok = 0, hidden = 0, sold = 0, onRequest = 0, pair = 0] = await add(
        { title: 'Fine', price: '12.5', shippingPrice: '' },
        { visible: false },
        { title: 'Sold', status: 'sold' },
        { title: 'On request', price: 'Price on request' },
        { title: 'Pair', quantity: 2 },
      );
      const items = [ok, hidden, sold, onRequest].map((specimenId) => ({
        specimenId,
        quantity: 1,
      }));
      const response = await check({
        items: [
          ...items,
          { specimenId: pair, quantity: 3 },
          { specimenId: 2147483647, quantity: 1 },
        ],
      });
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe('no-store');
      const gone = { state: 'gone', title: null, price: null, shippingPrice: null, available: 0 };
      expect(response.json().lines).toEqual([
        {
          specimenId: ok,
          state: 'ok',
          title: 'Fine',
          price: '12.50',
          shippingPrice: '0.00',
          available: 1,
        },
        { specimenId: hidden, ...gone },
        {
          specimenId: sold,
          state: 'sold',
          title: 'Sold',
          price: '100.00',
          shippingPrice: '10.00',
          available: 0,
        },
        {
          specimenId: onRequest,
          state: 'not_for_sale',
          title: 'On request',
          price: null,
          shippingPrice: '10.00',
          available: 0,
        },
        {
          specimenId: pair,
          state: 'not_enough',
          title: 'Pair',
          price: '100.00',
          shippingPrice: '10.00',
          available: 2,
        },
        { specimenId: 2147483647, ...gone },
      ]);
      expect(await stockOf(shop.ctx, [ok, pair])).toEqual(['1-0 available', '2-0 available']);
    });

    test('the check counts what others hold', async () => {
      const [id = 0] = await add({});
      await place(directBody(id));
      expect(
        (await check({ items: [{ specimenId: id, quantity: 1 }] })).json().lines,
      ).toMatchObject([{ state: 'pending', available: 0 }]);
    });

    onTheOtherToo('the check of an empty cart is empty', async () => {
      expect((await check({ items: [] })).json()).toEqual({ lines: [] });
    });

    const line = { specimenId: 1, quantity: 1 };
    onTheOtherToo.each([
      {},
      [],
      { items: {} },
      { items: [1] },
      { items: [{ ...line, quantity: 0 }] },
      { items: [{ ...line, specimenId: 'x' }] },
      { items: [{ ...line, price: '1.00' }] },
      { items: Array.from({ length: 101 }, () => line) },
    ])('the cart %j is refused with 400', async (body) => {
      expect((await check(body)).statusCode).toBe(400);
    });
  });
});

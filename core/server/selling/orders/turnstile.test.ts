import { afterAll, beforeAll, expect, test } from 'vitest';
import { cartOrder } from '#core/contract/selling/orders.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { cartBody, directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { orderRequestOf } from './order-request.ts';
import { placeOrder } from './placing.service.ts';
import { createTurnstile, type Turnstile } from './turnstile.service.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let turnstile: Turnstile;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    turnstile = createTurnstile(shop.ctx);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const cart = (...items: Parameters<typeof cartBody>[0]) => cartOrder.parse(cartBody(items));
  const pass = (specimenId: number, key: string | null = null) =>
    turnstile.pass(key, orderRequestOf(cart({ specimenId, quantity: 1 })));
  const problemOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 'none',
      ({ code, message, details }) => ({ code, message, details }),
    );
  const setHeld = (id: number, held: number, status: 'pending' | 'available') =>
    database.db.updateTable('specimens').set({ held, status }).where('id', '=', id).execute();

  test('what cannot be ordered is refused with the words, reasons and numbers of placing', async () => {
    const [held = 0, sold = 0, hidden = 0, unpriced = 0, few = 0, fine = 0] = await addSpecimens(
      shop.ctx,
      [
        { title: 'Held' },
        { title: 'Sold', status: 'sold' },
        { title: 'Hidden', visible: false },
        { title: 'Unpriced', price: null },
        { title: 'Few', quantity: 3 },
        { title: 'Fine', quantity: 3 },
      ],
    );
    await setHeld(held, 1, 'pending');
    const items = [held, sold, hidden, unpriced, 987_654].map((specimenId) => ({
      specimenId,
      quantity: 1,
      title: 'As in the cart',
    }));
    const carts = [
      ...items.map((item) => cart(item)),
      cart(...items, { specimenId: few, quantity: 4 }, { specimenId: fine, quantity: 1 }),
    ];
    for (const input of carts) {
      const placing = problemOf(
        placeOrder(shop.ctx, input, { ipAddress: '203.0.113.1', buyerHash: 'hash', key: null }),
      );
      const passing = problemOf(turnstile.pass(null, orderRequestOf(input)));
      expect(await passing).toEqual(await placing);
      expect(await passing).toMatchObject({ code: 'specimen_unavailable' });
    }
  });

  test('a piece that comes back can be ordered at once, even if another process brought it back', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{}]);
    await setHeld(id, 1, 'pending');
    expect(await problemOf(pass(id))).toMatchObject({ code: 'specimen_unavailable' });
    // As another process does: this one hears of it later.
    await setHeld(id, 0, 'available');
    expect(await problemOf(pass(id))).toBe('none');
  });

  test('as many go on as there are pieces; those behind them hear what became of it', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ quantity: 2 }]);
    const passed: number[] = [];
    const passing = [0, 1, 2, 3].map((n) =>
      pass(id).then((end) => {
        passed.push(n);
        return end;
      }),
    );
    const [first, second] = await Promise.all(passing.slice(0, 2));
    // The first one was not placed, the second one was.
    first?.();
    const third = await passing[2];
    expect(passed).toEqual([0, 1, 2]);
    await setHeld(id, 2, 'pending');
    second?.();
    third?.();
    expect(await problemOf(passing[3] as Promise<unknown>)).toMatchObject({
      code: 'specimen_unavailable',
    });
  });

  test('an order that is sent again while the first is placed, and after it, gets the first one’s answer', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{}]);
    const body = cartBody([{ specimenId: id, quantity: 1 }]);
    const send = (key: string) =>
      shop.visitor().post('/api/orders', body, { 'idempotency-key': key });
    const [first, again, other] = await Promise.all([
      send(`mine-${id}`),
      send(`mine-${id}`),
      send(`other-${id}`),
    ]);
    expect([first, again, other].map(({ statusCode }) => statusCode)).toEqual([201, 201, 409]);
    const later = await send(`mine-${id}`);
    expect([again, later].map((response) => response.json().order.id)).toEqual([
      first.json().order.id,
      first.json().order.id,
    ]);
    const reused = await shop
      .visitor()
      .post('/api/orders', { ...body, notes: 'Wrap it' }, { 'idempotency-key': `mine-${id}` });
    expect([reused.statusCode, reused.json().code]).toEqual([422, 'key_reused']);
  });

  test('an order that is refused on its way keeps nobody waiting', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{}]);
    const cheap = { ...cartBody([{ specimenId: id, quantity: 1 }]), totalAmount: '1.00' };
    const responses = await Promise.all(
      [cheap, cheap, cartBody([{ specimenId: id, quantity: 1 }])].map((body) =>
        shop.visitor().post('/api/orders', body),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([409, 409, 201]);
    expect(responses[0]?.json().code).toBe('total_changed');
  });

  test('a missing user name of Venmo is said before the piece is said to be gone', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{}]);
    await setHeld(id, 1, 'pending');
    const { venmoUsername: _, ...body } = directBody(id);
    const codes = async () => (await shop.visitor().post('/api/orders', body)).json().code;
    const setVenmo = async (enabled: boolean) =>
      (await shop.admin()).put('/api/settings/venmo_settings', {
        venmoUsername: 'druse-shop',
        paymentInstructions: 'Say the number.',
        enabled,
      });
    await setVenmo(true);
    expect(await codes()).toBe('invalid_input');
    await setVenmo(false);
    expect(await codes()).toBe('specimen_unavailable');
  });
});

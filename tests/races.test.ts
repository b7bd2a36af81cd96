/** Many at once, over HTTP: a piece is never in two orders, and no order is half there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlacedOrder } from '#core/contract/selling/orders.ts';
import { makeApp, makeSecondApp, type TestApp } from './support/app.ts';
import { onDatabases, type TestDatabase } from './support/databases.ts';
import { auditBooks, cartBody, directBody, stockOf } from './support/orders.ts';
import { addSpecimens } from './support/specimens.ts';

const BUYERS = 100;

onDatabases(['sqlite', 'postgres'], (makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let second: Awaited<ReturnType<typeof makeSecondApp>>;
  const origins: string[] = [];

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    second = await makeSecondApp(database);
    for (const { app } of second ? [shop, second] : [shop])
      origins.push(await app.listen({ host: '127.0.0.1', port: 0 }));
  });
  afterAll(async () => {
    await second?.close();
    await shop.app.close();
    await database.close();
  });

  type OrderResponse = { status: number; body: { order: PlacedOrder['order']; code: string } };

  let calls = 0;
  async function order(body: object, headers: Record<string, string> = {}): Promise<OrderResponse> {
    const origin = origins[calls++ % origins.length];
    const response = await fetch(`${origin}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ...body, customerEmail: `buyer-${calls}@race.example` }),
    });
    return { status: response.status, body: (await response.json()) as OrderResponse['body'] };
  }
  const buyers = (bodyOf: (n: number) => object) =>
    Promise.all(Array.from({ length: BUYERS }, (_, n) => order(bodyOf(n))));
  const placedIn = (responses: OrderResponse[]) =>
    responses.filter((response) => response.status === 201).map((response) => response.body.order);
  const countOrders = async () =>
    (await database.db.selectFrom('orders').select('id').execute()).length;

  test(`of ${BUYERS} buyers of one specimen, one gets it`, async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{}]);
    const before = await countOrders();
    const responses = await buyers((n) =>
      n % 2 ? directBody(id) : cartBody([{ specimenId: id, quantity: 1 }]),
    );
    expect(placedIn(responses)).toHaveLength(1);
    const refused = responses.filter(
      (response) => response.status === 409 && response.body.code === 'specimen_unavailable',
    );
    expect(refused).toHaveLength(BUYERS - 1);
    expect(await countOrders()).toBe(before + 1);
    expect(await stockOf(shop.ctx, [id])).toEqual(['1-1 pending']);
    expect(await auditBooks(database.db)).toEqual([]);
  });

  test(`${BUYERS} overlapping carts leave every specimen in one order, and no order incomplete`, async () => {
    const ids = await addSpecimens(
      shop.ctx,
      Array.from({ length: 20 }, () => ({})),
    );
    // Five neighbours each, half of the carts in falling order: locking in the order of the cart would deadlock.
    const cartOf = (n: number) => {
      const five = [0, 1, 2, 3, 4].map((step) => ids[(n * 7 + step * 3) % ids.length] ?? 0);
      return n % 2 ? five : five.toReversed();
    };
    const responses = await buyers((n) =>
      cartBody(cartOf(n).map((specimenId) => ({ specimenId, quantity: 1 }))),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([201, 409]));
    const orders = placedIn(responses);
    expect(orders.every((placed) => placed.lines.length === 5)).toBe(true);
    const had = orders.flatMap((placed) => placed.lines.map((line) => line.specimenId ?? 0));
    expect(new Set(had).size).toBe(had.length);
    const left = ids.filter((id) => !had.includes(id));
    expect(await stockOf(shop.ctx, had)).toEqual(had.map(() => '1-1 pending'));
    // What the refused orders wanted is available to the next one.
    expect(await stockOf(shop.ctx, left)).toEqual(left.map(() => '1-0 available'));
    expect(placedIn(await Promise.all(left.map((id) => order(directBody(id)))))).toHaveLength(
      left.length,
    );
    expect(await auditBooks(database.db)).toEqual([]);
  });

  test(`${BUYERS} buyers of a lot of seven get seven pieces, not eight`, async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ quantity: 7 }]);
    const responses = await buyers((n) => cartBody([{ specimenId: id, quantity: 1 + (n % 3) }]));
    const pieces = placedIn(responses).reduce(
      (sum, placed) => sum + (placed.lines[0]?.quantity ?? 0),
      0,
    );
    expect(pieces).toBe(7);
    expect(await stockOf(shop.ctx, [id])).toEqual(['7-7 pending']);
    expect(await auditBooks(database.db)).toEqual([]);
  });

  test('the same key and body twenty times give one order and twenty equal responses', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ quantity: 50 }]);
    const before = await countOrders();
    const body = JSON.stringify(cartBody([{ specimenId: id, quantity: 1 }]));
    const headers = { 'content-type': 'application/json', 'idempotency-key': `twenty-${id}` };
    const responses = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const response = await fetch(`${origins[n % origins.length]}/api/orders`, {
          method: 'POST',
          headers,
          body,
        });
        return `${response.status} ${await response.text()}`;
      }),
    );
    expect(new Set(responses).size).toBe(1);
    expect(responses[0]).toMatch(/^201 /);
    expect(await countOrders()).toBe(before + 1);
    expect(await stockOf(shop.ctx, [id])).toEqual(['50-1 available']);
  });

  test('the same key with twenty bodies gives one order and nineteen times 422', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ quantity: 50 }]);
    const body = cartBody([{ specimenId: id, quantity: 1 }]);
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => order(body, { 'idempotency-key': `bodies-${id}` })),
    );
    expect(placedIn(responses)).toHaveLength(1);
    expect(responses.filter((response) => response.status === 422)).toHaveLength(19);
    expect(await stockOf(shop.ctx, [id])).toEqual(['50-1 available']);
  });

  test('the stock stays consistent while buyers order and an admin cancels, reopens and deletes', async () => {
    const ids = await addSpecimens(
      shop.ctx,
      Array.from({ length: 6 }, () => ({})),
    );
    const admin = await shop.admin();
    const statuses = ['cancelled', 'pending', 'paid', 'cancelled', 'shipped', 'pending'];
    const responses = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const two = [ids[n % 6] ?? 0, ids[(n * 5 + 1) % 6] ?? 0];
        const response = await order(
          cartBody(two.map((specimenId) => ({ specimenId, quantity: 1 }))),
        );
        const id = response.body.order?.id;
        if (id === undefined) return [response.status];
        const changes = statuses
          .slice(n % 3)
          .map((status) => admin.put(`/api/orders/${id}/status`, { status }));
        const changed = (
          await Promise.all([...changes, ...(n % 4 ? [] : [admin.delete(`/api/orders/${id}`)])])
        ).map((done) => done.statusCode);
        return [response.status, ...changed];
      }),
    );
    expect(
      responses.flat().filter((status) => ![200, 201, 204, 404, 409].includes(status)),
    ).toEqual([]);
    expect(await auditBooks(database.db)).toEqual([]);
  });
});

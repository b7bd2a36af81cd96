/** Many at once, over HTTP: a piece is never in two orders, and no order is half there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlacedOrder } from '#contract/orders.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { makeApp, type TestApp } from './support/app.ts';
import { onDatabases, type TestDatabase } from './support/databases.ts';
import { auditBooks, cartBody, directBody, stockOf } from './support/orders.ts';
import { addSpecimens } from './support/specimens.ts';

const BUYERS = 100;

onDatabases(['sqlite', 'postgres'], (makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  /** On PostgreSQL a second process of the shop is stood for by a second app with connections of its own. */
  const origins: string[] = [];
  const close: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    const apps = [shop.app];
    const databaseUrl = database.environment?.DATABASE_URL;
    if (databaseUrl) {
      const second = await openDatabase({ databaseUrl, dataDir: '' });
      apps.push((await makeApp(second)).app);
      close.push(() => second.close());
    }
    for (const app of apps) {
      origins.push(await app.listen({ host: '127.0.0.1', port: 0 }));
      close.unshift(() => app.close());
    }
  });
  afterAll(async () => {
    for (const end of close) await end();
    await database.close();
  });

  type Answer = { status: number; body: { order: PlacedOrder['order']; code: string } };

  let calls = 0;
  async function order(body: object, headers: Record<string, string> = {}): Promise<Answer> {
    const origin = origins[calls++ % origins.length];
    const answer = await fetch(`${origin}/api/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ ...body, customerEmail: `buyer-${calls}@race.example` }),
    });
    return { status: answer.status, body: (await answer.json()) as Answer['body'] };
  }
  const buyers = (bodyOf: (n: number) => object) => Promise.all(Array.from({ length: BUYERS }, (_, n) => order(bodyOf(n))));
  const placedIn = (answers: Answer[]) => answers.filter((answer) => answer.status === 201).map((answer) => answer.body.order);
  const countOrders = async () => (await database.db.selectFrom('orders').select('id').execute()).length;

  test(`${BUYERS} buyers of one specimen: one has it`, async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{}]);
    const before = await countOrders();
    const answers = await buyers((n) => (n % 2 ? directBody(id) : cartBody([{ specimenId: id, quantity: 1 }])));
    expect(placedIn(answers)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status === 409 && answer.body.code === 'specimen_unavailable');
    expect(refused).toHaveLength(BUYERS - 1);
    expect(await countOrders()).toBe(before + 1);
    expect(await stockOf(shop.ctx, [id])).toEqual(['1-1 pending']);
    expect(await auditBooks(database.db)).toEqual([]);
  });

  test(`${BUYERS} overlapping carts: every specimen is in one order, and no order is half there`, async () => {
    const ids = await addSpecimens(
      shop.ctx,
      Array.from({ length: 20 }, () => ({})),
    );
    // Five neighbours each, half of the carts in falling order: whoever locked in the order of the cart would deadlock.
    const cartOf = (n: number) => {
      const five = [0, 1, 2, 3, 4].map((step) => ids[(n * 7 + step * 3) % ids.length] ?? 0);
      return n % 2 ? five : five.toReversed();
    };
    const answers = await buyers((n) => cartBody(cartOf(n).map((specimenId) => ({ specimenId, quantity: 1 }))));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201, 409]));
    const orders = placedIn(answers);
    expect(orders.every((placed) => placed.lines.length === 5)).toBe(true);
    const had = orders.flatMap((placed) => placed.lines.map((line) => line.specimenId ?? 0));
    expect(new Set(had).size).toBe(had.length);
    const left = ids.filter((id) => !had.includes(id));
    expect(await stockOf(shop.ctx, had)).toEqual(had.map(() => '1-1 pending'));
    // What the refused orders wanted is free for whoever comes next.
    expect(await stockOf(shop.ctx, left)).toEqual(left.map(() => '1-0 available'));
    expect(placedIn(await Promise.all(left.map((id) => order(directBody(id)))))).toHaveLength(left.length);
    expect(await auditBooks(database.db)).toEqual([]);
  });

  test(`${BUYERS} buyers of a lot of seven: seven pieces go, not eight`, async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ quantity: 7 }]);
    const answers = await buyers((n) => cartBody([{ specimenId: id, quantity: 1 + (n % 3) }]));
    const pieces = placedIn(answers).reduce((sum, placed) => sum + (placed.lines[0]?.quantity ?? 0), 0);
    expect(pieces).toBe(7);
    expect(await stockOf(shop.ctx, [id])).toEqual(['7-7 pending']);
    expect(await auditBooks(database.db)).toEqual([]);
  });

  test('the same key and body twenty times: one order, twenty times the same answer', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ quantity: 50 }]);
    const before = await countOrders();
    const body = JSON.stringify(cartBody([{ specimenId: id, quantity: 1 }]));
    const headers = { 'content-type': 'application/json', 'idempotency-key': `twenty-${id}` };
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const answer = await fetch(`${origins[n % origins.length]}/api/orders`, { method: 'POST', headers, body });
        return `${answer.status} ${await answer.text()}`;
      }),
    );
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^201 /);
    expect(await countOrders()).toBe(before + 1);
    expect(await stockOf(shop.ctx, [id])).toEqual(['50-1 available']);
  });

  test('the same key with twenty bodies: one order, nineteen times 422', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ quantity: 50 }]);
    const body = cartBody([{ specimenId: id, quantity: 1 }]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => order(body, { 'idempotency-key': `bodies-${id}` })));
    expect(placedIn(answers)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(19);
    expect(await stockOf(shop.ctx, [id])).toEqual(['50-1 available']);
  });

  test('buyers and an admin who cancels, moves back and deletes: the books stay in order', async () => {
    const ids = await addSpecimens(
      shop.ctx,
      Array.from({ length: 6 }, () => ({})),
    );
    const admin = await shop.admin();
    const statuses = ['cancelled', 'pending', 'paid', 'cancelled', 'shipped', 'pending'];
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, n) => {
        const two = [ids[n % 6] ?? 0, ids[(n * 5 + 1) % 6] ?? 0];
        const answer = await order(cartBody(two.map((specimenId) => ({ specimenId, quantity: 1 }))));
        const id = answer.body.order?.id;
        if (id === undefined) return [answer.status];
        const changes = statuses.slice(n % 3).map((status) => admin.put(`/api/orders/${id}/status`, { status }));
        const changed = (await Promise.all([...changes, ...(n % 4 ? [] : [admin.delete(`/api/orders/${id}`)])])).map(
          (done) => done.statusCode,
        );
        return [answer.status, ...changed];
      }),
    );
    expect(answers.flat().filter((status) => ![200, 201, 204, 404, 409].includes(status))).toEqual([]);
    expect(await auditBooks(database.db)).toEqual([]);
  });
});

/** Presses as they come over the network, where most that cannot succeed never reach the framework. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPageCache } from '#platform/page-cache/page-cache.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { cartBody, directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let origin: string;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, { cache: createPageCache(), config: { logLevel: 'debug' } });
    origin = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const headersOf = (all: Iterable<[string, unknown]>) =>
    Object.fromEntries(
      [...all].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)),
    );

  async function press(body: object, headers: Record<string, string> = {}) {
    const response = await fetch(`${origin}/api/orders`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
    return {
      status: response.status,
      headers: headersOf(response.headers),
      body: JSON.parse(await response.text()),
    };
  }

  /** The same call within the process, past everything that comes before the framework. */
  async function inside(body: object, headers: Record<string, string> = {}) {
    const response = await shop.visitor().post('/api/orders', body, headers);
    return {
      status: response.statusCode,
      headers: headersOf(Object.entries(response.headers)),
      body: response.json(),
    };
  }

  /** Lines of the framework. */
  const answered = () => shop.log.filter((line) => line.includes('"answered"')).length;

  const addSold = async (title = 'Sold') =>
    (await addSpecimens(shop.ctx, [{ title, status: 'sold' }]))[0] ?? 0;

  test('a press for what is gone gets the framework’s answer, which has nothing to do for it', async () => {
    const sold = await addSold();
    const [hidden = 0, fine = 0] = await addSpecimens(shop.ctx, [{ visible: false }, {}]);
    const item = (specimenId: number) => ({ specimenId, quantity: 1, title: 'As in the cart' });
    for (const body of [
      directBody(sold),
      directBody(987_654),
      cartBody([item(fine), item(sold), item(hidden)]),
    ]) {
      const before = answered();
      const first = await press(body, { 'idempotency-key': `gone-${before}` });
      expect(answered()).toBe(before);
      expect(first).toEqual(await inside(body, { 'idempotency-key': `gone-${before}` }));
      expect(first.body.code).toBe('specimen_unavailable');
    }
  });

  test('what else is wrong with a press for what is gone is said as ever', async () => {
    const sold = await addSold();
    for (const [body, headers] of [
      [{ ...directBody(sold), customerEmail: 'nobody' }, {}],
      [{ ...directBody(sold), totalAmount: 'much' }, {}],
      [directBody(sold), { 'idempotency-key': 'a b' }],
      [directBody(sold), { 'sec-fetch-site': 'cross-site' }],
      [[], {}],
    ] as [object, Record<string, string>][]) {
      const response = await press(body, headers);
      expect(response).toEqual(await inside(body, headers));
      expect(response.status).not.toBe(409);
    }
  });

  test('a press that is sent again after its answer was lost gets its own order, sold as the piece is', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{}]);
    const mine = { 'idempotency-key': `mine-${id}` };
    const first = await press(directBody(id), mine);
    expect(first.status).toBe(201);
    expect((await press(directBody(id), { 'idempotency-key': `other-${id}` })).status).toBe(409);
    const again = await press(directBody(id), mine);
    expect([again.status, again.body.order.id]).toEqual([201, first.body.order.id]);
    const reused = await press({ ...directBody(id), notes: 'Wrap it' }, mine);
    expect([reused.status, reused.body.code]).toEqual([422, 'key_reused']);
    // For another piece, which is gone as well.
    const elsewhere = await press(directBody(await addSold()), mine);
    expect(elsewhere.body.code).toBe('key_reused');
  });

  test('of many presses at once for three pieces, each under a key of its own, three are placed', async () => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ quantity: 3 }]);
    const presses = Array.from({ length: 60 }, (_, n) =>
      press(directBody(id), { 'idempotency-key': `crowd-${id}-${n}` }),
    );
    const statuses = (await Promise.all(presses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 409)).toHaveLength(57);
  });

  test('a piece that comes back can be ordered at once, even if another process brought it back', async () => {
    const id = await addSold('Back');
    expect((await press(directBody(id))).status).toBe(409);
    await database.db
      .updateTable('specimens')
      .set({ status: 'available', status_by_hand: null })
      .where('id', '=', id)
      .execute();
    expect((await press(directBody(id))).status).toBe(201);
  });
});

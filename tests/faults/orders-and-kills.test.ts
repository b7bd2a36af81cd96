/** The shop's process is killed while it takes orders: what it has acknowledged is there afterwards, and whole. */
import { afterEach, expect, test } from 'vitest';
import type { BuyerOrder } from '#core/contract/selling/orders.ts';
import { makeApp } from '#tests/support/app.ts';
import { onDatabases } from '#tests/support/databases.ts';
import { auditBooks, cartBody, withKey } from '#tests/support/orders.ts';
import { startShop } from '#tests/support/shop-process.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

const ROUNDS = 2;
const BUYERS = 8;
const PLACED_BEFORE_KILL = 25;

type Running = Awaited<ReturnType<typeof startShop>>;
let running: Running | null = null;

async function start(environment: Record<string, string>): Promise<Running> {
  // A developer's .env must not choose the database.
  running = await startShop({ RATE_LIMITS: 'off', DATABASE_URL: '', ...environment });
  return running;
}

async function kill({ child, ended }: Running): Promise<void> {
  child.kill('SIGKILL');
  await ended;
  running = null;
}

afterEach(async () => {
  if (running) await kill(running);
});

type Try = { key: string; body: string; order: BuyerOrder | null };

async function place({ origin }: Running, attempt: Try): Promise<void> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': attempt.key };
  const response = await fetch(`${origin}/api/orders`, {
    method: 'POST',
    headers,
    body: attempt.body,
  });
  const { order } = (await response.json()) as { order: BuyerOrder };
  expect(response.status).toBe(201);
  attempt.order = order;
}

onDatabases(['sqlite', 'postgres'], (makeDatabase) => {
  test('after each kill every acknowledged order exists and is complete', async () => {
    const database = await makeDatabase();
    const { app, ctx } = await makeApp(database);
    const ids = await addSpecimens(
      ctx,
      Array.from({ length: 6 }, (_, n) => ({
        price: `${20 + n}.50`,
        shippingPrice: '3.25',
        quantity: 9_999,
      })),
    );
    const tries: Try[] = [];
    let shop = await start(database.environment ?? {});

    for (let round = 0; round < ROUNDS; round++) {
      const firstOfRound = tries.length;
      let isOpen = true;
      const acknowledged = () =>
        tries.slice(firstOfRound).filter((attempt) => attempt.order !== null).length;
      const buyers = Array.from({ length: BUYERS }, async () => {
        while (isOpen) {
          const n = tries.length;
          const lines = [0, 1, 2].map((step) => ({
            specimenId: ids[(n + step * 2 + (n % 2)) % 6] ?? 0,
            quantity: 1 + step,
          }));
          const attempt: Try = {
            key: `kill-${n}`,
            body: JSON.stringify(cartBody(lines)),
            order: null,
          };
          tries.push(attempt);
          try {
            await place(shop, attempt);
          } catch (error) {
            // Cut off by the kill; a wrong response fails the test.
            if (isOpen || !(error instanceof TypeError)) throw error;
          }
        }
      });
      while (acknowledged() < PLACED_BEFORE_KILL)
        await Promise.race([...buyers, new Promise((resolve) => setTimeout(resolve, 2))]);
      await new Promise((resolve) => setTimeout(resolve, round * 11));
      isOpen = false;
      await kill(shop);
      await Promise.all(buyers);

      shop = await start(database.environment ?? {});
      expect(await auditBooks(database.db)).toEqual([]);
      for (const { order } of tries) {
        if (!order) continue;
        const response = await fetch(`${shop.origin}/api/orders/${order.id}`, {
          headers: withKey(order),
        });
        expect(await response.json()).toEqual({
          ...order,
          steps: expect.any(Array),
          payments: [],
          refunds: [],
          endedUnpaid: false,
          endedByBuyer: false,
          proposal: null,
          dueAmount: order.totalAmount,
        });
      }
      await Promise.all(tries.map((attempt) => place(shop, attempt)));
    }

    const placed = tries.map((attempt) => attempt.order?.id);
    expect(new Set(placed).size).toBe(tries.length);
    const orders = await database.db.selectFrom('orders').select('id').orderBy('id').execute();
    expect(orders.map((order) => order.id)).toEqual(placed.toSorted((a = 0, b = 0) => a - b));
    expect(await auditBooks(database.db)).toEqual([]);
    await kill(shop);
    await app.close();
    await database.close();
  });
});

/** Two processes behind the Caddyfile as it is shipped are restarted one after another, while visitors look around and order: nobody notices. */
import { Agent, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { directBody } from '../support/orders.ts';
import {
  type PostgresServer,
  postgresBinaries,
  startPrimary,
} from '../support/postgres-cluster.ts';
import { newDataDir, type ShopProcess, startShop } from '../support/shop-process.ts';
import { type FrontDoor, proxyFor, WAIT } from './caddy.ts';

const TIMEOUT = 3_600_000;
/** `REQUESTS=10000` for a longer run: more restarts, and as many at once. */
const REQUESTS = Number(process.env.REQUESTS ?? 1_200);
/** Few, so that none is told on a slow machine that the shop is busy. */
const VISITORS = 4;
/** Every so many requests one is an order, which the proxy must not send twice. */
const ORDER_EVERY = 5;
/** Longer than the proxy takes to see that a process is back. */
const NOTICED_MS = 4_000;

let database: PostgresServer;
const shops: ShopProcess[] = [];
let proxy: FrontDoor;
let agent: Agent;
let environment: Record<string, string>;

beforeAll(async () => {
  if (!postgresBinaries) throw new Error('PostgreSQL is missing: apt-get install postgresql');
  database = await startPrimary(inject('runFolder'));
  proxy = await proxyFor(2);
  environment = {
    HOST: '127.0.0.1',
    PUBLIC_URL: proxy.origin,
    ADMIN_PASSWORD: 'a long one of our own',
    DEMO: 'on',
    TRUST_PROXY: '127.0.0.1',
    DATA_DIR: newDataDir(),
    DATABASE_URL: `postgres://druse@127.0.0.1:${database.port}/postgres`,
    LOG_LEVEL: 'warn',
  };
  for (const port of proxy.ports)
    shops.push(await startShop({ ...environment, PORT: String(port) }));
  agent = new Agent({ keepAlive: true, ca: await proxy.start() });
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), WAIT);
}, TIMEOUT);

afterAll(async () => {
  agent?.destroy();
  proxy?.stop();
  for (const { child } of shops) child.kill('SIGKILL');
  await database?.kill();
});

const ask = (target: string, body?: object, localAddress = '127.0.0.1') =>
  new Promise<{ status: number; text: string; isLater: boolean }>((resolve, reject) => {
    const headers = body && { 'content-type': 'application/json' };
    const sent = request(
      new URL(target, proxy.origin),
      { agent, localAddress, method: body ? 'POST' : 'GET', headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        response
          .on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              text,
              isLater: 'retry-after' in response.headers,
            }),
          )
          .on('error', reject);
      },
    );
    sent.on('error', reject).end(body && JSON.stringify(body));
  });

/** Of a network of its own for each order, so that none is told that it has ordered too much. */
const addressOf = (request: number) => {
  const visitor = Math.floor(request / ORDER_EVERY);
  return `127.${1 + Math.floor(visitor / 250)}.${visitor % 250}.2`;
};

let putOff = 0;
/** On a busy machine the shop itself, not the proxy, may ask for patience in words: that is counted, and is no failure. */
async function answered(target: string, body: object | undefined, localAddress: string) {
  for (;;) {
    const answer = await ask(target, body, localAddress);
    if (answer.status !== 503 || !answer.isLater) return answer;
    putOff += 1;
    await pause(NOTICED_MS);
  }
}

async function query(statement: string): Promise<object[]> {
  const client = new pg.Client(environment.DATABASE_URL);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

test(`of ${REQUESTS} requests none fails while both processes are restarted, one after another`, {
  timeout: TIMEOUT,
}, async () => {
  await query('update specimens set quantity = 100000');
  const listed: { id: number; forSale: boolean; status: string; price: string | null }[] =
    JSON.parse((await ask('/api/specimens')).text);
  const ids = listed
    .filter(
      ({ forSale, status, price }) => forSale && status === 'available' && /^\d/.test(price ?? ''),
    )
    .map(({ id }) => id);
  const pages = [
    '/',
    '/api/specimens',
    '/favourites',
    ...ids.slice(0, 8).map((id) => `/specimen/${id}`),
  ];

  let sent = 0;
  let ordered = 0;
  const failed: string[] = [];
  async function visit(): Promise<void> {
    while (sent < REQUESTS) {
      sent += 1;
      const isOrder = sent % ORDER_EVERY === 0;
      const target = isOrder ? '/api/orders' : (pages[sent % pages.length] ?? '/');
      const body = isOrder
        ? {
            ...directBody(ids[sent % ids.length] ?? 0),
            customerEmail: `buyer${sent}@buyer.example`,
          }
        : undefined;
      const { status, text } = await answered(target, body, addressOf(sent)).catch(
        (error: Error) => ({ status: 0, text: error.message }),
      );
      if (isOrder && status === 201) ordered += 1;
      if (status !== (isOrder ? 201 : 200))
        failed.push(`${target}: ${status} ${text.slice(0, 100)}`);
    }
  }
  let isOver = false;
  let restarts = 0;
  async function restartInTurns(): Promise<void> {
    for (let turn = 0; !isOver; turn = (turn + 1) % shops.length) {
      shops[turn]?.child.kill('SIGTERM');
      await shops[turn]?.ended;
      shops[turn] = await startShop({ ...environment, PORT: String(proxy.ports[turn]) });
      restarts += 1;
      await pause(NOTICED_MS);
    }
  }
  const rolling = restartInTurns().finally(() => {
    // Where a process does not come back there is nothing left to ask.
    sent = REQUESTS;
  });
  await Promise.all(Array.from({ length: VISITORS }, visit));
  isOver = true;
  await rolling;
  console.log(
    `${sent} requests, ${ordered} of them orders, during ${restarts} restarts: ${failed.length} failed, ${putOff} were put off by a busy shop.`,
  );
  expect(failed).toEqual([]);
  expect(restarts).toBeGreaterThan(1);
  expect(await query('select count(*)::int as count from orders')).toEqual([{ count: ordered }]);
});

/** Two processes behind the Caddyfile as it is shipped are restarted one after another, while visitors look around and order: nobody notices. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { directBody } from '../support/orders.ts';
import { type PostgresServer, postgresBinaries, startPrimary } from '../support/postgres-cluster.ts';
import { freePort } from '../support/postgres-server.ts';
import { newDataDir, type ShopProcess, startShop } from '../support/shop-process.ts';

const TIMEOUT = 3_600_000;
const WAIT = { timeout: 120_000, interval: 200 };
const REQUESTS = 1_200;
/** Few, so that none is told on a slow machine that the shop is busy. */
const VISITORS = 4;
/** Every so many requests one is an order, which the proxy must not send twice. */
const ORDER_EVERY = 5;
/** Longer than the proxy takes to see that a process is back. */
const NOTICED_MS = 4_000;

let database: PostgresServer;
const ports: number[] = [];
const shops: ShopProcess[] = [];
let caddy: ChildProcess;
let origin: string;
let ca: Buffer;
let agent: Agent;
let environment: Record<string, string>;

beforeAll(async () => {
  if (!postgresBinaries) throw new Error('PostgreSQL is missing: apt-get install postgresql');
  database = await startPrimary(inject('runFolder'));
  const [http, https, ...own] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  ports.push(...own);
  origin = `https://localhost:${https}`;
  environment = {
    ...{ HOST: '127.0.0.1', PUBLIC_URL: origin, ADMIN_PASSWORD: 'a long one of our own', DEMO: 'on', TRUST_PROXY: '127.0.0.1' },
    ...{ DATA_DIR: newDataDir(), DATABASE_URL: `postgres://druse@127.0.0.1:${database.port}/postgres`, LOG_LEVEL: 'warn' },
  };
  for (const port of ports) shops.push(await startShop({ ...environment, PORT: String(port) }));
  const folder = mkdtempSync(path.join(inject('runFolder'), 'caddy-'));
  const site = `{\n\tadmin off\n\tskip_install_trust\n\thttp_port ${http}\n\thttps_port ${https}\n}\nimport ${path.resolve('deploy/Caddyfile')}\n`;
  writeFileSync(path.join(folder, 'Caddyfile'), site);
  const env = {
    ...process.env,
    DOMAIN: origin,
    SHOPS: ports.map((port) => `127.0.0.1:${port}`).join(' '),
    XDG_DATA_HOME: folder,
    HOME: folder,
  };
  caddy = spawn('caddy', ['run', '--config', path.join(folder, 'Caddyfile')], { env, stdio: 'ignore' });
  ca = await vi.waitFor(() => readFileSync(path.join(folder, 'caddy/pki/authorities/local/root.crt')), WAIT);
  agent = new Agent({ keepAlive: true, ca });
  await vi.waitFor(async () => expect((await ask('/readyz')).status).toBe(200), WAIT);
}, TIMEOUT);

afterAll(async () => {
  agent?.destroy();
  caddy?.kill('SIGTERM');
  for (const { child } of shops) child.kill('SIGKILL');
  await database?.kill();
});

const ask = (target: string, body?: object, localAddress = '127.0.0.1') =>
  new Promise<{ status: number; text: string; isLater: boolean }>((resolve, reject) => {
    const headers = body && { 'content-type': 'application/json' };
    const sent = request(new URL(target, origin), { agent, localAddress, method: body ? 'POST' : 'GET', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response
        .on('end', () => resolve({ status: response.statusCode ?? 0, text, isLater: 'retry-after' in response.headers }))
        .on('error', reject);
    });
    sent.on('error', reject).end(body && JSON.stringify(body));
  });

/** Of a network of its own for each order, so that none is told that it has ordered too much. */
const addressOf = (request: number) => {
  const visitor = Math.floor(request / ORDER_EVERY);
  return `127.${1 + Math.floor(visitor / 250)}.${visitor % 250}.2`;
};

/** On a busy machine the shop itself, not the proxy, may ask for patience in words. */
async function answered(target: string, body: object | undefined, localAddress: string) {
  for (;;) {
    const answer = await ask(target, body, localAddress);
    if (answer.status !== 503 || !answer.isLater) return answer;
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

test(`of ${REQUESTS} requests none fails while both processes are restarted, one after another, again and again`, {
  timeout: TIMEOUT,
}, async () => {
  await query('update specimens set quantity = 100000');
  const listed: { id: number; forSale: boolean; status: string; price: string | null }[] = JSON.parse((await ask('/api/specimens')).text);
  const ids = listed
    .filter(({ forSale, status, price }) => forSale && status === 'available' && /^\d/.test(price ?? ''))
    .map(({ id }) => id);
  const pages = ['/', '/api/specimens', '/favourites', ...ids.slice(0, 8).map((id) => `/specimen/${id}`)];

  let sent = 0;
  let ordered = 0;
  const failed: string[] = [];
  async function visit(): Promise<void> {
    while (sent < REQUESTS) {
      sent += 1;
      const isOrder = sent % ORDER_EVERY === 0;
      const target = isOrder ? '/api/orders' : (pages[sent % pages.length] ?? '/');
      const body = isOrder ? { ...directBody(ids[sent % ids.length] ?? 0), customerEmail: `buyer${sent}@buyer.example` } : undefined;
      const { status, text } = await answered(target, body, addressOf(sent)).catch((error: Error) => ({ status: 0, text: error.message }));
      if (isOrder && status === 201) ordered += 1;
      if (status !== (isOrder ? 201 : 200)) failed.push(`${target}: ${status} ${text.slice(0, 100)}`);
    }
  }
  let isOver = false;
  let restarts = 0;
  async function restartInTurns(): Promise<void> {
    for (let turn = 0; !isOver; turn = (turn + 1) % ports.length) {
      shops[turn]?.child.kill('SIGTERM');
      await shops[turn]?.ended;
      shops[turn] = await startShop({ ...environment, PORT: String(ports[turn]) });
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
  console.log(`${sent} requests, ${ordered} of them orders, during ${restarts} restarts: ${failed.length} failed.`);
  expect(failed).toEqual([]);
  expect(restarts).toBeGreaterThan(1);
  expect(await query('select count(*)::int as count from orders')).toEqual([{ count: ordered }]);
});

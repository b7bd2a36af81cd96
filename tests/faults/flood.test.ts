/** A thousand different pages at once, from one address and from many, and a thousand orders, questions and follows. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { openDatabase } from '#platform/db/open.ts';
import { seedSpecimens } from '../../bench/seed.ts';
import { directBody } from '../support/orders.ts';
import { freePort } from '../support/postgres-server.ts';
import { residentBytes } from '../support/resident-memory.ts';
import { newDataDir, type ShopProcess, startShop } from '../support/shop-process.ts';

const FLOOD = 1_000;
const SPECIMENS = 2_000;
const MAX_RESIDENT_BYTES = 512e6;
/** Nobody waits for the end of the flood, as all did once: the slowest takes less than this share of it, however long it lasts on this machine. */
const MAX_SHARE = 2 / 3;
/** A form that is filled in faster is a program's. */
const FILLED_IN_MS = 3_100;
const PASSWORD = 'rock-solid-password';

let shop: (ShopProcess & { origin: string }) | undefined;
afterEach(async () => {
  shop?.child.kill('SIGKILL');
  await shop?.ended;
});

async function openFullShop(): Promise<ShopProcess & { origin: string }> {
  const dataDir = newDataDir();
  const database = await openDatabase({ databaseUrl: null, dataDir });
  await prepareDatabase(database);
  await seedSpecimens(database, SPECIMENS);
  await database.close();
  // TRUST_PROXY requires a PUBLIC_URL, which names the port.
  const port = String(await freePort());
  const environment = {
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ADMIN_PASSWORD: PASSWORD,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'warn',
  };
  return startShop({ ...environment, DATA_DIR: dataDir, NODE_OPTIONS: '--max-old-space-size=256' });
}

type Response = { status: number; type: string; retryAfter: string | undefined; text: string };

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

const get = (origin: string, path: string, headers: Record<string, string> = {}) =>
  send(origin, 'GET', path, headers);

const post = (origin: string, path: string, body: object, headers: Record<string, string>) =>
  send(
    origin,
    'POST',
    path,
    { 'content-type': 'application/json', ...headers },
    JSON.stringify(body),
  );

async function send(
  origin: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<Response> {
  const [response] = await once(
    request(origin + path, { method, agent, headers }).end(body),
    'response',
  );
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { 'content-type': type, 'retry-after': retryAfter } = response.headers;
  return { status: response.statusCode, type, retryAfter, text: Buffer.concat(chunks).toString() };
}

const repeater = path.join(import.meta.dirname, '../support/repeat-request.ts');

/** Requests a path again and again in a process of its own, which the flood does not slow down. */
async function repeat(origin: string, target: string, connections: 'one' | 'new', cookie = '') {
  const child = fork(repeater, [origin, target, connections, cookie]);
  await once(child, 'message');
  return {
    /** @returns how long the slowest request took, in milliseconds, and which statuses there were. */
    async stop(): Promise<{ slowest: number; statuses: number[] }> {
      const result = once(child, 'message');
      child.send('stop');
      const [outcome] = await result;
      return outcome;
    },
  };
}

const ipOf = (n: number) => ({ 'x-forwarded-for': `203.0.${n >> 8}.${n & 255}` });

test.each<[string, (n: number) => Record<string, string>]>([
  ['many addresses', ipOf],
  ['one address', () => ipOf(9_999)],
])(
  'while a thousand searches come at once from %s, probes, pages and the admin are served',
  async (_, from) => {
    shop = await openFullShop();
    const { origin, child } = shop;
    expect((await get(origin, '/')).status).toBe(200);
    const login = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: PASSWORD }),
    });
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    let resident = 0;
    const memory = setInterval(() => {
      resident = Math.max(resident, residentBytes(child.pid ?? 0));
    }, 20);
    const probe = await repeat(origin, '/healthz', 'new');
    const home = await repeat(origin, '/', 'one');
    const manage = await repeat(origin, '/api/manage/specimens', 'one', cookie);

    const paths = [
      (n: number) => `/?minPrice=${n}.11&search=quartz`,
      (n: number) => `/specimen/${n + 1}`,
      (n: number) => `/api/specimens?limit=100&minPrice=${n}.12`,
      (n: number) => `/api/suggestions?search=q${n}`,
    ];
    const begun = performance.now();
    const flood = await Promise.all(
      Array.from({ length: FLOOD }, (_, n) =>
        get(origin, paths[n % paths.length]?.(n) ?? '/', from(n)),
      ),
    );
    const floodMs = performance.now() - begun;

    clearInterval(memory);
    const [probes, homes, managed] = await Promise.all([probe.stop(), home.stop(), manage.stop()]);
    for (const { statuses } of [probes, homes, managed]) expect(statuses).toEqual([200]);
    const slowest = Math.max(probes.slowest, homes.slowest, managed.slowest);
    expect(slowest / floodMs, `${slowest} of ${floodMs} ms`).toBeLessThan(MAX_SHARE);
    const served = flood.filter(({ status }) => status === 200 || status === 404);
    const refused = flood.filter(({ status }) => status === 503);
    expect(served.length + refused.length).toBe(FLOOD);
    // How many depends on the machine.
    expect(served.length).toBeGreaterThan(0);
    for (const { type, retryAfter, text } of refused) {
      expect(retryAfter).toBe('5');
      expect(text).toContain('The shop is very busy. Please try again in a moment.');
      expect(type).toMatch(/^text\/html|^application\/json/);
    }
    expect(new Set(refused.map(({ type }) => type.split(';')[0]))).toEqual(
      new Set(['text/html', 'application/json']),
    );
    expect(resident).toBeLessThan(MAX_RESIDENT_BYTES);
    expect((await get(origin, '/?minPrice=77.77')).status).toBe(200);
  },
);

test('while a thousand orders, questions and follows come at once, probes and pages are served', async () => {
  shop = await openFullShop();
  const { origin } = shop;
  expect((await get(origin, '/')).status).toBe(200);
  const { token } = JSON.parse((await get(origin, '/api/inquiries/form')).text);
  await setTimeout(FILLED_IN_MS);
  const probe = await repeat(origin, '/healthz', 'new');
  const home = await repeat(origin, '/', 'one');

  const buyerOf = (n: number) => ({ ...directBody(n), customerEmail: `buyer${n}@flood.example` });
  const writes = [
    (n: number) => post(origin, '/api/orders', buyerOf(n + 1), ipOf(n)),
    (n: number) =>
      post(
        origin,
        `/api/specimens/${n + 1}/inquiries`,
        { name: 'Ada', email: 'ada@flood.example', question: 'How heavy?', token },
        ipOf(n),
      ),
    (n: number) =>
      post(
        origin,
        '/api/follows',
        { query: `minPrice=${n}.11`, email: `ada${n}@flood.example`, token },
        ipOf(n),
      ),
  ];
  const begun = performance.now();
  const flood: Promise<Response>[] = [];
  let order: Promise<Response> | undefined;
  for (let n = 0; n < FLOOD; n++) {
    flood.push((writes[n % writes.length] as (n: number) => Promise<Response>)(n));
    if (n === FLOOD / 2) order = post(origin, '/api/orders', buyerOf(SPECIMENS - 1), ipOf(9_999));
  }

  expect((await order)?.status).toBe(201);
  const statuses = new Set((await Promise.all(flood)).map(({ status }) => status));
  const floodMs = performance.now() - begun;
  const [probes, homes] = await Promise.all([probe.stop(), home.stop()]);
  expect([...statuses].every((status) => [201, 204, 404, 409, 429, 503].includes(status))).toBe(
    true,
  );
  for (const read of [probes, homes]) expect(read.statuses).toEqual([200]);
  const slowest = Math.max(probes.slowest, homes.slowest);
  expect(slowest / floodMs, `${slowest} of ${floodMs} ms`).toBeLessThan(MAX_SHARE);
});

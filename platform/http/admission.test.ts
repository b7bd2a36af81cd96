/** Refusing ahead of everything: who is refused there, and who is not. */
import type { FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { problemResponse } from '#platform/page-cache/anonymous-responses.ts';
import { createAdmission } from './admission.ts';
import { queueFull } from './busy.ts';
import { perMinute } from './limits.ts';
import { ownOrigins } from './origin.ts';
import { createServer } from './server.ts';

/** Running and waiting of visitors. */
const ROOM = 103;
const EACH = 32;

let app: FastifyInstance;
afterEach(() => app.close());

const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};

/** As the hook of admin routes. */
const asksForAdmin = async () => {};

/** A server whose reads end when the test says so. */
async function openSlowServer({ hasRefusal = true, lost = new Set<string>() } = {}) {
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const refusal = await problemResponse(queueFull, null);
  const admission = createAdmission({
    sessionCookie: 'session',
    isAdmin: async ({ headers }) => headers.cookie === `session=${'a'.repeat(43)}`,
    isFree: (url) => url === '/healthz',
    isForAdmin: ({ onRequest }) => [onRequest].flat().some((hook) => hook === asksForAdmin),
    sharedKeyOf: ({ url }) => (url.startsWith('/shared/') ? url : null),
    isLost: (key: string) => lost.has(key),
    takeLost: (key: string) => lost.delete(key),
    hasBudgets: true,
    refusalOf: () => (hasRefusal ? refusal : undefined),
  });
  const isLoopback = () => true;
  const options = {
    publicUrl: null,
    port: 3000,
    trustProxy: 1,
    rateLimits: true,
    logLevel: 'silent',
    isLoopback,
  };
  const server = await createServer({
    ...options,
    isOwnOrigin: ownOrigins(null, isLoopback),
    firstHook: admission.refuse,
  });
  app = server as unknown as FastifyInstance;
  let hooks = 0;
  server.addHook('onRequest', async () => {
    hooks += 1;
  });
  admission.register(server);
  server.get('/healthz', async () => 'ok');
  for (const url of ['/slow/:n', '/shared/:n']) {
    server.get(url, async () => {
      await isOver;
      return 'done';
    });
  }
  server.post('/check', { config: { isAdmitted: true } }, async () => 'checked');
  server.post('/form', { config: { rateLimit: perMinute(30) } }, async () => 'received');
  server.post(
    '/order',
    { config: { isAdmitted: true, lane: { running: 1, waiting: 1, waitMs: 1_000 } } },
    async () => {
      await isOver;
      return 'placed';
    },
  );
  server.post('/for-the-admin', async () => 'done');
  let files = 0;
  server.post(
    '/file',
    { config: { rateLimit: perMinute(60) }, onRequest: asksForAdmin },
    async () => {
      files += 1;
      await isOver;
      return 'stored';
    },
  );
  const get = (url: string, ip = '203.0.113.1', cookie = '') =>
    server.inject({ url, headers: { 'x-forwarded-for': ip, ...(cookie && { cookie }) } });
  const post = (url: string, cookie = '') =>
    server.inject({
      method: 'POST',
      url,
      payload: {},
      headers: { 'x-forwarded-for': '203.0.113.1', ...(cookie && { cookie }) },
    });
  /** Requests from a number of addresses, which stay. */
  const fill = async (count: number, ip = (n: number) => `198.51.${n >> 8}.${n & 255}`) => {
    const all = Array.from({ length: count }, (_, n) =>
      get(n === 0 ? '/shared/1' : `/slow/${n}`, ip(n)),
    );
    // From the last hook to the queue.
    for (let turns = 0; turns < 20; turns += hooks < count ? 0 : 1) await new Promise(setImmediate);
    return all;
  };
  return { get, post, fill, end, hooks: () => hooks, files: () => files };
}

test('what the queue has no room for is refused before any other hook runs, and the others are served', async () => {
  const { get, fill, end, hooks } = await openSlowServer();
  const waiting = await fill(ROOM);
  const before = hooks();
  const { statusCode, headers, json } = await get('/slow/1000');
  expect([statusCode, headers['retry-after'], json().code, hooks()]).toEqual([
    503,
    '5',
    'unavailable',
    before,
  ]);
  expect(headers).toHaveProperty('content-security-policy');
  end();
  expect(new Set((await Promise.all(waiting)).map((response) => response.statusCode))).toEqual(
    new Set([200]),
  );
  expect((await get('/slow/1000')).statusCode).toBe(200);
});

test('a client with its share is refused, and nobody else', async () => {
  const { get, fill, end, hooks } = await openSlowServer();
  const waiting = await fill(EACH, () => '203.0.113.1');
  const before = hooks();
  expect([(await get('/slow/1000')).statusCode, hooks()]).toEqual([503, before]);
  const other = get('/slow/1000', '203.0.113.2');
  end();
  expect((await other).statusCode).toBe(200);
  await Promise.all(waiting);
});

test('a probe, an admin, and who asks for a response that others wait for are not refused', async () => {
  const { get, fill, end } = await openSlowServer();
  const waiting = await fill(ROOM);
  expect((await get('/healthz')).statusCode).toBe(200);
  const others = [get('/slow/1000', undefined, `session=${'a'.repeat(43)}`), get('/shared/1')];
  end();
  for (const response of await Promise.all([...others, ...waiting]))
    expect(response.statusCode).toBe(200);
});

test('files that the admin sends, however long they take, take no turn from what he reads meanwhile', async () => {
  const { get, post, end, files } = await openSlowServer();
  const session = `session=${'a'.repeat(43)}`;
  const sending = Array.from({ length: 5 }, () => post('/file', session));
  const reading = get('/slow/1', undefined, session);
  await turns();
  expect(files()).toBe(sending.length);
  end();
  for (const response of await Promise.all([reading, ...sending]))
    expect(response.statusCode).toBe(200);
});

test('a made-up session, and what has no refusal at hand, are refused by the route', async () => {
  const { get, post, fill, end, hooks } = await openSlowServer({ hasRefusal: false });
  const waiting = await fill(ROOM);
  const before = hooks();
  const responses = [
    await get('/slow/1', undefined, `session=${'b'.repeat(43)}`),
    await post('/check'),
    await get('/slow/2'),
  ];
  for (const { statusCode, headers } of responses)
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
  expect(hooks()).toBe(before + responses.length);
  end();
  await Promise.all(waiting);
  expect((await post('/check')).statusCode).toBe(200);
});

test('what visitors send is refused as reads are, before its body is looked at', async () => {
  const { post, fill, end, hooks } = await openSlowServer();
  const waiting = await fill(ROOM);
  const before = hooks();
  for (const url of ['/check', '/form']) expect((await post(url)).statusCode).toBe(503);
  expect(hooks()).toBe(before);
  expect((await post('/for-the-admin')).statusCode).toBe(200);
  end();
  await Promise.all(waiting);
  expect((await post('/form')).statusCode).toBe(200);
});

test('a route with a lane of its own is refused where that is full, whatever the others do', async () => {
  const { get, post, fill, end } = await openSlowServer();
  const waiting = await fill(ROOM);
  const orders = [post('/order'), post('/order')];
  await turns();
  expect([(await post('/order')).statusCode, (await get('/slow/1000')).statusCode]).toEqual([
    503, 503,
  ]);
  end();
  expect((await Promise.all(orders)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await Promise.all(waiting);
});

test('a response that a change dropped is made again, once, while the queue is full of others', async () => {
  const { get, fill, end } = await openSlowServer({ lost: new Set(['/shared/home']) });
  const waiting = await fill(ROOM);
  const homes = [get('/shared/home'), get('/shared/home')];
  await turns();
  expect((await get('/shared/other')).statusCode).toBe(503);
  end();
  expect((await Promise.all(homes)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  await Promise.all(waiting);
});

test('a response that many may share, once refused, is there for the next who asks', async () => {
  const { get, fill, end } = await openSlowServer({ hasRefusal: false });
  const waiting = await fill(ROOM);
  expect((await get('/shared/other')).statusCode).toBe(503);
  end();
  await Promise.all(waiting);
  expect((await get('/shared/other', '203.0.113.2')).statusCode).toBe(200);
});

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Problem } from '#core/contract/problems.ts';
import { createGate, type Gate, type Look, type Looked } from './gate.ts';

let gate: Gate;
let port: number;
let looked: Looked[];
/** What reached the framework, with its body. */
let handled: string[];
let end = (): void => {};
const sockets: Socket[] = [];

beforeEach(async () => {
  gate = createGate({ publicUrl: null, isOwnOrigin: (origin) => origin === 'http://own' });
  [looked, handled] = [[], []];
  const handle = async (request: IncomingMessage) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    handled.push(`${request.url} ${body}`);
  };
  const server = createServer((request, response) => {
    const handler = () => void handle(request).then(() => response.end('handled'));
    if (!gate.take(request, response, handler)) handler();
  });
  server.on('connection', gate.defer);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  end = () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    server.closeAllConnections();
    server.close();
  };
});
afterEach(() => end());

const guard = (look: Look) =>
  gate.guard('POST /press', async (call) => {
    looked.push(call);
    await look(call);
  });
const gone = async () => {
  throw new Problem('specimen_unavailable', 'It has been sold.', { lines: [] });
};

/** A press with these headers besides, in these parts, and all that is answered to it. */
async function press(
  {
    headers = {},
    target = '/press',
  }: { headers?: Record<string, string | undefined>; target?: string } = {},
  ...parts: string[]
) {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  const all = {
    host: 'own',
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(parts.join('').length),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) =>
    value === undefined ? '' : `${name}: ${value}\r\n`,
  );
  const [first = '', ...others] = parts;
  socket.write(`POST ${target} HTTP/1.1\r\n${head.join('')}\r\n${first}`);
  for (const part of others) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.write(part);
  }
  let text = '';
  for await (const chunk of socket) text += chunk;
  return { status: Number(text.slice(9, 12)), text, body: text.split('\r\n\r\n')[1] ?? '' };
}

test('what the look refuses is answered in its words, and the framework hears nothing of it', async () => {
  guard(gone);
  const { status, text, body } = await press({}, '{"id":12}');
  expect([status, JSON.parse(body)]).toEqual([
    409,
    { code: 'specimen_unavailable', message: 'It has been sold.', lines: [] },
  ]);
  expect(text).toMatch(/^cache-control: no-store\r$/m);
  expect(text).toMatch(/^content-security-policy: /m);
  expect(looked[0]?.body).toEqual({ id: 12 });
  expect(handled).toEqual([]);
});

test('a refusal for now says when to come again', async () => {
  guard(async () => {
    throw new Problem('unavailable', 'Very busy.', { retryAfter: 5 });
  });
  const { status, text } = await press({}, '{}');
  expect([status, /^retry-after: (.*)\r$/m.exec(text)?.[1]]).toEqual([503, '5']);
});

test.each<[string, Look]>([
  ['passes the look', async () => {}],
  [
    'meets a fault there',
    async () => {
      throw new Error('no database');
    },
  ],
])('what %s reaches the framework with its whole body', async (_, look) => {
  guard(look);
  expect((await press({}, '{"id":12}')).body).toContain('handled');
  expect([looked.length, handled]).toEqual([1, ['/press {"id":12}']]);
});

test.each<[string, Parameters<typeof press>]>([
  ['for another address', [{ target: '/other' }, '{}']],
  ['of another type', [{ headers: { 'content-type': 'text/plain' } }, '{}']],
  ['from another site', [{ headers: { 'sec-fetch-site': 'cross-site' } }, '{}']],
  ['from a foreign page', [{ headers: { origin: 'http://foreign' } }, '{}']],
  [
    'of no told length',
    [
      { headers: { 'transfer-encoding': 'chunked', 'content-length': undefined } },
      '2\r\n{}\r\n0\r\n\r\n',
    ],
  ],
  ['that is long', [{}, JSON.stringify('a'.repeat(9_000))]],
  ['that comes in parts', [{}, '{"id":', '12}']],
  ['without a body', [{}, '']],
])('a call %s is left to the framework', async (_, call) => {
  guard(gone);
  expect((await press(...call)).body).toContain('handled');
  expect(looked).toEqual([]);
});

test('a call that is no JSON is refused as the framework would', async () => {
  guard(gone);
  expect(JSON.parse((await press({}, '{"id"')).body).code).toBe('bad_request');
});

test('a client that has gone before the answer gets none, and the next one does', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  guard(() => promise.then(gone));
  const first = press({}, '{}');
  await expect.poll(() => looked.length).toBe(1);
  sockets[0]?.destroy();
  await first.catch(() => {});
  resolve();
  expect((await press({}, '{}')).status).toBe(409);
});

/** Bodies that never arrive whole. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '#core/contract/problems.ts';
import { isLoopback } from '#core/server/config.ts';
import type { App } from './app-type.ts';
import { formRoutes } from './multipart.ts';
import { ownOrigins } from './origin.ts';
import { createServer } from './server.ts';

const BODY_TIMEOUT_MS = 100;

let app: App;
let port = 0;
const log: string[] = [];
const upload = Promise.withResolvers<string>();

beforeAll(async () => {
  app = await createServer({
    publicUrl: null,
    port: 3000,
    trustProxy: 0,
    rateLimits: false,
    logLevel: 'info',
    isLoopback,
    isOwnOrigin: ownOrigins(null, isLoopback),
    bodyTimeoutMs: BODY_TIMEOUT_MS,
    writeLog: (line) => log.push(line),
  });
  app.post(
    '/api/stones',
    { schema: { body: z.strictObject({ name: z.string() }) } },
    async () => ({}),
  );
  formRoutes(app, (scope) => {
    scope.post('/api/files', async (_, reply) => {
      await once(reply.raw, 'close');
      upload.resolve('taken until its client went away');
    });
    const onRequest = async () => {
      throw new Problem('unauthorized', 'No.');
    };
    scope.post('/api/refused', { onRequest }, async () => ({}));
  });
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => app.close());
beforeEach(() => {
  log.length = 0;
});

/** Sends the head of a request and the first byte of its body. */
function sendHalf(path: string, type: string) {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 50\r\n\r\n{`,
  );
  return socket;
}

/** What comes back until the server closes the connection. */
async function receive(socket: ReturnType<typeof connect>): Promise<string> {
  let received = '';
  socket.on('data', (data) => {
    received += data;
  });
  await once(socket, 'close');
  return received;
}

const FORM = 'multipart/form-data; boundary=x';

test('a body that is late gets 408, and its connection is closed', async () => {
  const received = await receive(sendHalf('/api/stones', 'application/json'));
  expect(received).toContain('HTTP/1.1 408 ');
  expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toMatchObject({ code: 'too_slow' });
});

test('a body that is refused unread holds no connection either', async () => {
  expect(await receive(sendHalf('/api/refused', FORM))).toContain('HTTP/1.1 401 ');
});

test('an upload that was let in may take longer', async () => {
  const socket = sendHalf('/api/files', FORM);
  const later = new Promise((resolve) => setTimeout(resolve, 2 * BODY_TIMEOUT_MS, 'open'));
  expect(await Promise.race([once(socket, 'close'), later])).toBe('open');
  socket.destroy();
  expect(await upload.promise).toBe('taken until its client went away');
});

test('a client that breaks off is no failure of the shop, and not logged as one', async () => {
  const received = once(app.server, 'request');
  const socket = sendHalf('/api/stones', 'application/json');
  const [raw]: IncomingMessage[] = await received;
  socket.resetAndDestroy();
  await new Promise((resolve) => raw?.once('close', resolve));
  await new Promise(setImmediate);
  expect(log).toEqual([]);
});

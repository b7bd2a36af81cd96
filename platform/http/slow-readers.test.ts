import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createServer as createShopServer } from './server.ts';
import { closeIdleConnections } from './slow-readers.ts';

/** More than the buffers of both ends hold. */
const CHUNKS = 40;
const MEGABYTE = Buffer.alloc(1_000_000, 'x');

let end = (): void => {};
afterEach(() => end());

/** A server with this handler. @returns sends a request, whose response nobody reads yet. */
async function openServer(
  idleMs: number,
  handle: (response: ServerResponse) => unknown,
): Promise<(head?: string) => Socket> {
  const server = createServer((_, response) => void handle(response));
  closeIdleConnections(server, idleMs);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  end = () => {
    server.closeAllConnections();
    server.close();
  };
  return (head = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n') => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(head);
    return socket.pause();
  };
}

const video = () => Readable.from(Array.from({ length: CHUNKS }, () => MEGABYTE));

test('a connection is closed whose client reads nothing of what waits for it', async () => {
  const ended = Promise.withResolvers<boolean>();
  const ask = await openServer(200, (response) => {
    response.once('close', () => ended.resolve(response.writableFinished));
    video().pipe(response);
  });
  ask();
  expect(await ended.promise).toBe(false);
});

test('a client that reads slowly gets everything, however long it takes', async () => {
  const ask = await openServer(1_000, (response) => video().pipe(response));
  const socket = ask();
  let bytes = 0;
  for (let turn = 0; bytes < CHUNKS * MEGABYTE.length; turn++) {
    bytes += (socket.read() as Buffer | null)?.length ?? 0;
    expect(socket.destroyed, `${bytes} bytes`).toBe(false);
    // Two seconds in all, and never one without a byte.
    await setTimeout(turn < 20 ? 100 : 1);
  }
  expect(bytes).toBeGreaterThanOrEqual(CHUNKS * MEGABYTE.length);
});

test('a request may take longer than a connection may do nothing', async () => {
  const ask = await openServer(100, async (response) => {
    await setTimeout(350);
    response.end('made at last');
  });
  const socket = ask().resume();
  expect(String((await once(socket, 'data'))[0])).toContain('made at last');
});

test('a connection on which nothing is asked is closed', async () => {
  const ask = await openServer(100, (response) => response.end('here'));
  const socket = ask('').resume();
  await once(socket, 'close');
  expect(socket.destroyed).toBe(true);
});

test('the shop waits for the head of a request no longer than that either', async () => {
  const isLocal = () => true;
  const app = await createShopServer({
    publicUrl: null,
    port: 3000,
    trustProxy: 0,
    rateLimits: false,
    logLevel: 'silent',
    idleMs: 300,
    isLoopback: isLocal,
    isOwnOrigin: isLocal,
  });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  end = () => void app.close();
  const socket = connect(port, '127.0.0.1').resume();
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
  // A header now and then: the connection is never idle.
  const dripping = setInterval(() => socket.write('X-Header: a\r\n'), 50);
  await once(socket, 'close');
  clearInterval(dripping);
  expect(socket.destroyed).toBe(true);
});

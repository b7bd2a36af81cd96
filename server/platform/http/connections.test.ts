import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limitConnections } from './connections.ts';

let end = (): void => {};
afterEach(() => end());

/** A server with these limits, and how many of its connections stay open. */
async function openServer(limits: { maxEach?: number; max?: number; isShared?: boolean }) {
  const server = createServer((_, response) => response.end('here'));
  limitConnections(server, { ...limits, isShared: () => limits.isShared ?? false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  end = () => {
    server.closeAllConnections();
    server.close();
  };
  /** Whether a connection stays open; the request on it is not sent to its end. */
  async function open() {
    const socket = connect(port, '127.0.0.1');
    const closed = once(socket, 'close').then(() => null);
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    return Promise.race([once(socket, 'data').then(() => socket), closed]);
  }
  return { open };
}

test('an IP address has a limited number of connections, and may open another when one is closed', async () => {
  const { open } = await openServer({ maxEach: 2 });
  const sockets = [await open(), await open()];
  expect([sockets.every(Boolean), await open()]).toEqual([true, null]);
  sockets[0]?.destroy();
  await expect.poll(open).not.toBeNull();
});

test('proxies and this machine have no limit of their own, but there is one for all together', async () => {
  const { open } = await openServer({ maxEach: 1, max: 3, isShared: true });
  const sockets = [await open(), await open(), await open()];
  expect([sockets.every(Boolean), await open()]).toEqual([true, null]);
});

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { limitConnections, maxConnectionsFor } from './connections.ts';

let end = (): void => {};
afterEach(() => end());

/** A server with these limits; it leaves `/slow` waiting. */
async function openServer(limits: {
  maxEach?: number;
  max?: number;
  isShared?: boolean;
  restMs?: number;
}) {
  const waiting: ServerResponse[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/slow') waiting.push(response);
    else response.end('here');
  });
  limitConnections(server, { restMs: 0, ...limits, isShared: () => limits.isShared ?? false });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  end = () => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  };
  /** A connection with one request, and the answer to it. */
  async function ask(target = '/') {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {}).resume();
    const before = waiting.length;
    socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
    if (target === '/slow') {
      await expect.poll(() => waiting.length).toBe(before + 1);
      return { socket, answer: '' };
    }
    const [answer] = await once(socket, 'data');
    return { socket, answer: String(answer) };
  }
  const count = () =>
    new Promise<number>((resolve) => server.getConnections((_, open) => resolve(open)));
  return { ask, count };
}

const status = ({ answer }: { answer: string }) => Number(answer.slice(9, 12));

test('an IP address has a limited number of connections, and may open another when one is closed', async () => {
  const { ask } = await openServer({ maxEach: 2 });
  const [first] = [await ask(), await ask()];
  expect(status(await ask())).toBe(503);
  first.socket.destroy();
  await expect.poll(async () => status(await ask())).toBe(200);
});

test('proxies and this machine have no limit of their own, but there is one for all together', async () => {
  const { ask } = await openServer({ maxEach: 1, max: 3, isShared: true });
  for (const _ of [1, 2, 3]) await ask('/slow');
  expect(status(await ask())).toBe(503);
});

test('who comes beyond the limit is asked to come again before the connection ends', async () => {
  const { ask } = await openServer({ max: 1 });
  await ask('/slow');
  const call = await ask('/api/orders');
  expect(call.answer).toMatch(
    /^HTTP\/1\.1 503 [\s\S]*\r\nRetry-After: \d+\r\n[\s\S]*"code":"unavailable"/,
  );
  await expect.poll(() => call.socket.closed).toBe(true);
  const page = await ask('/');
  expect(page.answer).toMatch(/\r\nContent-Type: text\/html[\s\S]*Very busy, trying again/);
});

test('the connection that has rested longest makes room for another', async () => {
  const { ask } = await openServer({ max: 12 });
  const rested: Awaited<ReturnType<typeof ask>>[] = [];
  for (let count = 0; count < 10; count += 1) rested.push(await ask());
  const busy = [await ask('/slow'), await ask('/slow')];
  expect(status(await ask())).toBe(200);
  await expect.poll(() => rested[0]?.socket.closed).toBe(true);
  const closed = [...rested, ...busy].filter(({ socket }) => socket.closed);
  expect(closed).toHaveLength(1);
});

test('connections stay open for a shorter time the fuller it gets, and not at all once it is nearly full', async () => {
  const { ask, count } = await openServer({ max: 4 });
  const seconds: number[] = [];
  const secondsOpen = async () => {
    const { answer, socket } = await ask();
    socket.destroy();
    await expect.poll(count).toBe(seconds.length);
    return Number(/timeout=(\d+)/.exec(answer)?.[1] ?? 0);
  };
  for (let count = 0; count < 4; count += 1) {
    seconds.push(await secondsOpen());
    await ask('/slow');
  }
  expect(seconds).toEqual([54, 36, 18, 0]);
});

test.each([
  ['a machine of half a gigabyte', 512, 100_000, 6_400],
  ['a large machine', 64_000, 100_000, 10_000],
  ['a small limit of descriptors', 64_000, 1_024, 512],
])('%s has as many connections as it can bear', (_, megabytes, descriptors, expected) => {
  const max = maxConnectionsFor(megabytes * 1e6, descriptors);
  expect(Math.abs(max - expected)).toBeLessThanOrEqual(expected / 100);
});

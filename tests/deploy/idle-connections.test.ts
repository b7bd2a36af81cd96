/** Caddy gives up an idle connection before the shop does: on one that the shop closes at that moment an order would be lost, which Caddy must not send twice. */
import { Agent, request } from 'node:https';
import { connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../support/postgres-server.ts';
import { type ShopProcess, startShop } from '../support/shop-process.ts';
import { type FrontDoor, proxyFor, WAIT } from './caddy.ts';

const TIMEOUT = 600_000;
/** So many at once need a connection each. */
const AT_ONCE = 8;

let proxy: FrontDoor;
let shop: ShopProcess;
let between: Server;
let ca: Buffer;
/** Who has ended a connection between the two, in turn. */
const endings: ('Caddy' | 'the shop')[] = [];

beforeAll(async () => {
  proxy = await proxyFor(1);
  const port = await freePort();
  const environment = {
    PUBLIC_URL: proxy.origin,
    ADMIN_PASSWORD: 'a long one of our own',
    TRUST_PROXY: '127.0.0.1',
  };
  shop = await startShop({
    ...environment,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'warn',
  });
  between = createServer({ allowHalfOpen: true }, (fromCaddy) => {
    const toShop = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let isOver = false;
    for (const [side, name] of [[fromCaddy, 'Caddy'] as const, [toShop, 'the shop'] as const]) {
      const note = () => {
        if (!isOver) endings.push(name);
        isOver = true;
      };
      side.once('end', note).once('error', note);
    }
    fromCaddy.pipe(toShop).pipe(fromCaddy);
  }).listen(proxy.ports[0], '127.0.0.1');
  ca = await proxy.start();
  await vi.waitFor(async () => expect(await statusOf('/readyz')).toBe(200), WAIT);
}, TIMEOUT);

afterAll(() => {
  proxy?.stop();
  shop?.child.kill('SIGKILL');
  between?.close();
});

const statusOf = (target: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const agent = new Agent({ ca });
    request(new URL(target, proxy.origin), { agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });

test('a connection that is idle is ended by Caddy, and not by the shop', {
  timeout: TIMEOUT,
}, async () => {
  endings.length = 0;
  // The checks of its health go on using one of them; the others have nothing to do.
  expect(
    await Promise.all(Array.from({ length: AT_ONCE }, () => statusOf('/api/specimens'))),
  ).toEqual(Array(AT_ONCE).fill(200));
  await vi.waitFor(() => expect(endings.length).toBeGreaterThan(1), {
    timeout: 300_000,
    interval: 200,
  });
  expect(new Set(endings)).toEqual(new Set(['Caddy']));
});

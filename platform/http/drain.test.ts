import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { drainOnClose } from './drain.ts';
import { createInstance } from './instance.ts';

/** Longer than a test may take. */
const NEVER_MS = 3_600_000;

const proxy = new Agent({ keepAlive: true, maxSockets: 1 });
afterEach(() => proxy.destroy());

/** A shop that begins to close while a proxy has an idle connection to it. */
async function closingShop(drainMs: number) {
  const app = createInstance({ return503OnClosing: false });
  app.get('/', async () => 'a page');
  app.get('/readyz', async () => 'closing');
  drainOnClose(app, drainMs);
  await app.listen({ port: 0 });
  const { port } = app.server.address() as AddressInfo;
  async function ask(target: string, agent?: Agent): Promise<string | undefined> {
    const [response] = await once(get({ port, path: target, agent }), 'response');
    await once(response.resume(), 'end');
    return response.headers.connection;
  }
  expect(await ask('/', proxy)).toBe('keep-alive');
  return { ask, closed: app.close(), server: app.server };
}

test('a closing shop answers on all its connections, closes each, and ends once the proxy has asked', async () => {
  const { ask, closed, server } = await closingShop(NEVER_MS);
  expect(await ask('/', proxy)).toBe('close');
  // Refused, unless the shop goes on listening.
  expect(await ask('/')).toBe('close');
  expect(await ask('/readyz')).toBe('close');
  await closed;
  expect(server.listening).toBe(false);
});

test('a closing shop whose proxy asks nothing ends all the same', async () => {
  const { closed, server } = await closingShop(0);
  await closed;
  expect(server.listening).toBe(false);
});

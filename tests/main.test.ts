import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { onDatabases } from './support/databases.ts';
import { openGate } from './support/gate.ts';
import { root } from './support/imports.ts';
import { freePort } from './support/postgres-server.ts';
import {
  builtShop,
  preparedDataDir,
  runShop,
  type ShopProcess,
  startShop,
} from './support/shop-process.ts';
import { isThorough } from './support/thorough.ts';

const started: ShopProcess[] = [];
afterEach(async () => {
  for (const shop of started.splice(0)) {
    shop.child.kill('SIGKILL');
    await shop.ended;
  }
});

const start = async (environment: Record<string, string> = {}, script?: string) => {
  const shop = await startShop(environment, script);
  started.push(shop);
  return shop;
};
const run = async (environment: Record<string, string>, script?: string[]) => {
  const shop = runShop(environment, script ?? [await builtShop()]);
  started.push(shop);
  return { code: await shop.ended, text: shop.printed() };
};
const login = (origin: string, password: string) =>
  fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    body: JSON.stringify({ username: 'admin', password }),
    headers: { 'content-type': 'application/json', origin },
  });

test('the shop starts without configuration and prints its URL and how to log in', async () => {
  // In the suite `thorough` from its sources, as `npm run dev` starts it; the others are the built one.
  const shop = await start({}, isThorough ? 'core/server/main.ts' : undefined);
  expect(await (await fetch(`${shop.origin}/healthz`)).text()).toBe('ok');
  expect((await login(shop.origin, 'amethyst')).status).toBe(200);
  expect(shop.printed()).toMatch(
    /^\n {2}Druse is open at http:\/\/127\.0\.0\.1:\d+\n {2}Log in as admin with the password amethyst;.*\n\n$/,
  );
});

test('the shop keeps its data over a restart and takes a new password from the configuration', async () => {
  const DATA_DIR = await preparedDataDir();
  const first = await start({ DATA_DIR });
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  const second = await start({ DATA_DIR, ADMIN_PASSWORD: 'rock-solid-password' });
  expect(second.printed()).not.toMatch(/amethyst|rock-solid/);
  expect((await login(second.origin, 'amethyst')).status).toBe(401);
  expect((await login(second.origin, 'rock-solid-password')).status).toBe(200);
});

describe('start', () => {
  const reasons: [string, Record<string, string>, RegExp][] = [
    ['has invalid options', { PORT: 'x', DEMO: 'perhaps' }, /- PORT must be.*\n {2}- DEMO must be/],
    ['is public and has no public URL', { HOST: '0.0.0.0' }, /- PUBLIC_URL is required/],
    [
      'is public and has the demo password',
      { HOST: '0.0.0.0', PUBLIC_URL: 'https://druse.example' },
      /- HOST is 0\.0\.0\.0: .*\n {2}- PUBLIC_URL/,
    ],
    [
      'is behind a proxy and has the demo password',
      { PUBLIC_URL: 'http://localhost:8080', TRUST_PROXY: '1' },
      /- TRUST_PROXY is 1: /,
    ],
    [
      'listens on the IP address of another machine',
      {
        HOST: '203.0.113.1',
        PUBLIC_URL: 'https://druse.example',
        ADMIN_PASSWORD: 'rock-solid-password',
      },
      /- HOST 203/,
    ],
    [
      'gets a first password that is easy to guess',
      { ADMIN_PASSWORD: 'password1' },
      /- ADMIN_PASSWORD must be hard to guess\. This password is easy/,
    ],
    [
      'cannot create its data folder',
      { DATA_DIR: '/dev/null/druse' },
      /- DATA_DIR \/dev\/null\/druse cannot be used/,
    ],
  ];
  // Each costs a start; what is wrong with a configuration, config.test.ts says in no time.
  const tried = isThorough ? reasons : reasons.slice(0, 1);
  test.each(tried)(
    'a shop that %s refuses to start and lists the reasons',
    async (_, environment, expected) => {
      const { code, text } = await run(environment);
      expect(code).toBe(1);
      expect(text).toMatch(/^Druse cannot start:\n {2}- /);
      expect(text).toMatch(expected);
      expect(text).not.toMatch(/hunter2|\bat .*:\d+:\d+/);
    },
  );

  test.runIf(isThorough)('a shop whose port is taken refuses to start and says so', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const { code, text } = await run({
      PORT: String(typeof address === 'object' ? address?.port : ''),
    });
    other.close();
    expect([code, text]).toEqual([1, expect.stringMatching(/- PORT \d+ is taken/)]);
  });
});

onDatabases(['postgres'], (makeDatabase) => {
  test.runIf(isThorough)(
    'a shop whose database is late waits for it, says why, and opens once it is there',
    async () => {
      const database = await makeDatabase();
      const url = new URL(database.environment?.DATABASE_URL ?? '');
      const gate = await openGate(await freePort());
      const there = Number(url.port);
      url.port = String(gate.port);
      const shop = runShop({ DATABASE_URL: url.href }, [await builtShop()]);
      started.push(shop);
      await expect
        .poll(shop.printed)
        .toContain('The database does not answer yet, so the shop waits for it: ');
      gate.leadTo(there);
      await expect.poll(shop.printed).toContain('Druse is open at');
      shop.child.kill('SIGTERM');
      expect(await shop.ended).toBe(0);
      await database.close();
      await gate.close();
    },
  );
});

/** As `npm start` does, and in the suite `thorough` as `npm run dev` does. */
const starting = isThorough ? ['core/server/main.ts', 'scripts/start.ts'] : ['scripts/start.ts'];

test('--help explains the configuration and builds nothing, with npm start too', async () => {
  for (const script of starting) {
    const { code, text } = await run({}, [script, '--help']);
    expect([code, text]).toEqual([0, expect.stringContaining('ADMIN_PASSWORD')]);
    expect(text).not.toContain('Building');
  }
});

test('--version prints the version and builds nothing', async () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  for (const script of starting) {
    expect(await run({}, [script, '--version'])).toEqual({ code: 0, text: `${version}\n` });
  }
});

describe('stop', () => {
  test.each(isThorough ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const))(
    'on %s the shop sends the responses under way and stops, though browsers stay connected',
    async (signal) => {
      const shop = await start({ DATA_DIR: await preparedDataDir() });
      const agent = new Agent({ keepAlive: true });
      // Idle connections, and one whose response takes half a second.
      await Promise.all(Array.from({ length: 5 }, () => get(shop.origin, agent)));
      const slow = post(
        `${shop.origin}/api/auth/login`,
        { username: 'admin', password: 'wrong' },
        agent,
      );
      await new Promise((resolve) => setTimeout(resolve, 100));
      const before = performance.now();
      shop.child.kill(signal);
      expect(await slow).toBe(401);
      expect(await shop.ended).toBe(0);
      // Idle connections would be kept for 72 s.
      expect(performance.now() - before).toBeLessThan(36_000);
      await expect(fetch(shop.origin)).rejects.toThrow();
      agent.destroy();
    },
  );

  test.runIf(isThorough)(
    'a second signal stops the shop at once, though a browser is in the middle of a request',
    async () => {
      const shop = await start({ DATA_DIR: await preparedDataDir() });
      const socket = connect(Number(new URL(shop.origin).port), '127.0.0.1');
      socket.on('error', () => {});
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n');
      await new Promise((resolve) => setTimeout(resolve, 100));
      shop.child.kill('SIGINT');
      shop.child.kill('SIGINT');
      // On a busy machine the first signal arrives late; the second within which another one counts as the same begins with it.
      await expect
        .poll(
          () =>
            fetch(shop.origin).then(
              () => 'open',
              () => 'closing',
            ),
          { timeout: 5_000 },
        )
        .toBe('closing');
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      expect(shop.child.exitCode).toBe(null);
      shop.child.kill('SIGINT');
      expect(await shop.ended).toBe(1);
    },
  );
});

onDatabases(['postgres'], (makeDatabase) => {
  test.runIf(isThorough)('three processes share the sessions of one database', async () => {
    const database = await makeDatabase();
    const shops = await Promise.all(
      Array.from({ length: 3 }, () => start(database.environment ?? {})),
    );
    const [first, ...others] = shops;
    const cookie =
      (await login(first?.origin ?? '', 'amethyst')).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    for (const { origin } of others) {
      expect(
        await (await fetch(`${origin}/api/auth/me`, { headers: { cookie } })).json(),
      ).toMatchObject({ isAuthenticated: true });
    }
    for (const { child, ended } of shops) {
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    }
    await database.close();
  });
});

/** @returns the status of the response. */
function call(
  url: string,
  options: { method?: string; agent?: Agent; body?: string },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request(
      url,
      { method: options.method ?? 'GET', agent: options.agent, headers },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    sent.on('error', reject);
    sent.end(options.body);
  });
}
const get = (origin: string, agent: Agent) => call(`${origin}/api/auth/me`, { agent });
const post = (url: string, body: object, agent?: Agent) =>
  call(url, { method: 'POST', body: JSON.stringify(body), agent });

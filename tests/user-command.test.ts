/** `npm run user -- set-password` beside a running shop. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeApp } from './support/app.ts';
import { makeSqlite, onDatabases, type TestDatabase } from './support/databases.ts';
import {
  NODE_COMPILE_CACHE,
  newDataDir,
  type ShopProcess,
  startShop,
} from './support/shop-process.ts';
import { isThorough } from './support/thorough.ts';

const root = path.join(import.meta.dirname, '..');
let shop: ShopProcess | undefined;
let database: TestDatabase | undefined;
afterEach(async () => {
  shop?.child.kill('SIGKILL');
  await shop?.ended;
  shop = undefined;
  await database?.close();
  database = undefined;
});

/** Runs the command with `input` on standard input. */
async function user(
  args: string[],
  environment: Record<string, string>,
  input = '',
): Promise<{ code: number | null; text: string }> {
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_NO_WARNINGS: '1',
    NODE_COMPILE_CACHE,
    ...environment,
  };
  const child = spawn(process.execPath, ['scripts/user.ts', ...args], {
    cwd: root,
    env,
    stdio: 'pipe',
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data));
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, text };
}

onDatabases(isThorough ? ['sqlite', 'postgres'] : ['sqlite'], (makeDatabase) => {
  test('beside a running shop, set-password replaces the password and ends all sessions', async () => {
    database = await makeDatabase();
    const environment = { DATA_DIR: newDataDir(), ...database.environment };
    const { origin, ...process } = await startShop(environment);
    shop = process;
    const login = (password: string, username = 'admin') =>
      fetch(`${origin}/api/auth/login`, {
        method: 'POST',
        body: JSON.stringify({ username, password }),
        headers: { 'content-type': 'application/json', origin },
      });
    const me = async (cookie: string) =>
      (await fetch(`${origin}/api/auth/me`, { headers: { cookie } })).json();
    const cookie = (await login('amethyst')).headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(await me(cookie)).toMatchObject({
      isAuthenticated: true,
      demoCredentials: { username: 'admin' },
    });
    // Five failed attempts lock the account.
    for (let i = 0; i < 5; i++) expect((await login('not this one')).status).toBe(401);
    expect((await login('amethyst')).status).toBe(429);

    const done = await user(['set-password'], environment, 'a better password \n');
    expect(done).toEqual({
      code: 0,
      text: 'admin has a new password and is logged out everywhere.\n',
    });
    expect(await me(cookie)).toEqual({
      isAuthenticated: false,
      userRole: 'guest',
      username: null,
      demoCredentials: null,
    });
    expect((await login('amethyst')).status).toBe(401);
    expect((await login('a better password ')).status).toBe(200);
    if (!isThorough) return;
    expect((await user(['set-password', 'admin'], environment, 'yet-another-one\r\n')).code).toBe(
      0,
    );
    expect((await login('yet-another-one')).status).toBe(200);
  });
});

test.runIf(isThorough)('set-password explains what it refuses, and changes nothing', async () => {
  const opened = await makeSqlite();
  const { app } = await makeApp(opened);
  await app.close();
  const environment = opened.environment ?? {};
  const accounts = () => opened.db.selectFrom('users').selectAll().execute();
  const before = await accounts();
  const [short, known, easy, unknown] = await Promise.all([
    user(['set-password'], environment, 'short\n'),
    user(['set-password'], environment, 'amethyst\n'),
    user(['set-password'], environment, 'password1\n'),
    user(['set-password', 'eva'], environment, 'a-better-password'),
  ]);
  expect(short).toEqual({ code: 1, text: 'Please choose a password of at least 8 characters\n' });
  expect(known.text).toContain('This password is public');
  expect(easy.text).toContain('This password is easy to guess. ');
  expect(unknown).toEqual({
    code: 1,
    text: 'No account is named eva. The shop’s account is admin.\n',
  });
  expect(await accounts()).toEqual(before);
  await opened.close();
});

test.runIf(isThorough)('set-password creates no shop, and prints its usage', async () => {
  const DATA_DIR = path.join(newDataDir(), 'nowhere');
  expect(await user(['set-password'], { DATA_DIR }, 'a-better-password\n')).toEqual({
    code: 1,
    text: `There is no shop in DATA_DIR ${DATA_DIR}. Set DATA_DIR or DATABASE_URL as the running shop has them.\n`,
  });
  const help = await user(['--help'], {});
  expect([help.code, help.text]).toEqual([
    0,
    expect.stringContaining('npm run user -- set-password [name]'),
  ]);
  expect((await user(['set-pasword'], {})).code).toBe(1);
});

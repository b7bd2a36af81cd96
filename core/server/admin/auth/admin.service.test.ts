import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Config } from '#core/server/config.ts';
import { ADMIN, type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { ensureAdmin } from './admin.service.ts';

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  const shops: TestApp[] = [];

  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(async () => {
    for (const shop of shops) await shop.app.close();
    await database.close();
  });

  /** Starts the shop again on the same database. */
  async function start(config: Partial<Config>): Promise<{ shop: TestApp; browser: Browser }> {
    const shop = await makeApp(database, { config });
    shops.push(shop);
    return { shop, browser: shop.visitor() };
  }
  const loginOf = async (browser: Browser, username: string, password: string) =>
    (await browser.post('/api/auth/login', { username, password })).statusCode;
  const hint = async (browser: Browser) =>
    (await browser.get('/api/auth/me')).json().demoCredentials;

  test('the configuration replaces the demo account, but never a password that the admin has', async () => {
    const demo = await start({ adminPassword: null });
    expect(await ensureAdmin(demo.shop.ctx)).toEqual({ username: 'admin', password: 'amethyst' });
    expect(await hint(demo.browser)).toEqual({ username: 'admin', password: 'amethyst' });
    expect(await loginOf(demo.browser, 'admin', 'amethyst')).toBe(200);

    const renamed = await start({ adminPassword: null, adminUser: 'eva' });
    expect(await hint(renamed.browser)).toEqual({ username: 'eva', password: 'amethyst' });
    expect((await demo.browser.get('/api/auth/me')).json().isAuthenticated).toBe(false);

    const real = await start({ adminPassword: 'a-real-password', adminUser: 'eva' });
    expect(await ensureAdmin(real.shop.ctx)).toBe(null);
    expect(await hint(real.browser)).toBe(null);
    expect(await loginOf(real.browser, 'eva', 'amethyst')).toBe(401);
    expect(await loginOf(real.browser, 'eva', 'a-real-password')).toBe(200);

    const later = await start({ adminPassword: 'yet-another-password', adminUser: 'admin' });
    expect(await loginOf(later.browser, 'eva', 'a-real-password')).toBe(200);
    expect(await loginOf(later.browser, 'admin', 'yet-another-password')).toBe(401);
    expect(await later.shop.ctx.db.selectFrom('users').select('id').execute()).toHaveLength(1);
  });

  test('the first start creates the account, and stores its password only as a slow hash', async () => {
    const { shop, browser } = await start({});
    await database.db.deleteFrom('users').execute();
    expect(await ensureAdmin(shop.ctx)).toBe(null);
    const users = await database.db.selectFrom('users').selectAll().execute();
    expect(users).toMatchObject([
      {
        username: 'admin',
        password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/),
      },
    ]);
    expect(await loginOf(browser, ADMIN.username, ADMIN.password)).toBe(200);
  });

  onTheOtherToo('a password changed in the shop ends the demo mode', async () => {
    await database.db.deleteFrom('users').execute();
    const { shop, browser } = await start({ adminPassword: null });
    await loginOf(browser, 'admin', 'amethyst');
    const payload = { currentPassword: 'amethyst', newPassword: 'a-better-password' };
    expect((await browser.post('/api/auth/password', payload)).statusCode).toBe(204);
    expect(await hint(browser)).toBe(null);
    expect(await ensureAdmin(shop.ctx)).toBe(null);
  });

  onTheOtherToo(
    'the demo password neither shows nor works through a proxy or a tunnel',
    async () => {
      await database.db.deleteFrom('users').execute();
      const { browser } = await start({ adminPassword: null });
      for (const headers of [
        { host: 'shop.example.com' },
        { 'x-forwarded-for': '127.0.0.1' },
      ] as Record<string, string>[]) {
        expect((await browser.get('/api/auth/me', headers)).json().demoCredentials).toBe(null);
        const refused = await browser.post(
          '/api/auth/login',
          { username: 'admin', password: 'amethyst' },
          headers,
        );
        expect([refused.statusCode, refused.json().code, refused.cookies]).toEqual([
          403,
          'local_only',
          [],
        ]);
        expect(refused.json().message).toContain('set ADMIN_PASSWORD');
      }
      expect(await loginOf(browser, 'admin', 'amethyst')).toBe(200);
    },
  );

  onTheOtherToo('a password of the admin’s own works through a proxy', async () => {
    await database.db.deleteFrom('users').execute();
    const { browser } = await start({ adminPassword: 'a-real-password' });
    const headers = { host: 'shop.example.com', 'x-forwarded-for': '203.0.113.5' };
    expect(
      (
        await browser.post(
          '/api/auth/login',
          { username: 'admin', password: 'a-real-password' },
          headers,
        )
      ).statusCode,
    ).toBe(200);
  });

  test('ten processes that start at once create one admin', async () => {
    await database.db.deleteFrom('users').execute();
    const { shop } = await start({});
    await database.db.deleteFrom('users').execute();
    await Promise.all(Array.from({ length: 10 }, () => ensureAdmin(shop.ctx)));
    expect(await database.db.selectFrom('users').select('username').execute()).toHaveLength(1);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SessionEntry } from '#core/contract/admin/auth.ts';
import { ADMIN, cheapenAdmin, makeApp, type TestApp } from '#tests/support/app.ts';
import { onDatabases, onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { recordActivity } from './activity.service.ts';

const wrong = { username: ADMIN.username, password: 'not-the-password' };
const guest = { isAuthenticated: false, userRole: 'guest', username: null, demoCredentials: null };

/** Whether the shop has the calls that hand out everything. */
const downloadsAll = ['backup', 'privacy', 'sheets'].every(hasFeature);

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });
  beforeEach(() => shop.clock.forward({ minutes: 16 }));

  const tryLogin = (input: object, remoteAddress = '127.0.0.1') =>
    shop.app.inject({ method: 'POST', url: '/api/auth/login', payload: input, remoteAddress });

  describe('login', () => {
    test('a visitor is a guest, and an admin from login to logout', async () => {
      const browser = shop.visitor();
      expect((await browser.get('/api/auth/me')).json()).toEqual(guest);
      const response = await browser.post('/api/auth/login', ADMIN);
      const admin = {
        isAuthenticated: true,
        userRole: 'admin',
        username: ADMIN.username,
        demoCredentials: null,
      };
      expect([response.statusCode, response.json()]).toEqual([200, admin]);
      expect((await browser.get('/api/auth/me')).json()).toEqual(admin);
      const token = browser.cookies.get('druse_session.3000') ?? '';
      expect((await browser.post('/api/auth/logout')).statusCode).toBe(204);
      expect(browser.cookies.has('druse_session.3000')).toBe(false);
      expect(
        (
          await shop.app.inject({ url: '/api/auth/me', cookies: { 'druse_session.3000': token } })
        ).json(),
      ).toEqual(guest);
      expect((await browser.post('/api/auth/logout')).statusCode).toBe(204);
    });

    test('the session cookie is hidden from scripts and stored only as a hash', async () => {
      const response = await tryLogin(ADMIN);
      const [cookie] = response.cookies;
      expect(cookie).toMatchObject({
        name: 'druse_session.3000',
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
      });
      expect(cookie?.secure).toBeUndefined();
      expect(cookie?.value).toMatch(/^[\w-]{43}$/);
      const hashes = await shop.ctx.db.selectFrom('sessions').select('token_hash').execute();
      expect(hashes.map((row) => row.token_hash)).not.toContain(cookie?.value);
    });

    test.runIf(engine === 'sqlite')(
      'an unknown user and a wrong password get the same response after the same time',
      async () => {
        for (const input of [
          wrong,
          { username: 'nobody', password: ADMIN.password },
          { username: 'ADMIN', password: ADMIN.password },
        ]) {
          shop.clock.waits.splice(0);
          const started = performance.now();
          const response = await tryLogin(input);
          const waited = shop.clock.waits.at(-1) ?? 0;
          // Work and wait together, unless the work alone took longer.
          expect(waited).toBeLessThanOrEqual(500);
          expect(waited + performance.now() - started).toBeGreaterThanOrEqual(500);
          expect([response.statusCode, response.json()]).toEqual([
            401,
            {
              code: 'wrong_credentials',
              message: 'Invalid username or password. Please try again.',
            },
          ]);
          expect(response.cookies).toEqual([]);
        }
      },
    );

    test.each<[string, object, string]>([
      ['no user name', { password: 'x' }, 'Username is missing'],
      ['an empty user name', { username: '', password: 'x' }, 'Username is required'],
      ['an empty password', { username: 'admin', password: '' }, 'Password is required'],
      ['U+0000', { username: 'admin\0', password: 'x' }, 'Contains characters that are not text'],
      ['a list', { username: ['admin'], password: 'x' }, 'Username must be text'],
      [
        'an unknown field',
        { ...ADMIN, remember: true },
        expect.stringContaining('remember') as unknown as string,
      ],
    ])('%s is invalid input', async (_, input, message) => {
      const response = await tryLogin(input);
      expect([response.statusCode, response.json()]).toEqual([
        400,
        expect.objectContaining({ code: 'invalid_input', message }),
      ]);
    });

    test('a login ends the session that the browser had', async () => {
      const browser = await shop.admin();
      const first = browser.cookies.get('druse_session.3000') ?? '';
      await browser.post('/api/auth/login', ADMIN);
      expect(browser.cookies.get('druse_session.3000')).not.toBe(first);
      expect(
        (
          await shop.app.inject({ url: '/api/auth/me', cookies: { 'druse_session.3000': first } })
        ).json(),
      ).toEqual(guest);
    });

    test('twenty correct logins at once all succeed', async () => {
      const statuses = await Promise.all(
        Array.from({ length: 20 }, (_, index) => tryLogin(ADMIN, `203.0.113.${index}`)),
      );
      expect(statuses.map((response) => response.statusCode)).toEqual(Array(20).fill(200));
    });

    test('a cookie that the shop did not set makes nobody an admin', async () => {
      for (const value of [
        '',
        'x',
        'x'.repeat(43),
        'é'.repeat(43),
        "' or 1=1 --",
        'x'.repeat(5_000),
      ]) {
        const response = await shop.app.inject({
          url: '/api/auth/me',
          cookies: { 'druse_session.3000': value },
        });
        expect([response.statusCode, response.json()]).toEqual([200, guest]);
      }
    });
  });

  describe('login limit', () => {
    test('after five failed attempts from one IP address even the right password is refused for 15 minutes', async () => {
      const from = '198.51.100.1';
      const first = await Promise.all(Array.from({ length: 5 }, () => tryLogin(wrong, from)));
      expect(first.map((response) => response.statusCode)).toEqual(Array(5).fill(401));
      shop.clock.forward({ minutes: 5 });
      const refused = await tryLogin(ADMIN, from);
      expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([
        429,
        'too_many_requests',
        '600',
      ]);
      expect((await tryLogin(ADMIN, '198.51.100.2')).statusCode).toBe(200);
      expect(
        (await tryLogin({ ...wrong, username: 'somebody' }, from)).statusCode,
        'whatever the name',
      ).toBe(429);
      shop.clock.forward({ minutes: 10, seconds: 1 });
      expect((await tryLogin(ADMIN, from)).statusCode).toBe(200);
    });

    test('the window slides: each attempt that leaves it allows one more', async () => {
      const from = '198.51.100.5';
      const failAt = async (minutes: number) => {
        shop.clock.forward({ minutes });
        return (await tryLogin(wrong, from)).statusCode;
      };
      const refused = async () => {
        const { statusCode, headers } = await tryLogin(ADMIN, from);
        return [statusCode, headers['retry-after']];
      };
      // At minutes 0, 2, 4, 6 and 8.
      expect([
        await failAt(0),
        await failAt(2),
        await failAt(2),
        await failAt(2),
        await failAt(2),
      ]).toEqual(Array(5).fill(401));
      expect(await refused()).toEqual([429, '420']);
      // The sixth at minute 15, the seventh at minute 17: the first, then the second have left the window.
      expect(await failAt(7)).toBe(401);
      expect(await refused()).toEqual([429, '120']);
      expect(await failAt(2)).toBe(401);
      expect(await refused()).toEqual([429, '120']);
      // At minute 24 those of minutes 15 and 17 are left.
      shop.clock.forward({ minutes: 7 });
      expect([await failAt(0), await failAt(0), await failAt(0)]).toEqual([401, 401, 401]);
      expect(await refused()).toEqual([429, '360']);
      shop.clock.forward({ minutes: 6 });
      expect((await tryLogin(ADMIN, from)).statusCode).toBe(200);
    });

    test('of thirty simultaneous attempts only five are checked', async () => {
      const responses = await Promise.all(
        Array.from({ length: 30 }, () => tryLogin(wrong, '198.51.100.3')),
      );
      expect(responses.filter((response) => response.statusCode === 401)).toHaveLength(5);
      expect(responses.filter((response) => response.statusCode === 429)).toHaveLength(25);
    });

    test('a successful login clears the count', async () => {
      const from = '198.51.100.4';
      for (let round = 0; round < 2; round++) {
        await Promise.all(Array.from({ length: 4 }, () => tryLogin(wrong, from)));
        expect((await tryLogin(ADMIN, from)).statusCode).toBe(200);
      }
    });

    test.runIf(engine === 'sqlite')(
      'of sixty attempts from one network, each with a name of its own, twenty are checked in 15 minutes',
      async () => {
        const attempt = (n: number) =>
          tryLogin({ ...wrong, username: `invented ${n}` }, `2001:db8:1:${n.toString(16)}::1`);
        const responses = await Promise.all(Array.from({ length: 60 }, (_, n) => attempt(n)));
        const stored = await shop.ctx.db
          .selectFrom('login_attempts')
          .select('username')
          .distinct()
          .execute();
        expect(stored).toEqual([{ username: ' passwords' }]);
        expect(responses.filter((response) => response.statusCode === 401)).toHaveLength(20);
        expect(responses.filter((response) => response.statusCode === 429)).toHaveLength(40);
        expect((await tryLogin(ADMIN, '2001:db8:2::1')).statusCode).toBe(200);
      },
    );

    test.runIf(engine === 'sqlite')(
      'an admin who comes from where they have logged in before passes the line of other attempts by',
      async () => {
        await tryLogin(ADMIN, '203.0.113.9');
        const { promise: served, resolve: end } = Promise.withResolvers<void>();
        const waiting = vi.spyOn(shop.clock, 'wait').mockReturnValue(served);
        const attempts = Array.from({ length: 150 }, (_, index) =>
          tryLogin(wrong, `2001:db8:${(index + 16).toString(16)}::1`),
        );
        const attack = Promise.all(attempts);
        // The line is full as soon as one is refused.
        await Promise.any(
          attempts.map(async (attempt) => expect((await attempt).statusCode).toBe(429)),
        );
        waiting.mockResolvedValue();
        const owner = await tryLogin(ADMIN, '203.0.113.77');
        expect(owner.statusCode).toBe(200);
        end();
        waiting.mockRestore();
        const statuses = (await attack).map((response) => response.statusCode);
        expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(40);
        expect(new Set(statuses)).toEqual(new Set([401, 429]));
        const events = (await (await shop.admin()).get('/api/auth/activity')).json();
        expect(
          events.filter(({ text }: { text: string }) => text.startsWith('Repeated failed logins')),
        ).toHaveLength(2);
      },
    );
  });

  describe('recent activity', () => {
    test('a visitor reads nothing of it', async () => {
      expect((await shop.visitor().get('/api/auth/activity')).statusCode).toBe(401);
    });

    test.runIf(downloadsAll)(
      'it names logins, changes of the password, exports and backups, with device and network, newest first',
      async () => {
        const headers = {
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
        };
        await shop.admin();
        const browser = shop.visitor();
        await browser.post('/api/auth/login', ADMIN, headers);
        await browser.get('/api/manage/export', headers);
        await browser.post(
          '/api/auth/password',
          { currentPassword: ADMIN.password, newPassword: 'another-password' },
          headers,
        );
        await browser.post('/api/auth/password', {
          currentPassword: 'another-password',
          newPassword: ADMIN.password,
        });
        await browser.post('/api/auth/login', ADMIN, headers);
        await cheapenAdmin(shop.ctx);
        await recordActivity(shop.ctx, 'backup_written', null);
        const seen = {
          at: shop.clock.now().toISOString(),
          device: 'Firefox on Linux',
          network: '127.0.0.0/24',
          isNew: false,
        };
        expect((await browser.get('/api/auth/activity')).json().slice(0, 6)).toEqual([
          {
            ...seen,
            text: 'A backup was written on the shop’s own computer',
            device: null,
            network: null,
          },
          { ...seen, text: 'Logged in' },
          { ...seen, text: 'The password was changed', device: 'An unknown app' },
          { ...seen, text: 'The password was changed' },
          { ...seen, text: 'An export was downloaded' },
          { ...seen, text: 'Logged in', isNew: true },
        ]);
      },
    );

    test('a login is new with a device or in a network that no login had before, once', async () => {
      const isNew = async (remoteAddress: string, userAgent: string) => {
        const { cookies } = await shop.app.inject({
          method: 'POST',
          url: '/api/auth/login',
          payload: ADMIN,
          remoteAddress,
          headers: { 'user-agent': userAgent },
        });
        const response = await shop.app.inject({
          url: '/api/auth/activity',
          cookies: { 'druse_session.3000': cookies[0]?.value ?? '' },
        });
        return response.json()[0].isNew;
      };
      expect([
        await isNew('192.0.2.1', 'Firefox/1'),
        await isNew('192.0.2.99', 'Firefox/2'),
      ]).toEqual([true, false]);
      expect([
        await isNew('192.0.2.1', 'Chrome/1'),
        await isNew('198.18.0.1', 'Firefox/1'),
      ]).toEqual([true, true]);
    });
  });

  describe('session', () => {
    const isIn = async (browser: {
      get(url: string): Promise<{ json(): { isAuthenticated: boolean } }>;
    }) => (await browser.get('/api/auth/me')).json().isAuthenticated;

    test('a session ends after 14 days without use', async () => {
      const [idle, busy] = [await shop.admin(), await shop.admin()];
      for (let day = 0; day < 14; day++) {
        shop.clock.forward({ days: 1 });
        expect(await isIn(busy)).toBe(true);
      }
      expect(await isIn(idle)).toBe(false);
      shop.clock.forward({ days: 13, hours: 23 });
      expect(await isIn(busy)).toBe(true);
      shop.clock.forward({ days: 14 });
      expect(await isIn(busy)).toBe(false);
      await shop.admin();
      expect(await shop.ctx.db.selectFrom('sessions').select('token_hash').execute()).toHaveLength(
        1,
      );
    });

    test('a session ends 30 days after its login, however much it is used', async () => {
      const browser = await shop.admin();
      for (let day = 0; day < 29; day++) {
        shop.clock.forward({ days: 1 });
        expect(await isIn(browser)).toBe(true);
      }
      shop.clock.forward({ hours: 23 });
      expect(await isIn(browser)).toBe(true);
      shop.clock.forward({ hours: 1 });
      expect(await isIn(browser)).toBe(false);
      expect((await browser.get('/api/manage/orders')).statusCode).toBe(401);
    });

    test('the admin sees where they are logged in, and ends one session or all others', async () => {
      await shop.ctx.db.deleteFrom('sessions').execute();
      const begin = async (userAgent: string) => {
        const browser = shop.visitor();
        await browser.post('/api/auth/login', ADMIN, { 'user-agent': userAgent });
        shop.clock.forward({ minutes: 1 });
        return browser;
      };
      const [phone, laptop, other] = [
        await begin('iPhone Safari/1'),
        await begin('Linux Firefox/1'),
        await begin('Windows Chrome/1'),
      ];
      const list: SessionEntry[] = (await laptop.get('/api/auth/sessions')).json();
      const network = '127.0.0.0/24';
      expect(list.map(({ id: _, lastSeenAt: __, ...rest }) => rest)).toEqual([
        { device: 'Chrome on Windows', network, passkey: null, isCurrent: false },
        { device: 'Firefox on Linux', network, passkey: null, isCurrent: true },
        { device: 'Safari on iPhone', network, passkey: null, isCurrent: false },
      ]);
      const ofPhone = list.at(-1)?.id;
      expect((await laptop.delete(`/api/auth/sessions/${ofPhone}`)).statusCode).toBe(204);
      expect([await isIn(phone), await isIn(laptop), await isIn(other)]).toEqual([
        false,
        true,
        true,
      ]);
      expect((await laptop.delete(`/api/auth/sessions/${ofPhone}`)).statusCode).toBe(404);
      expect((await shop.visitor().delete('/api/auth/sessions')).statusCode).toBe(401);
      expect((await laptop.delete('/api/auth/sessions')).statusCode).toBe(204);
      expect([await isIn(laptop), await isIn(other)]).toEqual([true, false]);
      const texts = (await laptop.get('/api/auth/activity'))
        .json()
        .map(({ text }: { text: string }) => text);
      expect(texts.slice(0, 2)).toEqual(['All other sessions were ended', 'A session was ended']);
    });

    test.runIf(downloadsAll)(
      'backups, exports and erasing ask for the password again ten minutes after it was given',
      async () => {
        const browser = await shop.admin();
        const refusals = async () => {
          const responses = [
            await browser.request({ method: 'HEAD', url: '/api/manage/backup' }),
            await browser.request({ method: 'HEAD', url: '/api/manage/export' }),
            await browser.post('/api/manage/orders/999/erase', {}),
          ];
          return responses.map((response) => response.statusCode);
        };
        shop.clock.forward({ minutes: 9, seconds: 59 });
        expect(await refusals()).toEqual([204, 204, 404]);
        shop.clock.forward({ seconds: 1 });
        expect(await refusals()).toEqual([403, 403, 403]);
        for (const url of ['/api/manage/backup', '/api/manage/export']) {
          expect((await browser.get(url)).json()).toEqual({
            code: 'confirmation_required',
            message: 'Please enter your password again.',
          });
        }
        expect((await browser.get('/api/manage/orders')).statusCode).toBe(200);
        expect(
          (await browser.post('/api/auth/confirm', { password: 'not-the-password' })).json().code,
        ).toBe('wrong_credentials');
        expect(await refusals()).toEqual([403, 403, 403]);
        expect(
          (await browser.post('/api/auth/confirm', { password: ADMIN.password })).statusCode,
        ).toBe(204);
        expect(await refusals()).toEqual([204, 204, 404]);
        expect(
          (await shop.visitor().post('/api/auth/confirm', { password: ADMIN.password })).statusCode,
        ).toBe(401);
      },
    );

    test.runIf(downloadsAll)(
      'a session older than this version has to give the password before its first backup',
      async () => {
        const browser = await shop.admin();
        await shop.ctx.db.updateTable('sessions').set({ confirmed_at: null }).execute();
        expect((await browser.get('/api/manage/backup')).json().code).toBe('confirmation_required');
      },
    );

    test.runIf(downloadsAll).each(['/api/manage/backup', '/api/manage/export'])(
      'a link on another site does not download %s',
      async (url) => {
        const browser = await shop.admin();
        const head = async (site: string) => {
          const response = await browser.request({
            method: 'HEAD',
            url,
            headers: { 'sec-fetch-site': site },
          });
          return response.statusCode;
        };
        expect([
          await head('same-origin'),
          await head('none'),
          await head('same-site'),
          await head('cross-site'),
        ]).toEqual([204, 204, 403, 403]);
        expect((await browser.get(url, { 'sec-fetch-site': 'cross-site' })).json().code).toBe(
          'foreign_origin',
        );
      },
    );

    test('a session is marked as used at most once an hour', async () => {
      const browser = await shop.admin();
      const seen = async () => {
        const rows = await shop.ctx.db
          .selectFrom('sessions')
          .select('last_seen_at')
          .orderBy('last_seen_at', 'desc')
          .execute();
        return rows[0]?.last_seen_at;
      };
      const start = await seen();
      shop.clock.forward({ minutes: 59 });
      await browser.get('/api/auth/me');
      expect(await seen()).toBe(start);
      shop.clock.forward({ minutes: 1 });
      await browser.get('/api/auth/me');
      expect(await seen()).toBe(shop.clock.now().toISOString());
    });
  });

  describe('password change', () => {
    const change = (currentPassword: string, newPassword: string) => ({
      currentPassword,
      newPassword,
    });

    test('a visitor cannot change the password', async () => {
      for (const payload of [change(ADMIN.password, 'another-password'), {}]) {
        const response = await shop.visitor().post('/api/auth/password', payload);
        expect([response.statusCode, response.json()]).toEqual([
          401,
          { code: 'unauthorized', message: 'Please log in as an administrator.' },
        ]);
      }
    });

    test('a password change refuses a wrong current password, a short, a published and an easy one', async () => {
      const browser = await shop.admin();
      expect(
        (await browser.post('/api/auth/password', change('not-the-password', 'another-password')))
          .statusCode,
      ).toBe(401);
      for (const bad of ['short', 'amethyst', '12345678']) {
        expect(
          (await browser.post('/api/auth/password', change(ADMIN.password, bad))).json().code,
        ).toBe('invalid_input');
      }
      expect((await browser.get('/api/auth/me')).json().isAuthenticated).toBe(true);
    });

    test('a password change ends the other sessions', async () => {
      const [browser, other] = [await shop.admin(), await shop.admin()];
      expect(
        (await browser.post('/api/auth/password', change(ADMIN.password, 'another-password')))
          .statusCode,
      ).toBe(204);
      expect((await browser.get('/api/auth/me')).json().isAuthenticated).toBe(true);
      expect((await other.get('/api/auth/me')).json().isAuthenticated).toBe(false);
      expect((await tryLogin(ADMIN, '203.0.113.50')).statusCode).toBe(401);
      expect(
        (await tryLogin({ ...ADMIN, password: 'another-password' }, '203.0.113.51')).statusCode,
      ).toBe(200);
      expect(
        (await browser.post('/api/auth/password', change('another-password', ADMIN.password)))
          .statusCode,
      ).toBe(204);
    });
  });
});

onDatabases(['sqlite'], (makeDatabase) => {
  test('behind https the session cookie is sent over https only', async () => {
    const database = await makeDatabase();
    const shop = await makeApp(database, { config: { publicUrl: 'https://druse.example' } });
    const browser = shop.visitor();
    expect((await browser.post('/api/auth/login', ADMIN)).cookies[0]).toMatchObject({
      secure: true,
      sameSite: 'Lax',
    });
    expect(
      (await browser.post('/api/auth/logout', undefined, { origin: 'https://evil.example' }))
        .statusCode,
    ).toBe(403);
    expect((await browser.get('/api/auth/me')).json().isAuthenticated).toBe(true);
    await shop.app.close();
    await database.close();
  });
});

/** Passkeys: adding, using and removing them, and everything that must not open the shop. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SessionEntry } from '#core/contract/admin/auth.ts';
import { setPassword } from '#core/server/admin/auth/admin.service.ts';
import type {
  Passkey,
  Passkeys,
  RegistrationOptions,
  RequestOptions,
} from '#features/passkeys/contract/passkeys.ts';
import { Authenticator } from '#features/passkeys/tests/authenticator.ts';
import { lockNames } from '#platform/db/locks.ts';
import { ADMIN, type Browser, cheapenAdmin, makeApp, type TestApp } from '#tests/support/app.ts';
import { backUp, newFolder, restore } from '#tests/support/backups.ts';
import { makeSqlite, onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { countUse } from './passkeys.queries.ts';
import { passkeysOf, removeAllPasskeys } from './user-commands.service.ts';

const ORIGIN = 'https://druse.example';
const page = { origin: ORIGIN };
const UNKNOWN = 'The shop doesn’t know this passkey. Use another one, or your password.';
const STALE = 'That took too long. Please try again.';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, { config: { publicUrl: ORIGIN, smtpUrl: 'smtp://localhost' } });
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });
  beforeEach(async () => {
    shop.clock.forward({ minutes: 16 });
    for (const table of [
      'passkeys',
      'passkey_challenges',
      'sessions',
      'mails',
      'events',
    ] as const) {
      await database.db.deleteFrom(table).execute();
    }
    admin = await shop.admin();
  });

  const registrationOptions = async (browser = admin) =>
    (await browser.post('/api/auth/passkeys/options')).json<RegistrationOptions>();
  const loginOptions = async (browser: Browser) =>
    (await browser.post('/api/auth/passkeys/login/options')).json<RequestOptions>();
  const submit = (credential: object, name = 'Phone') =>
    admin.post('/api/auth/passkeys', { name, credential });
  async function add(name = 'Phone'): Promise<{ authenticator: Authenticator; passkey: Passkey }> {
    const authenticator = new Authenticator();
    const response = await submit(authenticator.create(await registrationOptions(), page), name);
    expect(response.statusCode, response.body).toBe(201);
    return { authenticator, passkey: response.json() };
  }
  const logIn = (browser: Browser, credential: object) =>
    browser.post('/api/auth/passkeys/login', { credential });
  const isIn = async (browser: Browser) =>
    (await browser.get('/api/auth/me')).json().isAuthenticated;
  const count = async (table: 'passkey_challenges' | 'passkeys') =>
    (await database.db.selectFrom(table).selectAll().execute()).length;

  describe('adding', () => {
    test('the admin adds several, with names, sees them, renames one and removes it', async () => {
      await add('Phone');
      const { passkey } = await add('Key ring');
      expect(
        (
          await admin.request({
            method: 'PATCH',
            url: `/api/auth/passkeys/${passkey.id}`,
            payload: { name: 'Blue key' },
          })
        ).json(),
      ).toEqual({ ...passkey, name: 'Blue key' });
      const at = shop.clock.now().toISOString();
      const listed = { createdAt: at, lastUsedAt: null, host: 'druse.example', isUsable: true };
      expect((await admin.get('/api/auth/passkeys')).json()).toEqual({
        passkeys: [
          { id: expect.any(Number), name: 'Phone', ...listed },
          { id: passkey.id, name: 'Blue key', ...listed },
        ],
        obstacle: null,
      });
      expect((await admin.delete(`/api/auth/passkeys/${passkey.id}`)).statusCode).toBe(204);
      expect((await admin.delete(`/api/auth/passkeys/${passkey.id}`)).statusCode).toBe(404);
      expect(await count('passkeys')).toBe(1);
      const activity = (await admin.get('/api/auth/activity'))
        .json()
        .map(({ text }: { text: string }) => text);
      expect(activity.slice(0, 3)).toEqual([
        'A passkey was removed: “Blue key”',
        'A passkey was added: “Key ring”',
        'A passkey was added: “Phone”',
      ]);
      const mails = await database.db
        .selectFrom('mails')
        .select(['kind', 'body_text'])
        .orderBy('id')
        .execute();
      expect(mails.map(({ kind }) => kind)).toEqual([
        'passkey_added',
        'passkey_added',
        'passkey_removed',
      ]);
      expect(mails[2]?.body_text).toContain('  Passkey: Blue key\n');
    });

    test('the browser is asked for a key that it finds by itself, and not for one that is there already', async () => {
      const { authenticator } = await add();
      expect(await registrationOptions()).toMatchObject({
        rp: { id: 'druse.example' },
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: [
          { id: authenticator.id.toString('base64url'), transports: ['internal'] },
        ],
      });
      const again = await submit(authenticator.create(await registrationOptions(), page));
      expect(again.json()).toMatchObject({
        code: 'state_conflict',
        message: 'This passkey has already been added.',
      });
    });

    test.each<[string, (authenticator: Authenticator, options: RegistrationOptions) => object]>([
      [
        'from a page of another origin',
        (key, options) => key.create(options, { origin: 'https://evil.example' }),
      ],
      [
        'for another host',
        (key, options) => key.create({ ...options, rp: { id: 'evil.example', name: '' } }, page),
      ],
      [
        'without proof of who holds it',
        (key, options) => Object.assign(key, { isVerifying: false }).create(options, page),
      ],
    ])('a key %s is refused', async (_, create) => {
      const response = await submit(create(new Authenticator(), await registrationOptions()));
      expect(response.json()).toMatchObject({
        code: 'invalid_input',
        message: 'We couldn’t add this passkey. Please try again.',
      });
      expect(await count('passkeys')).toBe(0);
    });

    test('a challenge is good once, for five minutes, in the session that asked for it', async () => {
      const stale = { code: 'invalid_input', message: STALE };
      const options = await registrationOptions();
      await submit(new Authenticator().create(options, page));
      expect((await submit(new Authenticator().create(options, page))).json()).toMatchObject(stale);
      const others = await registrationOptions(await shop.admin());
      expect((await submit(new Authenticator().create(others, page))).json()).toMatchObject(stale);
      const old = await registrationOptions();
      shop.clock.forward({ minutes: 5 });
      expect((await submit(new Authenticator().create(old, page))).json()).toMatchObject(stale);
      const login = (await loginOptions(admin)).challenge;
      expect(
        (await submit(new Authenticator().create({ ...options, challenge: login }, page))).json(),
      ).toMatchObject(stale);
      expect(await count('passkeys')).toBe(1);
    });

    test('adding, renaming and removing need password or passkey within ten minutes, and a login at all', async () => {
      const { passkey } = await add();
      const calls = (browser: Browser) =>
        Promise.all([
          browser.post('/api/auth/passkeys/options'),
          browser.post('/api/auth/passkeys', { name: 'x', credential: {} }),
          browser.request({
            method: 'PATCH',
            url: `/api/auth/passkeys/${passkey.id}`,
            payload: { name: 'x' },
          }),
          browser.delete(`/api/auth/passkeys/${passkey.id}`),
        ]);
      shop.clock.forward({ minutes: 10 });
      for (const response of await calls(admin))
        expect(response.json()).toMatchObject({ code: 'confirmation_required' });
      for (const response of await calls(shop.visitor()))
        expect(response.json()).toMatchObject({ code: 'unauthorized' });
      expect(await count('passkeys')).toBe(1);
    });

    test('a session that ends while its passkey is being added leaves none', async () => {
      const credential = new Authenticator().create(await registrationOptions(), page);
      let response: ReturnType<typeof submit> | undefined;
      await database.db.transaction().execute(async (tx) => {
        await lockNames(tx, database.dialect, ['passkeys']);
        await tx.deleteFrom('sessions').execute();
        response = submit(credential);
        // Long enough for the request to have found its session; it is refused in any case.
        await setTimeout(200);
      });
      expect((await response)?.statusCode).toBe(401);
      expect(await count('passkeys')).toBe(0);
    });

    test('there are at most twenty', async () => {
      await add();
      const { id: _, ...row } = await database.db
        .selectFrom('passkeys')
        .selectAll()
        .executeTakeFirstOrThrow();
      const others = Array.from({ length: 18 }, (_, n) => ({
        ...row,
        transports: JSON.stringify(row.transports),
        credential_id: `copy-${n}`,
      }));
      await database.db.insertInto('passkeys').values(others).execute();
      await add();
      expect((await admin.post('/api/auth/passkeys/options')).json()).toMatchObject({
        code: 'state_conflict',
      });
    });
  });

  describe('logging in', () => {
    test('a passkey logs in without a user name, and the session says with which', async () => {
      const { authenticator } = await add('Phone');
      const browser = shop.visitor();
      expect((await browser.get('/api/auth/passkeys/login')).json()).toEqual({ isPossible: true });
      const response = await logIn(browser, authenticator.get(await loginOptions(browser), page));
      expect([response.statusCode, response.json()]).toMatchObject([
        200,
        { isAuthenticated: true, username: 'admin' },
      ]);
      expect(await isIn(browser)).toBe(true);
      const sessions = (await browser.get('/api/auth/sessions')).json<SessionEntry[]>();
      expect(sessions.map(({ passkey, isCurrent }) => [passkey, isCurrent])).toEqual(
        expect.arrayContaining([
          ['Phone', true],
          [null, false],
        ]),
      );
      expect((await browser.get('/api/auth/activity')).json()[0].text).toBe(
        'Logged in with the passkey “Phone”',
      );
      expect((await browser.get('/api/auth/passkeys')).json().passkeys[0].lastUsedAt).toBe(
        shop.clock.now().toISOString(),
      );
      expect(
        (await browser.get('/api/manage/backup')).statusCode,
        'a login counts as a confirmation',
      ).toBe(200);
    });

    test('without a passkey for this host a login with one is not offered', async () => {
      expect((await shop.visitor().get('/api/auth/passkeys/login')).json()).toEqual({
        isPossible: false,
      });
      await add();
      await database.db.updateTable('passkeys').set({ host: 'old.example' }).execute();
      expect((await shop.visitor().get('/api/auth/passkeys/login')).json()).toEqual({
        isPossible: false,
      });
      expect((await admin.get('/api/auth/passkeys')).json().passkeys).toMatchObject([
        { host: 'old.example', isUsable: false },
      ]);
    });

    test.each<[string, string, (key: Authenticator, options: RequestOptions) => object]>([
      [
        'a page of another origin',
        UNKNOWN,
        (key, options) => key.get(options, { origin: 'https://evil.example' }),
      ],
      [
        'another host',
        UNKNOWN,
        (key, options) => key.get({ ...options, rpId: 'evil.example' }, page),
      ],
      [
        'a key that the shop never saw',
        UNKNOWN,
        (_key, options) => new Authenticator().get(options, page),
      ],
      [
        'a key that did not ask who holds it',
        UNKNOWN,
        (key, options) => Object.assign(key, { isVerifying: false }).get(options, page),
      ],
      [
        'a challenge of its own',
        STALE,
        (key, options) => key.get({ ...options, challenge: 'AAAA' }, page),
      ],
      [
        'another signature',
        UNKNOWN,
        (key, options) => {
          const [right, other] = [key.get(options, page), new Authenticator().get(options, page)];
          return { ...right, response: { ...right.response, signature: other.response.signature } };
        },
      ],
    ])('what comes from %s is refused', async (_, message, use) => {
      const { authenticator } = await add();
      const browser = shop.visitor();
      const response = await logIn(browser, use(authenticator, await loginOptions(browser)));
      expect([response.statusCode, response.json()]).toMatchObject([
        401,
        { code: 'wrong_credentials', message },
      ]);
      expect(await isIn(browser)).toBe(false);
    });

    test('a challenge is good once, for five minutes, in the browser that asked for it', async () => {
      const { authenticator } = await add();
      const stale = { code: 'wrong_credentials', message: STALE };
      const browser = shop.visitor();
      const used = authenticator.get(await loginOptions(browser), page);
      const cookie = new Map(browser.cookies);
      expect((await logIn(browser, used)).statusCode).toBe(200);
      for (const [name, value] of cookie) browser.cookies.set(name, value);
      expect((await logIn(browser, used)).json(), 'again').toMatchObject(stale);
      const other = shop.visitor();
      await loginOptions(other);
      expect(
        (await logIn(other, authenticator.get(await loginOptions(browser), page))).json(),
        'elsewhere',
      ).toMatchObject(stale);
      const old = authenticator.get(await loginOptions(browser), page);
      shop.clock.forward({ minutes: 5 });
      expect((await logIn(browser, old)).json(), 'late').toMatchObject(stale);
    });

    test('a key whose count goes back is refused: it is a copy', async () => {
      const { authenticator } = await add();
      const browser = shop.visitor();
      authenticator.counter = 7;
      expect(
        (await logIn(browser, authenticator.get(await loginOptions(browser), page))).statusCode,
      ).toBe(200);
      authenticator.counter = 7;
      const copied = authenticator.get(await loginOptions(browser), page);
      expect((await logIn(browser, copied)).json()).toMatchObject({
        code: 'wrong_credentials',
        message: UNKNOWN,
      });
    });

    test('of two uses with the same count, as a copy makes them at the same time, one is noted', async () => {
      const { passkey } = await add();
      const use = () => countUse(database.db, passkey.id, 7, shop.clock.now().toISOString());
      expect((await Promise.all([use(), use()])).toSorted()).toEqual([false, true]);
    });

    test('a key that does not count its uses goes on logging in', async () => {
      const { authenticator } = await add();
      for (let n = 0; n < 2; n++) {
        authenticator.counter = -1;
        const browser = shop.visitor();
        expect(
          (await logIn(browser, authenticator.get(await loginOptions(browser), page))).statusCode,
        ).toBe(200);
      }
    });

    test('a removed passkey does not log in, and the sessions that it began have ended', async () => {
      const { authenticator, passkey } = await add();
      const browser = shop.visitor();
      await logIn(browser, authenticator.get(await loginOptions(browser), page));
      await admin.delete(`/api/auth/passkeys/${passkey.id}`);
      expect([await isIn(browser), await isIn(admin)]).toEqual([false, true]);
      const refused = await logIn(browser, authenticator.get(await loginOptions(browser), page));
      expect(refused.json()).toMatchObject({ code: 'wrong_credentials', message: UNKNOWN });
    });

    test('wrong tries are limited as those of a password are', async () => {
      const { authenticator } = await add();
      const browser = shop.visitor();
      for (let n = 0; n < 5; n++)
        await logIn(browser, new Authenticator().get(await loginOptions(browser), page));
      const right = await logIn(browser, authenticator.get(await loginOptions(browser), page));
      expect([right.statusCode, right.json().code]).toEqual([429, 'too_many_requests']);
    });

    test('strangers cannot fill the database with logins that they begin', async () => {
      await add();
      const begin = (remoteAddress: string) =>
        shop.app.inject({ method: 'POST', url: '/api/auth/passkeys/login/options', remoteAddress });
      for (let n = 0; n < 32; n++) await begin('198.51.100.9');
      expect((await begin('198.51.100.10')).json()).toMatchObject({ code: 'too_many_requests' });
      expect(await count('passkey_challenges')).toBe(30);
      const at = shop.clock.now().toISOString();
      const rows = Array.from({ length: 970 }, (_, n) => ({
        challenge: `c${n}`,
        purpose: 'login' as const,
        holder_hash: '',
        network: `n${n}`,
        created_at: at,
      }));
      for (let n = 0; n < rows.length; n += 100) {
        await database.db
          .insertInto('passkey_challenges')
          .values(rows.slice(n, n + 100))
          .execute();
      }
      expect((await begin('203.0.113.9')).json()).toMatchObject({ code: 'too_many_requests' });
      expect((await begin('127.0.0.1')).statusCode, 'where the admin has logged in').toBe(200);
      shop.clock.forward({ minutes: 5 });
      expect((await begin('203.0.113.9')).statusCode).toBe(200);
      expect(await count('passkey_challenges')).toBe(1);
    });
  });

  test('a passkey confirms who is there, for ten minutes, in the session that asked', async () => {
    const { authenticator } = await add();
    const confirmOptions = async (browser: Browser) =>
      (await browser.post('/api/auth/passkeys/confirm/options')).json<RequestOptions>();
    const confirm = (credential: object) =>
      admin.post('/api/auth/passkeys/confirm', { credential });
    const backup = async () => (await admin.get('/api/manage/backup')).statusCode;
    const { challenge } = await registrationOptions();
    shop.clock.forward({ minutes: 4 });
    const forAdding = authenticator.get(
      { challenge, rpId: 'druse.example', timeout: 0, userVerification: 'required' },
      page,
    );
    expect((await confirm(forAdding)).json()).toMatchObject({
      code: 'wrong_credentials',
      message: STALE,
    });
    shop.clock.forward({ minutes: 6 });
    expect(await backup()).toBe(403);
    const foreign = authenticator.get(await confirmOptions(await shop.admin()), page);
    expect((await confirm(foreign)).json()).toMatchObject({
      code: 'wrong_credentials',
      message: STALE,
    });
    const forLogin = authenticator.get(await loginOptions(admin), page);
    expect((await confirm(forLogin)).json()).toMatchObject({
      code: 'wrong_credentials',
      message: STALE,
    });
    expect(await backup()).toBe(403);
    expect((await confirm(authenticator.get(await confirmOptions(admin), page))).statusCode).toBe(
      204,
    );
    expect(await backup()).toBe(200);
    expect((await shop.visitor().post('/api/auth/passkeys/confirm/options')).statusCode).toBe(401);
  });

  test('a change of the password keeps the passkeys that the owner names, and removes the others', async () => {
    const [{ passkey: remaining }, { authenticator, passkey: removed }] = [
      await add(),
      await add(),
    ];
    const thief = shop.visitor();
    await logIn(thief, authenticator.get(await loginOptions(thief), page));
    const newPassword = 'another-solid-password-17';
    const change = {
      currentPassword: ADMIN.password,
      newPassword,
      remainingPasskeys: [remaining.id],
    };
    expect((await admin.post('/api/auth/password', change)).statusCode).toBe(204);
    expect(
      (await admin.get('/api/auth/passkeys')).json<Passkeys>().passkeys.map(({ id }) => id),
    ).toEqual([remaining.id]);
    expect((await thief.get('/api/auth/me')).json().isAuthenticated).toBe(false);
    const refused = await logIn(thief, authenticator.get(await loginOptions(thief), page));
    expect(refused.json()).toMatchObject({ code: 'wrong_credentials' });
    const texts = (await admin.get('/api/auth/activity'))
      .json<{ text: string }[]>()
      .map(({ text }) => text);
    expect(texts).toContain(`A passkey was removed: “${removed.name}”`);
    // Who names none, as scripts did before, keeps them all.
    expect(
      (
        await admin.post('/api/auth/password', {
          currentPassword: newPassword,
          newPassword: ADMIN.password,
        })
      ).statusCode,
    ).toBe(204);
    expect((await admin.get('/api/auth/passkeys')).json<Passkeys>().passkeys).toHaveLength(1);
    await cheapenAdmin(shop.ctx);
  });

  test.runIf(isThorough)(
    'the command on the server sets a password and keeps the passkeys that it is told to',
    async () => {
      const [{ passkey: remaining }] = [await add(), await add()];
      expect((await passkeysOf(shop.ctx.db, null)).map(({ id }) => id)).toContain(remaining.id);
      const done = await setPassword(shop.ctx, null, ADMIN.password, {
        remainingPasskeys: [remaining.id],
      });
      expect([done.username, done.removed.length]).toEqual(['admin', 1]);
      expect((await passkeysOf(shop.ctx.db, null)).map(({ id }) => id)).toEqual([remaining.id]);
      await cheapenAdmin(shop.ctx);
      admin = await shop.admin();
    },
  );

  test('the command on the server removes all passkeys and ends all sessions', async () => {
    const { authenticator } = await add();
    await add();
    expect(await removeAllPasskeys(shop.ctx, null)).toEqual({ username: 'admin', removed: 2 });
    await expect(removeAllPasskeys(shop.ctx, 'eva')).rejects.toThrow('No account is named eva.');
    expect(await isIn(admin)).toBe(false);
    const browser = shop.visitor();
    expect(
      (await logIn(browser, authenticator.get(await loginOptions(browser), page))).statusCode,
    ).toBe(401);
    const activity = (await (await shop.admin()).get('/api/auth/activity'))
      .json()
      .map(({ text }: { text: string }) => text);
    expect(activity.slice(0, 2)).toEqual([
      'Logged in',
      'All passkeys were removed on the shop’s own computer',
    ]);
  });

  test('a backup has the public keys, and neither challenges nor sessions', async () => {
    await add();
    await loginOptions(shop.visitor());
    const target = await makeSqlite();
    const media = newFolder();
    await restore(await backUp(database, media), target, media);
    const columns = ['credential_id', 'public_key', 'host', 'name', 'transports'] as const;
    const [before, after] = await Promise.all(
      [database.db, target.db].map((db) => db.selectFrom('passkeys').select(columns).execute()),
    );
    expect(after).toEqual(before);
    expect(after).toHaveLength(1);
    for (const table of ['passkey_challenges', 'sessions'] as const) {
      expect(await target.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    await target.close();
  });

  test('while the password is the demo’s, a passkey opens the shop on its own machine only', async () => {
    const { authenticator } = await add();
    await database.db.updateTable('users').set({ is_demo: true }).execute();
    const browser = shop.visitor();
    const credential = authenticator.get(await loginOptions(browser), page);
    const response = await browser.post(
      '/api/auth/passkeys/login',
      { credential },
      { 'x-forwarded-for': '203.0.113.7' },
    );
    expect(response.json()).toMatchObject({ code: 'local_only' });
    await database.db.updateTable('users').set({ is_demo: false }).execute();
  });
});

/** Mails to the admin about their own account. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ADMIN, type Browser, makeApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { type MailShop, openMailShop } from '#tests/support/mails.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let opened: MailShop;

  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(() => database.close());
  // Its admin has logged in, for the first time ever.
  beforeEach(async () => {
    for (const table of ['mails', 'events', 'sessions'] as const)
      await database.db.deleteFrom(table).execute();
    opened = await openMailShop(database, { publicUrl: 'https://druse.example' });
  });
  afterEach(() => opened.close());

  const mails = () =>
    database.db
      .selectFrom('mails')
      .select(['kind', 'to_address', 'subject', 'body_text'])
      .orderBy('id')
      .execute();
  const kinds = async () => (await mails()).map((mail) => mail.kind);
  async function logIn(remoteAddress: string, userAgent = FIREFOX): Promise<Browser> {
    const browser = opened.shop.visitor();
    const headers = { 'user-agent': userAgent };
    const response = await browser.request({
      method: 'POST',
      url: '/api/auth/login',
      payload: ADMIN,
      remoteAddress,
      headers,
    });
    expect(response.statusCode, response.body).toBe(200);
    return browser;
  }

  test('the first login of a shop mails nobody; a new network or a new device mails the admin once', async () => {
    expect(await kinds()).toEqual([]);
    await opened.admin.put('/api/settings/general', { contactEmail: 'ada@shop.example' });
    for (let n = 0; n < 2; n++) await logIn('203.0.113.7');
    expect(await mails()).toMatchObject([
      {
        kind: 'new_login',
        to_address: 'ada@shop.example',
        subject: 'New login at Druse',
        body_text: expect.any(String),
      },
    ]);
    const text = (await mails())[0]?.body_text;
    expect(text).toContain(
      '  When: Nov 21, 2026, 4:00 AM\n  With: Firefox on Linux\n  From: 203.0.113.0/24\n',
    );
    expect(text).toContain('https://druse.example/settings#account');
    await logIn('203.0.113.200');
    expect(await kinds(), 'the same network').toEqual(['new_login']);
    await logIn('203.0.113.7', 'curl/8');
    expect(await kinds(), 'another device').toEqual(['new_login', 'new_login']);
  });

  test('a wrong password mails nobody', async () => {
    const payload = { ...ADMIN, password: 'not-the-password' };
    const response = await opened.shop
      .visitor()
      .request({ method: 'POST', url: '/api/auth/login', payload, remoteAddress: '203.0.113.7' });
    expect(response.statusCode).toBe(401);
    expect(await kinds()).toEqual([]);
  });

  onTheOtherToo(
    'a change of the password mails the admin, and a refused one does not',
    async () => {
      const newPassword = 'another-solid-password-17';
      const wrong = await opened.admin.post('/api/auth/password', {
        currentPassword: 'not-the-password',
        newPassword,
      });
      expect([wrong.statusCode, await kinds()]).toEqual([401, []]);
      const changed = await opened.admin.post('/api/auth/password', {
        currentPassword: ADMIN.password,
        newPassword,
      });
      expect([changed.statusCode, await kinds()]).toEqual([204, ['password_changed']]);
      const back = { currentPassword: newPassword, newPassword: ADMIN.password };
      expect((await opened.admin.post('/api/auth/password', back)).statusCode).toBe(204);
    },
  );

  onTheOtherToo(
    'without a mail server, and with the demo password, nothing is written',
    async () => {
      const quiet = await makeApp(database, { config: { smtpUrl: null } });
      const browser = quiet.visitor();
      await browser.request({
        method: 'POST',
        url: '/api/auth/login',
        payload: ADMIN,
        remoteAddress: '203.0.113.7',
      });
      expect((await browser.get('/api/auth/activity')).json()[0]).toMatchObject({
        text: 'Logged in',
        isNew: true,
      });
      await quiet.app.close();
      await database.db.updateTable('users').set({ is_demo: true }).execute();
      const headers = { 'user-agent': FIREFOX, host: 'localhost' };
      await opened.shop
        .visitor()
        .request({ method: 'POST', url: '/api/auth/login', payload: ADMIN, headers });
      await database.db.updateTable('users').set({ is_demo: false }).execute();
      expect(await kinds()).toEqual([]);
    },
  );
});

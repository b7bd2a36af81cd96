/** Which calls a stolen session cannot make. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newVenmoHandle } from '#core/server/admin/settings/redirects.service.ts';
import type { Browser, TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { openMailShop } from '#tests/support/mails.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let opened: Awaited<ReturnType<typeof openMailShop>>;
  let shop: TestApp;
  let thief: Browser;
  beforeAll(async () => {
    database = await makeDatabase();
    opened = await openMailShop(database, { publicUrl: 'https://druse.example' });
    shop = opened.shop;
    thief = await shop.admin();
    await thief.put('/api/settings/general', { contactEmail: 'ada@shop.example' });
    await thief.put('/api/settings/venmo_settings', venmo('ada'));
    await database.db.deleteFrom('mails').execute();
    shop.clock.forward({ days: 1 });
  });
  afterAll(async () => {
    await opened.close();
    await database.close();
  });

  const venmo = (venmoUsername: string, paymentInstructions = 'Name the order.') => ({
    venmoUsername,
    paymentInstructions,
    enabled: true,
  });
  const setting = async (key: string) => (await shop.visitor().get(`/api/settings/${key}`)).json();
  const mails = () =>
    database.db.selectFrom('mails').select(['kind', 'to_address', 'body_text']).execute();
  const handle = () => newVenmoHandle(shop.ctx);

  test.each([
    ['general', { contactEmail: 'thief@elsewhere.example' }],
    ['venmo_settings', venmo('thief')],
    ['venmo_settings', venmo('ada', 'Pay @thief.')],
    ['social_links', [{ platform: 'email', url: 'mailto:thief@elsewhere.example' }]],
  ])('a stolen cookie alone does not change where money and mail go: %s', async (key, value) => {
    const before = await setting(key);
    const refused = await thief.put(`/api/settings/${key}`, value);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'confirmation_required']);
    expect([await setting(key), await mails()]).toEqual([before, []]);
  });

  test('what redirects nothing is saved without a second proof', async () => {
    const general = { contactEmail: 'ada@shop.example', siteTitle: 'Vug' };
    expect((await thief.put('/api/settings/general', general)).statusCode).toBe(200);
    expect(
      (await thief.put('/api/settings/venmo_settings', { ...venmo('@ada'), enabled: false }))
        .statusCode,
    ).toBe(200);
  });

  test('it reads no list of all orders', async () => {
    expect((await thief.get('/api/orders')).json().code).toBe('confirmation_required');
  });

  test('with a second proof the contact email changes, and the former address is told', async () => {
    const owner = await shop.admin();
    await database.db.deleteFrom('mails').execute();
    expect(
      (await owner.put('/api/settings/general', { contactEmail: 'eva@shop.example' })).statusCode,
    ).toBe(200);
    expect(await mails()).toMatchObject([
      { kind: 'contact_email_changed', to_address: 'ada@shop.example' },
    ]);
    const [mail] = await mails();
    expect(mail?.body_text).toContain('eva@shop.example');
    expect(mail?.body_text).toContain('https://druse.example/settings#not-me');
    expect((await owner.get('/api/auth/activity')).json()[0].text).toBe(
      'The contact email was changed',
    );
  });

  test('a Venmo handle is new for its first day', async () => {
    const owner = await shop.admin();
    expect(await handle()).toEqual({ count: 0, rows: [] });
    const at = shop.clock.now().toISOString();
    await owner.put('/api/settings/venmo_settings', venmo('eva'));
    expect(await handle()).toMatchObject({ count: 1, rows: [{ title: '@eva', at }] });
    shop.clock.forward({ hours: 23, minutes: 59 });
    expect((await handle()).count).toBe(1);
    shop.clock.forward({ minutes: 1 });
    expect(await handle()).toEqual({ count: 0, rows: [] });
  });

  test('another Venmo handle or other instructions are told by email, and the log names both handles', async () => {
    const owner = await shop.admin();
    await owner.put('/api/settings/venmo_settings', venmo('first'));
    await database.db.deleteFrom('mails').execute();
    await owner.put('/api/settings/venmo_settings', venmo('second', 'Name your order.'));
    expect(await mails()).toMatchObject([
      {
        kind: 'payee_changed',
        body_text: expect.stringContaining('Buyers now pay @second on Venmo, not @first.'),
      },
    ]);
    const texts = async () =>
      (await owner.get('/api/auth/activity')).json<{ text: string }[]>().map(({ text }) => text);
    expect((await texts()).slice(0, 2)).toEqual([
      'The payment instructions were changed',
      'The Venmo username was changed from @first to @second',
    ]);
    await owner.put('/api/settings/venmo_settings', venmo('second', 'Pay by check.'));
    expect((await mails()).at(-1)?.body_text).toContain('payment instructions that buyers read');
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';

let database: TestDatabase;
let shop: TestApp;
beforeAll(async () => {
  database = await makeSqlite();
  shop = await makeApp(database);
});
afterAll(async () => {
  await shop.app.close();
  await database.close();
});

const PATH = '/api/manage/mail-look';

test('the owner sees how the shop’s email looks, with its name and how it is paid as they are now', async () => {
  await writeSetting(shop.ctx, 'general', { siteTitle: 'Kluft <Minerals>' });
  await writeSetting(shop.ctx, 'venmo_settings', { venmoUsername: 'kluft', enabled: true });
  const { body, headers } = await (await shop.admin()).get(PATH);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body).toContain('Your order #12 at Kluft &lt;Minerals&gt;');
  expect(body).toContain('@kluft');
});

test('a page of the shop can show it in a frame, without scripts and with links that lead nowhere', async () => {
  const { body, headers } = await (await shop.admin()).get(PATH);
  expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(body).toContain('Pay with Venmo');
  expect(body).not.toContain('href');
});

test('visitors do not see it', async () => {
  expect((await shop.visitor().get(PATH)).statusCode).toBe(401);
});

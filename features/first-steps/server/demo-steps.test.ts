/** What the first steps say of a shop with the demo. */
import { afterEach, expect, test } from 'vitest';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import { loadDemoOnce } from '#core/server/transfer/demo/demo.service.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

let database: TestDatabase;
let shop: TestApp;
let admin: Browser;
const open = async () => {
  database = await makeSqlite();
  shop = await makeApp(database, { config: { demo: true } });
  admin = await shop.admin();
};
afterEach(async () => {
  await shop.app.close();
  await database.close();
});
const steps = async () => (await admin.get('/api/manage/first-steps')).json();

test('a shop that never had the demo collection has no step about it, and a visitor reads none', async () => {
  await open();
  expect((await steps()).demo).toBe(null);
  const response = await shop.visitor().get('/api/manage/first-steps');
  expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized']);
});

test('what the demo has done is nothing that the owner has, and its removal is a step of his', async () => {
  await open();
  await loadDemoOnce(shop.ctx);
  shop.clock.forward({ minutes: 1 });
  await addSpecimens(shop.ctx, [{ title: 'My own' }]);
  const undone = { venmo: false, contactEmail: false, policies: false, mail: false, named: false };
  const others = { password: true, onSale: 1, skipped: [] };
  expect(await steps()).toEqual({ ...undone, ...others, demo: false });
  await admin.delete('/api/manage/demo');
  expect(await steps()).toEqual({ ...undone, ...others, demo: true });
});

test('what the owner has changed stays done when the demo goes', async () => {
  await open();
  await loadDemoOnce(shop.ctx);
  await writeSetting(shop.ctx, 'venmo_settings', { venmoUsername: 'real-shop', enabled: true });
  await writeSetting(shop.ctx, 'general', { contactEmail: 'eva@minerals.example' });
  await admin.delete('/api/manage/demo');
  expect(await steps()).toMatchObject({ venmo: true, contactEmail: true, demo: true, onSale: 0 });
});

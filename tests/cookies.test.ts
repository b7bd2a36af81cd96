/** Every cookie of the shop: how long it lives, and who may read it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, makeApp, type TestApp } from './support/app.ts';
import { makeSqlite, type TestDatabase } from './support/databases.ts';
import { directBody } from './support/orders.ts';
import { addSpecimens } from './support/specimens.ts';

const DAY_SECONDS = 24 * 60 * 60;

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

const order = async () => directBody((await addSpecimens(shop.ctx, [{ title: 'Beryl' }]))[0] ?? 0);

test.each<[string, () => Promise<{ cookies: object[] }>, object[]]>([
  ['a login', () => shop.visitor().post('/api/auth/login', ADMIN), [{ name: 'druse_session', maxAge: 400 * DAY_SECONDS }]],
  ['a failed login', () => shop.visitor().post('/api/auth/login', { ...ADMIN, password: 'not-the-password' }), []],
  ['an order', async () => shop.visitor().post('/api/orders', await order()), [{ name: 'druse_buyer', maxAge: 180 * DAY_SECONDS }]],
  ['a read', () => shop.visitor().get('/api/specimens'), []],
  ['a check of the login', () => shop.visitor().get('/api/auth/me'), []],
])('%s sets only the cookies listed here, for as long as listed here', async (_, respond, expected) => {
  const common = { path: '/', httpOnly: true, sameSite: 'Lax', value: expect.stringMatching(/^[\w-]{43}$/) };
  expect((await respond()).cookies).toEqual(expected.map((cookie) => ({ ...common, ...cookie })));
});

test('a second order keeps the buyer’s cookie and starts its 180 days again', async () => {
  const browser = shop.visitor();
  const [first] = (await browser.post('/api/orders', await order())).cookies;
  const [second] = (await browser.post('/api/orders', await order())).cookies;
  expect(second).toMatchObject({ name: 'druse_buyer', value: first?.value, maxAge: 180 * DAY_SECONDS });
});

test('a logout removes the session cookie and leaves the buyer’s', async () => {
  const browser = await shop.admin();
  await browser.post('/api/orders', await order());
  const { cookies } = await browser.post('/api/auth/logout');
  expect(cookies).toEqual([expect.objectContaining({ name: 'druse_session', value: '', expires: new Date(0) })]);
  expect([...browser.cookies.keys()]).toEqual(['druse_buyer']);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { readFirstSteps } from './first-steps.service.ts';

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

test('a new shop has neither entered a Venmo user name nor switched Venmo off', async () => {
  expect((await readFirstSteps(shop.ctx)).venmo).toBe(false);
});

test.each([
  [{ venmoUsername: 'kluft', enabled: true }, true],
  [{ venmoUsername: '@kluft', enabled: true }, true],
  [{ venmoUsername: 'kluft', enabled: false }, true],
  [{ venmoUsername: '', enabled: false }, true],
  [{ venmoUsername: 'druse-demo', enabled: false }, true],
  [{ venmoUsername: 'druse-demo', enabled: true }, false],
  [{ venmoUsername: '@druse-demo', enabled: true }, false],
])('with the Venmo settings %j, it is %s that the Venmo step is done', async (setting, isDone) => {
  await writeSetting(shop.ctx, 'venmo_settings', setting);
  expect((await readFirstSteps(shop.ctx)).venmo).toBe(isDone);
});

test.each([
  [{ shipping: 'Within the US.', returns: '', privacy: 'None.' }, false],
  [{ shipping: '', returns: 'Within 14 days.', privacy: '' }, false],
  [{ shipping: 'Within the US.', returns: 'Within 14 days.', privacy: '' }, true],
])(
  'with the texts %j, it is %s that the step about shipping and returns is done',
  async (texts, isDone) => {
    await writeSetting(shop.ctx, 'legal', texts);
    expect((await readFirstSteps(shop.ctx)).policies).toBe(isDone);
  },
);

test.each([
  ['hello@druse.example', false],
  ['eva@kluft.example', true],
])(
  'with the contact address %s, it is %s that the email step is done',
  async (contactEmail, isDone) => {
    await writeSetting(shop.ctx, 'general', { contactEmail });
    expect((await readFirstSteps(shop.ctx)).contactEmail).toBe(isDone);
  },
);

/** The admin makes a collection, and visitors come to it from the home page. */
import { expect, logIn, toastOn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';

// The home page shows collections to everybody.
const test = testWithOwnShop();

test('the admin fills a collection by a rule and one by hand, and visitors see what is shown', async ({
  page,
  context,
  browser,
}) => {
  await logIn(context);
  await page.goto('/settings#collections');
  await page.getByRole('link', { name: 'Manage Collections' }).click();
  const list = page.getByRole('list', { name: 'Collections' });
  await expect(list.getByRole('listitem')).toHaveCount(3);

  await page.getByRole('link', { name: 'New Collection' }).click();
  await expect(page.getByLabel('Name', { exact: false }).first()).toBeFocused();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please give the collection a name')).toBeVisible();
  await page.getByLabel('Name', { exact: false }).first().fill('Small Treasures');
  await page.getByRole('radio', { name: 'By a rule' }).check();
  await page.getByLabel('Category').selectOption('Minerals');
  await page.getByLabel('Species').selectOption('calcite');
  await expect(page.getByLabel('Locality').locator('option')).not.toHaveCount(1);
  await page.getByLabel('Highest price').fill('300');
  const found = page.locator('[aria-busy=false]').getByText(/^\d+ pieces? right now/);
  await expect(found).toBeVisible();
  const count = Number.parseInt((await found.textContent()) ?? '', 10);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toastOn(page)).toContainText('Collection Saved');
  await expect(list.getByRole('listitem').last()).toContainText(`By a rule · ${count} piece`);

  await page.getByRole('link', { name: 'New Collection' }).click();
  await page.getByLabel('Name', { exact: false }).first().fill('By Hand');
  await page.getByRole('searchbox', { name: 'Search specimens to add' }).fill('fluorite');
  await page
    .getByRole('button', { name: /^Add Fluorite/ })
    .first()
    .click();
  await page.getByRole('searchbox', { name: 'Search specimens to add' }).fill('pyrite');
  await page
    .getByRole('button', { name: /^Add Pyrite/ })
    .first()
    .click();
  const pieces = page.getByRole('list', { name: 'Pieces' });
  await pieces.getByRole('button', { name: /^Move Pyrite.* earlier$/ }).press('Enter');
  await expect(pieces.getByRole('listitem').first()).toContainText('Pyrite');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(5);

  // Its further moves are made while the first is being saved.
  const { promise: moved, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('/api/manage/collections', async (route) => {
    if (route.request().method() === 'PUT') await moved;
    await route.fallback();
  });
  const earlier = list.getByRole('button', { name: 'Move By Hand earlier' });
  const saving = page.waitForRequest((request) => request.method() === 'PUT');
  await earlier.click();
  await saving;
  for (const _ of Array(3)) await earlier.click();
  letGo();
  const first = async () =>
    (await (await context.request.get('/api/manage/collections')).json())[0].name;
  await expect.poll(first).toBe('By Hand');

  const visitor = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await visitor.goto('/#collections');
  const shown = visitor.getByRole('region', { name: 'Featured collection', exact: true });
  await expect(shown.getByRole('heading', { level: 3 })).toHaveText('By Hand');
  await shown.getByRole('link', { name: 'View the collection: By Hand' }).click();
  await expect(visitor).toHaveURL('/collection/by-hand');
  await expect(visitor).toHaveTitle(/^By Hand – /);
  await expect(visitor.getByRole('article')).toHaveCount(2);
  await expect(visitor.getByRole('article').first()).toContainText('Pyrite');

  await list.getByRole('link', { name: 'Edit By Hand' }).click();
  await page.getByRole('switch', { name: 'Show this collection' }).click();
  await page.getByRole('link', { name: 'Back to Collections' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(list.getByRole('listitem').first()).toContainText('Hidden');
  expect((await visitor.reload())?.status()).toBe(404);
  await list.getByRole('button', { name: 'Delete By Hand' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await list.getByRole('button', { name: 'Delete Small Treasures' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await visitor.close();
});

import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { answered, expect, logIn, placeOrder, toastOn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';

const test = testWithOwnShop();
// The tests share one shop, so they run one after the other; the last one removes the demo.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ context }) => logIn(context));

test('on Manage the first steps come late, and move nothing that one reads already', {
  tag: '@phone',
}, async ({ page }) => {
  const { promise: known, resolve: tell } = Promise.withResolvers<void>();
  await page.route('/api/manage/first-steps', (route) => known.then(() => route.fallback()));
  await page.goto('/manage');
  await page.evaluate(() => document.fonts.ready.then(() => {}));
  const card = page.locator('article').first();
  await expect(card).toBeVisible();
  const before = await card.boundingBox();
  tell();
  await expect(page.getByRole('button', { name: 'First steps' })).toBeVisible();
  expect(await card.boundingBox()).toEqual(before);
});

test('Manage leads into the first steps, and a step that is done in Settings is done there', async ({
  page,
}) => {
  await page.goto('/manage');
  const line = page.getByRole('region', { name: 'First steps' });
  await expect(line).toContainText(
    '1 of 5 behind you. The demo collection is still here. The password is still the demo’s.',
  );
  await expectNoViolations(page);
  await page.goto('/settings#venmo');
  const venmo = page.getByRole('tabpanel', { name: 'Venmo' });
  await expect(venmo.getByRole('note')).toContainText('buyers are told not to pay');
  await venmo.getByLabel('Venmo Username').fill('kluft');
  await venmo.getByRole('button', { name: 'Save Venmo Settings' }).click();
  await expect(toastOn(page)).toContainText('Settings Updated');
  await page.getByRole('link', { name: 'First steps' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First steps' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'How buyers pay' })).toContainText('Done');
  await expect(page.getByRole('heading', { name: 'Account' })).toBeVisible();
  await expectNoViolations(page);
  await page.goto('/manage');
  await expect(line).toContainText('2 of 5 behind you');
  await expect(line.getByRole('link')).toHaveCount(0);
  await line.getByRole('button', { name: 'First steps' }).press('Enter');
  await expectNoViolations(page);
  await line.getByRole('link', { name: 'Make this shop yours' }).click();
  await expect(page.getByRole('heading', { name: 'This is the demo' })).toBeVisible();
});

test('Manage warns as long as buyers cannot pay by Venmo', async ({ page }) => {
  await page.goto('/settings#venmo');
  const venmo = page.getByRole('tabpanel', { name: 'Venmo' });
  await venmo.getByRole('switch', { name: 'Take payments by Venmo' }).click();
  await venmo.getByRole('button', { name: 'Save Venmo Settings' }).click();
  await expect(toastOn(page)).toContainText('Settings Updated');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Manage' })
    .click();
  await expect(page.getByRole('note')).toContainText('buyers can’t pay by Venmo');
  for (const path of ['/upload', '/edit/1']) {
    await page.goto(path);
    await expect(page.getByRole('switch', { name: 'List for sale', exact: true })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('Venmo');
  }
  await page.goto('/manage');
  await page.getByRole('note').getByRole('link', { name: 'Venmo settings' }).click();
  await venmo.getByRole('switch', { name: 'Take payments by Venmo' }).click();
  await venmo.getByRole('button', { name: 'Save Venmo Settings' }).click();
  await expect(toastOn(page)).toContainText('Settings Updated');
  await page.goto('/manage');
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);
});

test('the demo collection is removed after a confirmation, except what an order needs', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(500, '/api/manage/demo'));
  const [amethyst] = await (
    await context.request.get('/api/specimens', { params: { search: 'amethyst veracruz' } })
  ).json();
  const order = await placeOrder(context, [amethyst]);
  await page.goto('/manage?step=overview');
  const dialog = page.getByRole('dialog', { name: 'Remove the demo collection?' });
  const ask = () => page.getByRole('button', { name: 'Make this shop yours' }).click();
  await ask();
  await expect(dialog).toContainText('This action cannot be undone.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await page.route('/api/manage/demo', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'It did not work.' } }),
  );
  await ask();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(toastOn(page)).toHaveText('ErrorIt did not work.');
  await page.unroute('/api/manage/demo');
  const answer = Promise.withResolvers<void>();
  await page.route('/api/manage/demo', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await ask();
  const remove = dialog.getByRole('button', { name: 'Remove' });
  await remove.press('Enter');
  await expect(remove).toBeDisabled();
  await expect(remove).toBeFocused();
  // A second press while it works does nothing.
  await remove.press('Enter');
  // Once it is done, the focus isn't nowhere even for a moment.
  await page.evaluate(() => {
    const look = () =>
      document.activeElement === document.body &&
      document.documentElement.setAttribute('data-lost', '');
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  answer.resolve();
  await expect(toastOn(page)).toHaveText('Demo Collection Removed36 specimens removed.');
  await expect(page.getByRole('status').filter({ hasText: 'These stay' })).toContainText(
    `${amethyst.title} – order #${order.id}`,
  );
  await expect(page.getByRole('button', { name: 'Make this shop yours' })).toBeFocused();
  await expect(page.locator('html')).not.toHaveAttribute('data-lost');
  await page.goto('/');
  const collections = page.getByRole('region', { name: 'Featured Collections' });
  await expect(collections.getByRole('heading', { level: 3 })).toHaveText(['Crystal Collection']);
  await expect(collections.getByRole('listitem')).toHaveText([amethyst.title]);
});

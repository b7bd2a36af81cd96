import { ADMIN, answered, expect, logIn, placeOrder, toastOn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { expectNoViolations } from './no-violations.ts';

const test = testWithOwnShop();
// The tests share one shop, so they run one after the other; the last one changes the password.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ context }) => logIn(context));

test('Manage leads into the first steps, and a step that is done in Settings is done there', async ({ page }) => {
  await page.goto('/manage');
  const line = page.getByRole('region', { name: 'First steps' });
  await expect(line).toContainText('1 of 5 behind you. The demo collection is still here. The password is still the demo’s.');
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
  await line.getByRole('link', { name: 'Make this shop yours' }).click();
  await expect(page.getByRole('heading', { name: 'This is the demo' })).toBeVisible();
});

test('Manage warns as long as buyers cannot pay by Venmo', async ({ page }) => {
  await page.goto('/settings#venmo');
  const venmo = page.getByRole('tabpanel', { name: 'Venmo' });
  await venmo.getByRole('switch', { name: 'Take payments by Venmo' }).click();
  await venmo.getByRole('button', { name: 'Save Venmo Settings' }).click();
  await expect(toastOn(page)).toContainText('Settings Updated');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Manage' }).click();
  await expect(page.getByRole('note')).toContainText('buyers can’t pay by Venmo');
  await page.getByRole('note').getByRole('link', { name: 'Venmo settings' }).click();
  await venmo.getByRole('switch', { name: 'Take payments by Venmo' }).click();
  await venmo.getByRole('button', { name: 'Save Venmo Settings' }).click();
  await expect(toastOn(page)).toContainText('Settings Updated');
  await page.goto('/manage');
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await expect(page.getByRole('note')).toHaveCount(0);
});

test('the demo collection is removed after a confirmation, except what an order needs', async ({ page, context, complaints }) => {
  complaints.expect(answered(500, '/api/manage/demo'));
  const [amethyst] = await (await context.request.get('/api/specimens', { params: { search: 'amethyst veracruz' } })).json();
  const order = await placeOrder(context, [amethyst]);
  await page.goto('/manage?step=overview');
  const dialog = page.getByRole('dialog', { name: 'Remove the demo collection?' });
  const ask = () => page.getByRole('button', { name: 'Make this shop yours' }).click();
  await ask();
  await expect(dialog).toContainText('This action cannot be undone.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();

  await page.route('/api/manage/demo', (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'It did not work.' } }));
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
    const look = () => document.activeElement === document.body && document.documentElement.setAttribute('data-lost', '');
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  answer.resolve();
  await expect(toastOn(page)).toHaveText('Demo Collection Removed36 specimens removed.');
  await expect(page.getByRole('status').filter({ hasText: 'These stay' })).toContainText(`${amethyst.title} – order #${order.id}`);
  await expect(page.getByRole('button', { name: 'Make this shop yours' })).toBeFocused();
  await expect(page.locator('html')).not.toHaveAttribute('data-lost');
  await page.goto('/');
  const collections = page.getByRole('region', { name: 'Featured Collections' });
  await expect(collections.getByRole('heading', { level: 3 })).toHaveText(['Crystal Collection']);
  await expect(collections.getByRole('listitem')).toHaveText([amethyst.title]);
});

test('the account shows where it is logged in, and ends other sessions', async ({ page, otherBrowser }) => {
  const [one, two] = [await otherBrowser(), await otherBrowser()];
  for (const browser of [one, two]) await logIn(browser);
  const isIn = async (browser: typeof one) => (await (await browser.request.get('/api/auth/me')).json()).isAuthenticated;
  await page.goto('/settings#sessions');
  const sessions = page.getByRole('region', { name: 'Sessions' });
  const entries = sessions.getByRole('listitem');
  await expect(entries.filter({ hasText: 'this one' })).toHaveCount(1);
  await expect(entries.filter({ hasText: 'this one' }).getByRole('button')).toHaveCount(0);
  const before = await entries.count();
  expect(before).toBeGreaterThanOrEqual(3);
  await entries.getByRole('button').first().click();
  await expect(toastOn(page)).toHaveText('Session Ended');
  await expect(entries).toHaveCount(before - 1);
  await sessions.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(entries).toHaveCount(1);
  await expect(sessions.getByRole('button')).toHaveCount(0);
  expect([await isIn(one), await isIn(two)]).toEqual([false, false]);
  expect((await (await page.request.get('/api/auth/me')).json()).isAuthenticated).toBe(true);
  await expectNoViolations(page);
});

test('a new password is typed twice, and ends the other sessions and the demo mode', async ({ page, otherBrowser, complaints }) => {
  complaints.expect(answered(401), answered(400));
  const other = await otherBrowser();
  await logIn(other);
  await page.goto('/settings#account');
  const form = page.getByRole('form', { name: 'Change password' });
  const submit = form.getByRole('button', { name: 'Change Password' });
  await expect(page.getByText('You are logged in as admin.')).toBeVisible();
  await submit.click();
  await expect(form.getByText('Password is required')).toBeVisible();
  await expect(form.getByText('Please choose a password of at least 8 characters')).toBeVisible();
  await expect(form.getByLabel('Current Password')).toBeFocused();

  const fill = async (current: string, next: string, repeated = next) => {
    await form.getByLabel('Current Password').fill(current);
    await form.getByLabel('New Password', { exact: true }).fill(next);
    await form.getByLabel('Repeat New Password').fill(repeated);
    await submit.click();
  };
  await fill(ADMIN.password, 'a-better-password', 'a-bitter-password');
  await expect(form.getByText('The passwords don’t match')).toBeVisible();
  await fill('not this one', 'a-better-password');
  await expect(form.getByText('That isn’t your current password')).toBeVisible();
  await fill(ADMIN.password, ADMIN.password);
  await expect(form.getByText('This password is public. Please choose another one')).toBeVisible();
  await fill(ADMIN.password, 'minerals');
  await expect(form.getByText('This password is easy to guess.')).toBeVisible();
  await fill(ADMIN.password, 'a-better-password');
  await expect(toastOn(page)).toHaveText('Password ChangedYou’ve been logged out everywhere else.');
  await expect(form.getByLabel('Current Password')).toHaveValue('');
  await expect(page.getByText('The demo password is public')).toHaveCount(0);
  await page.getByRole('navigation', { name: 'More settings' }).getByRole('link', { name: 'Activity' }).click();
  const activity = page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem');
  await expect(activity.first()).toContainText('The password was changed');
  await expect(activity.first()).toContainText(/Chrome on .*, 127\.0\.0\.0\/24/);
  await expect(activity.nth(1)).toContainText('Logged in');
  await expectNoViolations(page);

  expect((await (await page.request.get('/api/auth/me')).json()).isAuthenticated).toBe(true);
  expect((await (await other.request.get('/api/auth/me')).json()).isAuthenticated).toBe(false);
  const visitor = await other.newPage();
  await visitor.goto('/');
  await visitor.getByRole('button', { name: 'Admin Login' }).click();
  await expect(visitor.getByRole('dialog')).toBeVisible();
  await expect(visitor.getByText('Demo credentials')).toHaveCount(0);
});

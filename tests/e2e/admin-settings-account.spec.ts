import { ADMIN, answered, expect, logIn, toastOn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { expectNoViolations } from './no-violations.ts';

const test = testWithOwnShop();
// The tests share one shop, so they run one after the other; the last one changes the password.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ context }) => logIn(context));

test('the account shows where it is logged in, and ends other sessions', async ({
  page,
  otherBrowser,
}) => {
  const [one, two] = [await otherBrowser(), await otherBrowser()];
  for (const browser of [one, two]) await logIn(browser);
  const isIn = async (browser: typeof one) =>
    (await (await browser.request.get('/api/auth/me')).json()).isAuthenticated;
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

test('a new password is typed twice, and ends the other sessions and the demo mode', async ({
  page,
  otherBrowser,
  complaints,
}) => {
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
  await page
    .getByRole('navigation', { name: 'More settings' })
    .getByRole('link', { name: 'Activity' })
    .click();
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

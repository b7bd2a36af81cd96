import { expect, logIn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { expectNoViolations } from './no-violations.ts';

const test = testWithOwnShop();
// The tests share one shop, so they run one after the other.
test.describe.configure({ mode: 'default' });
test.beforeEach(({ context }) => logIn(context));

test('each room beside the tabs has an address, and links of earlier versions lead to theirs', async ({
  page,
}) => {
  const rooms = page.getByRole('navigation', { name: 'More settings' });
  const panels = page.locator('[data-panel]:visible');
  await page.goto('/settings');
  await expect(rooms.getByRole('link', { name: 'Health' })).not.toHaveAttribute('aria-current');
  for (const name of await rooms.getByRole('link').allTextContents()) {
    await rooms.getByRole('link', { name, exact: true }).click();
    await expect(rooms.locator('[aria-current]')).toHaveText(name);
    await expect(page.getByRole('tab', { selected: true })).toHaveCount(0);
    await expect(panels).toHaveCount(1);
    await expect(panels.getByRole('heading').first()).toBeVisible();
  }
  await page.getByRole('tab', { name: 'Hero' }).click();
  await expect(rooms.locator('[aria-current]')).toHaveCount(0);
  await expect(panels).toHaveCount(1);
  for (const [hash, heading] of [
    ['account', 'Account'],
    ['not-me', 'Wasn’t you?'],
    ['email', 'Email'],
    ['copies', 'Nightly copies'],
    ['health', 'Health'],
  ]) {
    await page.goto('/');
    await page.goto(`/settings#${hash}`);
    await expect(panels.getByRole('heading', { name: heading })).toBeVisible();
  }
});

test('on a narrow screen a room folds the list away, and the focus stays on what opens it', {
  tag: '@phone',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/settings');
  await page.getByRole('button', { name: 'More settings' }).click();
  await page.getByRole('link', { name: 'Backup' }).press('Enter');
  await expect(page.getByRole('button', { name: 'More settings: Backup' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Backup' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Backup' })).toBeVisible();
});

test('a room that is opened far down the page shows its heading below the header', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 600 });
  await page.goto('/settings#shipping');
  await page.getByRole('link', { name: 'Health' }).click();
  await expect(page.getByRole('heading', { name: 'Health' })).toBeVisible();
  const tops = () =>
    page.evaluate(() => [
      document.querySelector('[data-panel="Health"] h2')?.getBoundingClientRect().top,
      document.querySelector('header')?.getBoundingClientRect().bottom,
    ]);
  await expect
    .poll(async () => Math.sign(Number((await tops())[0]) - Number((await tops())[1])))
    .toBe(1);
});

test('a setting is found by its label, its hint or its heading, and opened with the focus on it', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/settings');
  const search = page.getByRole('searchbox', { name: 'Search settings' });
  const found = page.getByRole('list', { name: 'Settings found' }).getByRole('button');
  await search.fill('tax');
  await expect(found.first()).toHaveText('Tax ID Paper');
  await expectNoViolations(page);
  await search.press('Enter');
  await expect(page.getByLabel('Tax ID')).toBeFocused();
  await expect(page.getByLabel('Tax ID')).toBeInViewport();
  await expect(page).toHaveURL('/settings#paper');
  await expect(found).toHaveCount(0);
  // By its hint.
  await search.fill('accent color');
  await found.filter({ hasText: 'Subtitle' }).click();
  await expect(page.getByLabel('Subtitle')).toBeFocused();
  // Folded away in its room.
  await search.fill('payment id');
  await search.press('Enter');
  await expect(page.getByLabel('Payment id')).toBeFocused();
  await search.fill('activity');
  await found.first().click();
  await expect(page.getByRole('heading', { name: 'Recent activity' })).toBeFocused();
  await search.fill('meteorites from mars');
  await expect(page.getByText('No settings found.')).toBeVisible();
  await search.press('Escape');
  await expect(search).toHaveValue('');
});

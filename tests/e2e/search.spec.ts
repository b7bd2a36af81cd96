import type { Page } from '@playwright/test';
import { expect, logIn, test } from '#tests/support/e2e.ts';
import { expectNoViolations } from './no-violations.ts';

const fieldOf = (page: Page) => page.getByRole('banner').getByLabel('Search specimens');
const listOf = (page: Page) =>
  page.getByRole('banner').getByRole('listbox', { name: 'Suggestions' });

async function type(page: Page, term: string, isMobile = false): Promise<void> {
  if (isMobile) await page.getByRole('button', { name: 'Open search' }).click();
  await fieldOf(page).pressSequentially(term, { delay: 20 });
}

test('specimens are suggested while somebody types, and opened by keyboard', {
  tag: '@journey',
}, async ({ page }) => {
  await page.goto('/checkout');
  await type(page, 'quar');
  const field = fieldOf(page);
  const options = listOf(page).getByRole('option');
  await expect(options).toHaveCount(6);
  await expect(field).toHaveRole('combobox');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('status').filter({ hasText: '6 suggestions' })).toBeAttached();
  // The first line; the price is beneath it.
  const [title = ''] = (await options.allInnerTexts()).map((text) => text.split('\n', 1)[0]);
  expect(title).toMatch(/^Quartz/);
  await expect(options.filter({ hasText: 'Quartz, Mount Ida' })).toContainText('$420.00');
  await expect(options.first().getByRole('presentation')).toBeVisible();

  const activeId = async () => (await field.getAttribute('aria-activedescendant')) ?? '';
  const idOf = (place: number) => options.nth(place).getAttribute('id');
  await page.keyboard.press('ArrowUp');
  expect(await activeId()).toBe(await idOf(5));
  await page.keyboard.press('ArrowDown');
  expect(await activeId()).toBe('');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await activeId()).toBe(await idOf(1));
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(field).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(listOf(page)).toBeHidden();
});

test('Escape closes the suggestions and keeps what was typed; leaving the field closes them', async ({
  page,
}) => {
  await page.goto('/checkout');
  await type(page, 'quartz');
  await expect(listOf(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(listOf(page)).toBeHidden();
  await expect(fieldOf(page)).toHaveValue('quartz');
  await expect(fieldOf(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(listOf(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(listOf(page)).toBeHidden();
});

test('Enter without a choice searches, the best match first; newest and price can be chosen', async ({
  page,
}) => {
  await page.goto('/checkout');
  await type(page, 'quatrz');
  await expect(listOf(page)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/?search=quatrz#gallery');
  await expect(page.getByRole('heading', { name: 'Search Results: "quatrz"' })).toBeFocused();
  await expect(page.getByRole('article').first().getByRole('heading')).toHaveText(/^Quartz/);
  await expect(listOf(page)).toBeHidden();
  const sort = page.getByLabel('Sort');
  await expect(sort.locator('option')).toHaveText([
    'Best match',
    'Newest first',
    'Price, low to high',
    'Price, high to low',
  ]);
  await sort.selectOption('Newest first');
  await expect(page).toHaveURL(/search=quatrz&sort=newest/);
  await sort.selectOption('Best match');
  await expect(page).not.toHaveURL(/sort=/);
  await page.goto('/');
  await expect(page.getByLabel('Sort').locator('option')).toHaveText([
    'Newest first',
    'Price, low to high',
    'Price, high to low',
  ]);
});

test('a suggestion is chosen by mouse or finger', { tag: '@phone' }, async ({ page, isMobile }) => {
  await page.goto('/checkout');
  await type(page, 'amethist', isMobile);
  const option = listOf(page).getByRole('option', { name: /^Amethyst Cluster, Las Vigas/ });
  if (isMobile) await option.tap();
  else await option.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amethyst Cluster');
  await expect(listOf(page)).toBeHidden();
});

test("only suggestions for the field's current text are shown", async ({ page }) => {
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('/api/suggestions?search=quar', async (route) => {
    await seen;
    await route.continue().catch(() => {});
  });
  await page.goto('/checkout');
  const asked = page.waitForRequest('/api/suggestions?search=quar');
  await type(page, 'quar');
  await asked;
  await fieldOf(page).fill('amethyst');
  const options = listOf(page).getByRole('option');
  await expect(options.first()).toContainText('Amethyst');
  letGo();
  await fieldOf(page).fill('');
  await expect(listOf(page)).toBeHidden();
  await fieldOf(page).fill('zzzzz');
  await expect(page.getByRole('status').filter({ hasText: 'No suggestions' })).toBeAttached();
});

test('hidden specimens are suggested to nobody, and the admin finds them in Manage', async ({
  page,
  context,
}) => {
  await logIn(context);
  await page.goto('/checkout');
  await type(page, 'legrandite');
  await expect(page.getByRole('status').filter({ hasText: 'No suggestions' })).toBeAttached();
  await page.goto('/manage?search=legrandit');
  await expect(page.getByRole('article').filter({ hasText: 'Legrandite' }).first()).toBeVisible();
  await expect(fieldOf(page)).toHaveValue('');
});

test('the suggestions have no accessibility violations, in light and dark', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  await page.goto('/checkout');
  await type(page, 'quar', isMobile);
  await expect(listOf(page).getByRole('option')).toHaveCount(6);
  await page.keyboard.press('ArrowDown');
  await expectNoViolations(page);
});

test('the code of the suggestions is fetched when the field is first used', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/checkout', { waitUntil: 'networkidle' });
  expect(fetched.filter((url) => /suggestions/.test(url))).toEqual([]);
  await type(page, 'gold');
  // Where keys come slowly there are several, for what was typed by then.
  await expect
    .poll(() => fetched.filter((url) => /\/api\/suggestions/.test(url)).length)
    .toBeGreaterThan(0);
});

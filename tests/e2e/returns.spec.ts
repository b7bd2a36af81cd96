/** Whoever comes back to a page by Back, or to its tab, finds what holds now, where it was left. */
import type { Page } from '@playwright/test';
import { expect, fillIn, lineOf, placeOrder, test, toastOn } from '#tests/support/e2e.ts';

const said = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Changed since you last looked' });
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

/** As a browser does whose tab is left and shown again. */
async function show(page: Page, visibilityState: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    Object.defineProperty(document, 'hidden', { value: state === 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, visibilityState);
}

/** Scrolls until three pages of the list are there, and on to a card of the last one. */
async function leaveFarDown(page: Page): Promise<number> {
  const cards = page.getByRole('article');
  for (const count of [24, 36]) {
    await page.getByText('Loading more specimens…').scrollIntoViewIfNeeded();
    await expect(cards).toHaveCount(count);
  }
  await cards.nth(30).scrollIntoViewIfNeeded();
  let place = -1;
  await expect(async () => {
    const before = place;
    place = await scrolled(page);
    expect(place).toBe(before);
  }).toPass({ intervals: [300] });
  expect(place).toBeGreaterThan(1_000);
  return place;
}

const isWhere = (page: Page, place: number) =>
  expect.poll(async () => Math.abs((await scrolled(page)) - place)).toBeLessThanOrEqual(2);

for (const [way, between] of [
  ['Back', async () => {}],
  ['Back after a whole load', async (page: Page) => void (await page.reload())],
] as const)
  test(`${way}: a card says that its piece was ordered meanwhile, to those who listen too`, async ({
    page,
    piece,
    otherBrowser,
  }) => {
    const own = await piece(way === 'Back' ? 'returnedTo' : 'returnedToAnew');
    await page.goto(`/?search=${encodeURIComponent(own.title)}`);
    const card = page.getByRole('article').filter({ hasText: own.title });
    await card.getByRole('link', { name: own.title, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: own.title })).toBeVisible();
    await between(page);
    await placeOrder(await otherBrowser(), [own]);
    await page.goBack();
    await expect(card.getByText('Pending', { exact: true })).toBeVisible();
    if (way === 'Back') await expect(said(page)).toContainText(`${own.title}: Pending sale`);
  });

test('a document that comes back from the browser’s own store shows a piece as it is now', async ({
  page,
  piece,
  otherBrowser,
}) => {
  const own = await piece('returnedDocument');
  await page.goto(own.path);
  await page.goto('/checkout');
  await placeOrder(await otherBrowser(), [own]);
  await page.goBack();
  await expect(page.getByText('This specimen is pending sale.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Buy Now with Venmo' })).toBeHidden();
});

test('a tab shown again says that its piece was ordered meanwhile', async ({
  page,
  piece,
  otherBrowser,
}) => {
  const own = await piece('returnedTab');
  await page.goto(own.path);
  await show(page, 'hidden');
  await placeOrder(await otherBrowser(), [own]);
  await show(page, 'visible');
  await expect(page.getByText('This specimen is pending sale.')).toBeVisible();
  await expect(toastOn(page)).toContainText(`${own.title}: Pending sale`);
  await expect(said(page)).toContainText(`${own.title}: Pending sale`);
});

test('a page that comes back as it was left has what other tabs have stored meanwhile', async ({
  page,
  piece,
}) => {
  const own = await piece('several');
  await page.goto(own.path);
  await show(page, 'hidden');
  // Another tab's storage event is not heard by a page that is put by.
  await page.evaluate((cart) => localStorage.setItem('cart', cart), JSON.stringify([lineOf(own)]));
  await show(page, 'visible');
  await expect(page.getByRole('button', { name: /cart.*1/i }).first()).toBeVisible();
});

test('whoever ordered a piece is not told of it as of a change', async ({ page, piece }) => {
  const own = await piece('returnedOwn');
  await page.goto(`/?search=${encodeURIComponent(own.title)}`);
  await page.getByRole('article').getByRole('link', { name: own.title, exact: true }).click();
  await page.getByRole('button', { name: 'Buy Now with Venmo' }).click();
  await fillIn(page);
  await page.getByLabel('Your Venmo Username').fill('ada');
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page).toHaveURL(/order-confirmation/);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('article').getByText('Pending', { exact: true })).toBeVisible();
  await expect(said(page)).toHaveCount(0);
});

for (const [way, between] of [
  ['', async () => {}],
  [' with a whole load between', async (page: Page) => void (await page.reload())],
] as const)
  test(`a list left far down and come back to by two Backs${way} is where it was`, async ({
    page,
  }) => {
    await page.goto('/');
    const place = await leaveFarDown(page);
    await page.getByRole('article').nth(30).getByRole('link').first().dispatchEvent('click');
    await expect(page).toHaveURL(/\/specimen\//);
    const first = page.url();
    await page
      .locator('section', { has: page.getByRole('heading', { name: 'More like this' }) })
      .getByRole('link')
      .first()
      .click();
    await expect(page).not.toHaveURL(first);
    await between(page);
    await page.goBack();
    await expect(page).toHaveURL(first);
    await page.goBack();
    await expect(page.getByRole('article')).toHaveCount(36);
    await isWhere(page, place);
  });

test('a list left far down for another document, and come back to, is where it was', async ({
  page,
}) => {
  await page.goto('/');
  const place = await leaveFarDown(page);
  await page.goto('/checkout');
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(36);
  await isWhere(page, place);
});

test('whoever scrolls while the list is restored is not moved', async ({ page }) => {
  await page.goto('/');
  await leaveFarDown(page);
  await page.goto('/checkout');
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('/api/specimens?*', async (route) => {
    await seen;
    await route.continue();
  });
  const restoring = page.waitForRequest(/\/api\/specimens\?.*cursor/);
  await page.goBack();
  await restoring;
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, -20_000);
  await expect.poll(() => scrolled(page)).toBe(0);
  letGo();
  await expect(page.getByRole('article')).toHaveCount(36);
  expect(await scrolled(page)).toBe(0);
});

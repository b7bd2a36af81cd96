import type { Page } from '@playwright/test';
import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { ADMIN, expect, placeOrder, test, toastOn } from '#tests/support/e2e.ts';
import { demoPiece } from '#tests/support/e2e-specimens.ts';

const heartOf = (page: Page, way: 'Add to' | 'Remove from', title: string) =>
  page.getByRole('button', { name: `${way} favorites: ${title}`, exact: true });
const titlesOn = (page: Page) => page.getByRole('article').getByRole('heading', { level: 3 });

test('a visitor keeps pieces on the device, sees the same in every tab, and gets a removed one back', {
  tag: '@phone',
}, async ({ page, context, piece, otherBrowser }) => {
  const [own, other] = [await piece('favourite'), await demoPiece(page.request, 'black opal')];
  await page.goto(`/?search=${encodeURIComponent(own.title)}`);
  const heart = heartOf(page, 'Add to', own.title);
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await heart.click();
  await expect(heartOf(page, 'Remove from', own.title)).toHaveAttribute('aria-pressed', 'true');

  // Another tab shows it, and what is added there is seen here.
  const second = await context.newPage();
  await second.goto(`/specimen/${own.id}`);
  await expect(heartOf(second, 'Remove from', own.title)).toContainText('Remove from favorites');
  await second.goto(`/specimen/${other.id}`);
  await heartOf(second, 'Add to', other.title).click();
  await expect(heartOf(second, 'Remove from', other.title)).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Favorites' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Favorites' })).toBeVisible();
  await expect(titlesOn(page)).toHaveText([own.title, other.title]);
  await heartOf(second, 'Remove from', other.title).click();
  await expect(titlesOn(page)).toHaveText([own.title]);
  await heartOf(second, 'Add to', other.title).click();
  await expect(titlesOn(page)).toHaveText([own.title, other.title]);

  // A piece that is sold stays, and says so.
  const buyer = await otherBrowser();
  const order = await placeOrder(buyer, [own]);
  await buyer.request.post('/api/auth/login', { data: ADMIN });
  const paid = await buyer.request.put(`/api/orders/${order.id}/status`, {
    data: { status: 'paid' },
  });
  expect(paid.ok(), await paid.text()).toBe(true);
  await page.reload();
  await expect(titlesOn(page)).toHaveText([own.title, other.title]);
  await expect(page.getByRole('article').first()).toContainText('Sold');

  await heartOf(page, 'Remove from', own.title).click();
  await expect(titlesOn(page)).toHaveText([other.title]);
  await expect(heartOf(page, 'Remove from', other.title)).toBeFocused();
  await toastOn(page).getByRole('button', { name: 'Undo' }).click();
  await expect(titlesOn(page)).toHaveText([own.title, other.title]);
  await expect(heartOf(page, 'Remove from', own.title)).toBeFocused();
  await expectNoViolations(page, { widths: [1440, 390] });
});

test('a list is shared by its link, and saved behind what someone has already', async ({
  page,
  context,
  otherBrowser,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [opal, galena] = [
    await demoPiece(page.request, 'black opal'),
    await demoPiece(page.request, 'galena'),
  ];
  await page.goto(`/favourites?ids=${galena.id},${opal.id}`);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).search).toBe(`?ids=${galena.id},${opal.id}`);

  const friend = await (await otherBrowser()).newPage();
  await friend.goto(`/specimen/${opal.id}`);
  await heartOf(friend, 'Add to', opal.title).click();
  await expect(heartOf(friend, 'Remove from', opal.title)).toBeVisible();
  await friend.goto(`${new URL(link).pathname}${new URL(link).search},999999,quartz`);
  await expect(titlesOn(friend)).toHaveText([galena.title, opal.title]);
  await expect(
    friend.getByText('One of these favorites is no longer in the gallery.'),
  ).toBeVisible();
  await expect(
    friend.getByText('Part of this link isn’t a specimen, so it’s left out.'),
  ).toBeVisible();
  await expect(heartOf(friend, 'Add to', galena.title)).toBeVisible();
  await friend.getByRole('button', { name: 'Save all to my favorites' }).click();
  await expect(toastOn(friend)).toContainText('Saved to your favorites');
  await friend.getByRole('link', { name: 'See my favorites' }).click();
  await expect(friend).toHaveURL('/favourites');
  await expect(titlesOn(friend)).toHaveText([opal.title, galena.title]);
});

test('hearts work by keyboard, and nothing moves by a press', async ({ page }) => {
  const opal = await demoPiece(page.request, 'black opal');
  await page.goto(`/specimen/${opal.id}`);
  const heart = heartOf(page, 'Add to', opal.title);
  const place = await heart.boundingBox();
  expect(Math.min(place?.height ?? 0, place?.width ?? 0)).toBeGreaterThanOrEqual(41);
  await heart.focus();
  await page.keyboard.press('Space');
  const pressed = heartOf(page, 'Remove from', opal.title);
  await expect(pressed).toBeFocused();
  expect(await pressed.boundingBox()).toEqual(place);
  await page.keyboard.press('Enter');
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
});

test('an empty list leads to the gallery, and is nothing to be found by crawlers', async ({
  page,
}) => {
  await page.goto('/favourites');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  expect(await (await page.request.get('/sitemap.xml')).text()).not.toContain('favourites');
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Return to Gallery' }).click();
  await expect(page).toHaveURL('/#gallery');
});

for (const [what, refuse] of [
  [
    'full',
    () =>
      Object.defineProperty(Storage.prototype, 'setItem', {
        value: () => {
          throw new DOMException('Full', 'QuotaExceededError');
        },
      }),
  ],
  [
    'forbidden',
    () =>
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('No', 'SecurityError');
        },
      }),
  ],
] as const) {
  test(`where the storage is ${what} a visitor is told that nothing is saved`, async ({ page }) => {
    const opal = await demoPiece(page.request, 'black opal');
    await page.addInitScript(refuse);
    await page.goto(`/specimen/${opal.id}`);
    await heartOf(page, 'Add to', opal.title).click();
    await expect(toastOn(page)).toContainText('Your browser doesn’t let us store favorites.');
    await expect(heartOf(page, 'Add to', opal.title)).toHaveAttribute('aria-pressed', 'false');
  });
}

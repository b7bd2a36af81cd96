import type { APIRequestContext, Locator, Page } from '@playwright/test';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { demoPiece } from '#tests/support/e2e-specimens.ts';

const QUARTER = 24.26;
const PIXELS_PER_MM = 96 / 25.4;

const idOf = async (request: APIRequestContext, search: string) =>
  (await demoPiece(request, search)).id;

const thing = (page: Page, words: string) =>
  page
    .getByRole('list', { name: 'Pieces compared' })
    .getByRole('listitem')
    .filter({ hasText: words });

/** How wide a thing is drawn. */
async function widthOf(thing: Locator): Promise<number> {
  const box = await thing.locator('.shelf-drawing').boundingBox();
  if (!box) throw new Error('It is not drawn');
  return box.width;
}

test('pieces from their pages come together on a shelf, at one scale with a coin', {
  tag: '@phone',
}, async ({ page, request }) => {
  await page.goto(`/specimen/${await idOf(request, 'chelyabinsk')}`);
  await page.getByRole('link', { name: 'Compare sizes' }).click();
  await expect(page).toHaveURL(/\/shelf\?pieces=\d+$/);
  await page.goto(`/specimen/${await idOf(request, 'amethyst veracruz')}`);
  await page.getByRole('link', { name: 'Compare sizes' }).click();
  await expect(page).toHaveURL(/\/shelf\?pieces=\d+\.\d+$/);

  const scale = (await widthOf(thing(page, 'US quarter'))) / QUARTER;
  expect((await widthOf(thing(page, 'Chelyabinsk'))) / scale).toBeCloseTo(34, 0);
  expect((await widthOf(thing(page, 'Amethyst Cluster'))) / scale).toBeCloseTo(94, 0);
  // Only where one of them fits in it.
  await expect(thing(page, 'Thumbnail box, 1¼ in')).toHaveCount(0);
  await expectNoViolations(page, { widths: [1440, 390] });

  await page.getByRole('searchbox', { name: 'Find a piece to compare' }).fill('black opal');
  await page.getByRole('link', { name: /^Compare: Black Opal/ }).click();
  await expect(thing(page, 'Black Opal')).toContainText('Fits in a thumbnail box (1¼ in)');
  await expect(thing(page, 'Thumbnail box, 1¼ in')).toHaveCount(1);
  const smaller = (await widthOf(thing(page, 'US quarter'))) / QUARTER;
  expect((await widthOf(thing(page, 'Thumbnail box, 1¼ in'))) / smaller).toBeCloseTo(31.75, 0);
  await page.reload();
  await expect(thing(page, 'Black Opal')).toHaveCount(1);
});

test('a shelf is changed by keyboard, and the focus stays where the hand is', async ({
  page,
  request,
}) => {
  const ids = [
    await idOf(request, 'chelyabinsk'),
    await idOf(request, 'trilobite'),
    await idOf(request, 'galena'),
  ];
  await page.goto(`/shelf?pieces=${ids.join(',')}`);
  const titles = () =>
    page
      .getByRole('list', { name: 'Pieces compared' })
      .getByRole('listitem')
      .locator('.shelf-title')
      .allTextContents();
  const focused = (name: RegExp) => expect(page.getByRole('link', { name })).toBeFocused();
  await page.getByRole('link', { name: /^Move right: Chelyabinsk/ }).focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(titles)
    .toEqual([/Trilobite/, /Chelyabinsk/, /Galena/].map((title) => expect.stringMatching(title)));
  await focused(/^Move right: Chelyabinsk/);
  await page.keyboard.press('Enter');
  // It cannot go farther.
  await focused(/^Move left: Chelyabinsk/);
  await expect(
    page.getByRole('status').filter({ hasText: /Chelyabinsk.* moved, 3 of 3/ }),
  ).toBeAttached();
  await page.getByRole('link', { name: /^Remove: Trilobite/ }).focus();
  await page.keyboard.press('Enter');
  await focused(/^Remove: Galena/);
  await page.keyboard.press('Enter');
  await focused(/^Remove: Chelyabinsk/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing to compare yet')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveURL('/shelf');
});

test('a shelf is drawn at true size on a calibrated screen, and printed at true size', async ({
  page,
  request,
}) => {
  await page.goto(`/shelf?pieces=${await idOf(request, 'galena')}`);
  const press = () => page.getByRole('button', { name: 'Actual size' }).click();
  await press();
  const dialog = page.getByRole('dialog', { name: 'Actual size' });
  await dialog.getByRole('slider', { name: 'Size of the outline' }).fill('3');
  await dialog.getByRole('button', { name: 'It matches' }).click();
  await expect(page.getByText('Shown at actual size on this screen.')).toBeVisible();
  await expect.poll(() => widthOf(thing(page, 'Galena'))).toBeCloseTo(98 * 3, 0);
  expect(await widthOf(thing(page, 'US quarter'))).toBeCloseTo(QUARTER * 3, 0);
  await press();
  await expect.poll(() => widthOf(thing(page, 'Galena'))).toBeGreaterThan(98 * 3 + 10);

  await page.emulateMedia({ media: 'print' });
  await expect.poll(() => widthOf(thing(page, 'Galena'))).toBeCloseTo(98 * PIXELS_PER_MM, 0);
  await expect(
    page.getByText('Prints at actual size if your printer’s scale is 100%.'),
  ).toBeVisible();
  await expect(page.getByRole('banner')).toBeHidden();
});

test('a full shelf takes no seventh piece, and says so', async ({ page, request }) => {
  const list = (await (
    await request.get('/api/specimens', { params: { search: 'mine', limit: 7 } })
  ).json()) as Specimen[];
  const [one, ...six] = list.map(({ id }) => id);
  await page.goto(`/shelf?pieces=${six.join(',')}`);
  await expect(page.getByText('You’re comparing six pieces, the most that fit.')).toBeVisible();
  await page.goto(`/specimen/${one}`);
  await page.getByRole('link', { name: 'Compare sizes' }).click();
  await expect(
    page.getByText(`You’re already comparing six pieces. Remove one to add “${list[0]?.title}”.`),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: /^Remove/ })).toHaveCount(6);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('pieces stand to scale, can be moved and taken off, and what is missing is said', async ({
    page,
    request,
  }) => {
    const ids = [await idOf(request, 'chelyabinsk'), await idOf(request, 'trilobite')];
    const response = await page.goto(`/shelf?pieces=${ids.join(',')},999999,quartz`);
    expect(response?.status()).toBe(200);
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
    const scale = (await widthOf(thing(page, 'US quarter'))) / QUARTER;
    expect((await widthOf(thing(page, 'Chelyabinsk'))) / scale).toBeCloseTo(34, 0);
    await expect(
      page.getByText('One piece in this link isn’t in the gallery. It may have been removed.'),
    ).toBeVisible();
    await expect(
      page.getByText('Part of this link isn’t a specimen, so it’s left out.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Actual size' })).toBeHidden();
    await page.getByRole('link', { name: /^Remove: Trilobite/ }).click();
    await expect(page).toHaveURL(`/shelf?pieces=${ids[0]}`);
    await page
      .getByRole('link', { name: /^Compare: / })
      .first()
      .click();
    await expect(page.getByRole('link', { name: /^Remove/ })).toHaveCount(2);
    await page.goto('/shelf?pieces=1,2,3,4,5,6,7');
    await expect(
      page.getByText(
        'You can compare up to six pieces. This link has more, so here are the first six.',
      ),
    ).toBeVisible();
  });
});

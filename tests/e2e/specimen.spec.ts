import { answered, expect, logIn, test } from '#tests/support/e2e.ts';
import { pressMiddle } from './press-middle.ts';

test('the page of a specimen shows everything that its label has', {
  tag: ['@phone', '@journey'],
}, async ({ page, request }) => {
  const [{ id, title, origin, weight }] = await (
    await request.get('/api/specimens', { params: { search: 'amethyst veracruz' } })
  ).json();
  const response = await page.goto(`/specimen/${id}`);
  expect(response?.status()).toBe(200);
  await expect(page).toHaveTitle(`${title} – Druse`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  for (const words of [
    '$1,280.00',
    'plus $14.00 shipping',
    'Crystals',
    origin,
    weight,
    '9.4 × 8.1 × 8.8 cm',
    'No repairs.',
  ])
    await expect(page.getByRole('main')).toContainText(words);
  const tags = page.getByRole('definition').filter({ hasText: 'cluster, Mexico' });
  await expect(tags.getByRole('link')).toHaveText(['amethyst', 'quartz', 'cluster', 'Mexico']);
  await expect(page.getByRole('button', { name: 'Buy Now with Venmo' })).toBeVisible();

  const views = page.getByRole('button', { name: /^Show view/ });
  await expect(views).toHaveCount(3);
  await pressMiddle(views.nth(1));
  await expect(views.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(views.nth(2)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(views.nth(0)).toBeFocused();

  await pressMiddle(tags.getByRole('link', { name: 'quartz' }));
  await expect(page.getByRole('heading', { name: 'Search Results: "quartz"' })).toBeVisible();
  await page.goBack();
  // The list that one saw last, as one had searched it.
  await pressMiddle(page.getByRole('link', { name: 'Back to Gallery' }));
  await expect(page).toHaveURL('/?search=quartz#gallery');
});

test('price and shipping are one line, and thumbnails stand beside the picture', async ({
  page,
}) => {
  await page.goto('/specimen/37');
  await expect(page.getByText(/shipping|free for carts|check out from your cart/i)).toHaveCount(1);
  const [picture, thumbnail] = await Promise.all([
    page.locator('.stage-view img').first().boundingBox(),
    page
      .getByRole('button', { name: /^Show view/ })
      .first()
      .boundingBox(),
  ]);
  if (!picture || !thumbnail) throw new Error('There is no picture, or no thumbnail');
  expect(thumbnail.x + thumbnail.width).toBeLessThanOrEqual(picture.x);
  expect(thumbnail.y).toBeGreaterThan(picture.y);
  await page.goto('/specimen/36');
  const relatives = page
    .locator('section', { has: page.getByRole('heading', { name: 'More like this' }) })
    .getByRole('listitem');
  await expect(relatives).toHaveCount(3);
});

test('a specimen prints on one page: picture, price, facts and a code that leads back', async ({
  page,
}) => {
  await page.goto('/specimen/37');
  const code = page.locator('.print-code');
  await expect(code).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  await expect(code).toBeVisible();
  await expect(code).toHaveJSProperty('complete', true);
  expect(await code.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(main.locator('.stage-view img').first()).toBeVisible();
  await expect(main.getByText('$1,280.00')).toBeVisible();
  await expect(main.getByText('462 g')).toBeVisible();
  await expect(main.getByRole('button')).toHaveCount(0);
  await expect(
    main
      .getByText(/More like this|Back to Gallery|Ask about this piece|Compare sizes/)
      .filter({ visible: true }),
  ).toHaveCount(0);
  const printed = await page.pdf({ format: 'Letter' });
  expect(printed.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
});

test('a specimen that is sold, pending or not for sale cannot be bought', async ({
  page,
  request,
}) => {
  for (const [status, banner, badge] of [
    ['pending', 'This specimen is pending sale.', 'Pending Sale'],
    ['sold', 'This specimen has been sold.', 'Sold'],
  ] as const) {
    const [{ id, title }] = await (
      await request.get('/api/specimens', { params: { status, limit: 1 } })
    ).json();
    await page.goto(`/specimen/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText(banner)).toBeVisible();
    await expect(page.getByText(badge, { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: /Buy Now|Add to Cart/ })).toHaveCount(0);
  }
  const [{ id }] = await (
    await request.get('/api/specimens', { params: { search: 'imilac' } })
  ).json();
  await page.goto(`/specimen/${id}`);
  await expect(page.getByText('Not for sale', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /Buy Now|Add to Cart/ })).toHaveCount(0);
});

test('a URL that names no specimen says so', async ({ page, complaints }) => {
  complaints.expect(answered(404));
  for (const [path, words] of [
    ['/specimen/abc', 'Invalid Specimen ID'],
    ['/specimen/0', 'Invalid Specimen ID'],
    ['/specimen/999999', 'Error Loading Specimen'],
  ] as const) {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return to Gallery' })).toBeVisible();
  }
  await expect(page.getByText('Failed to fetch specimen', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Gallery' }).click();
  await expect(page).toHaveURL('/#gallery');
});

test('a specimen that cannot be fetched says why', async ({ page, complaints }) => {
  complaints.expect(
    answered(500),
    /^failed: net::ERR_FAILED/,
    /^console: Failed to load resource: net::ERR_FAILED/,
  );
  // The error that kept a page from rendering is in the console too.
  complaints.expect(/^console: TypeError: Failed to fetch/, /^console: ApiError: 500/);
  await page.goto('/?category=Meteorites');
  const link = page
    .getByRole('article')
    .getByRole('heading')
    .getByRole('link', { name: /^Muonionalusta/ });
  await page.route(/\/api\/specimens\/\d+$/, (route) => route.abort());
  await link.click();
  await expect(
    page.getByRole('heading', { level: 1, name: 'Error Loading Specimen' }),
  ).toBeVisible();
  await expect(page.getByText('An unknown error occurred')).toBeVisible();
  await page.goBack();
  await expect(link).toBeVisible();

  await page.unroute(/\/api\/specimens\/\d+$/);
  await page.route(/\/api\/specimens\/\d+$/, (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'The drawer is stuck.' } }),
  );
  await page
    .getByRole('article')
    .getByRole('heading')
    .getByRole('link', { name: /^Chelyabinsk/ })
    .click();
  await expect(page.getByText('The drawer is stuck.')).toBeVisible();

  await page.unroute(/\/api\/specimens\/\d+$/);
  await page.goBack();
  await link.click();
  await expect(page.getByRole('button', { name: 'Buy Now with Venmo' })).toBeVisible();
});

test('a hidden specimen is shown to the admin alone', async ({
  page,
  context,
  piece,
  complaints,
}) => {
  complaints.expect(answered(404));
  const hidden = await piece('hidden');
  expect((await page.goto(hidden.path))?.status()).toBe(404);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Error Loading Specimen' }),
  ).toBeVisible();
  expect(await page.content()).not.toContain(hidden.title);
  await page.goto(`/?search=${encodeURIComponent(hidden.title)}`);
  await expect(page.getByRole('heading', { name: 'No matches found' })).toBeVisible();

  await logIn(context);
  const response = await page.goto(hidden.path);
  expect(response?.status()).toBe(200);
  expect(response?.headers()['cache-control']).toBe('no-store');
  await expect(page.getByRole('heading', { level: 1, name: hidden.title })).toBeVisible();
  await expect(page.getByText('Hidden from Gallery')).toBeVisible();
  const actions = page.getByRole('region', { name: 'Admin Actions' });
  await expect(actions.getByRole('link', { name: 'Edit Specimen' })).toHaveAttribute(
    'href',
    `/edit/${hidden.id}`,
  );
  await expect(actions.getByRole('link', { name: 'Return to Manage' })).toHaveAttribute(
    'href',
    '/manage',
  );
});

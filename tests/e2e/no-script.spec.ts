import { expect, test } from '#tests/support/e2e.ts';

test.use({ javaScriptEnabled: false });

test('without JavaScript the shop can be read, searched, filtered and paged through', {
  tag: '@phone',
}, async ({ page, isMobile }) => {
  const scripts: string[] = [];
  page.on(
    'request',
    (request) => request.resourceType() === 'script' && scripts.push(request.url()),
  );
  await page.goto('/');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(12);
  await expect(page.getByRole('button', { name: /Cart|Admin Login/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Quick view/ })).toHaveCount(0);
  await expect(cards.locator('.heart')).toHaveCount(12);
  await expect(cards.locator('.heart:visible')).toHaveCount(0);
  const paths = () =>
    cards
      .getByRole('heading')
      .getByRole('link')
      .evaluateAll((all: HTMLAnchorElement[]) => all.map(({ href }) => href));
  const first = await paths();

  await page.getByRole('link', { name: 'Show more' }).click();
  await expect(page).toHaveURL(/cursor=/);
  await expect(cards).toHaveCount(12);
  for (const path of await paths()) expect(first).not.toContain(path);
  await page.getByRole('link', { name: 'Back to the first page' }).click();
  await expect(page).not.toHaveURL(/cursor=/);
  await expect(page.getByRole('link', { name: 'Show more' })).toBeVisible();

  const search = page.getByRole('banner').getByRole('search');
  await search.getByRole('searchbox').fill('veracruz');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: 'Search Results: "veracruz"' })).toBeVisible();
  await expect(cards).toHaveCount(1);

  await page.goto('/');
  const filters = page.getByRole('form', { name: 'Filter the gallery' });
  // On a phone they are folded.
  if (isMobile) await filters.getByText('Filters', { exact: true }).click();
  await filters.getByLabel('Category').selectOption('Meteorites');
  await filters.getByLabel('Sort').selectOption('price-up');
  await filters.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/category=Meteorites/);
  await expect(cards).toHaveCount(3);
  await expect(cards.first()).toContainText('$890.00');
  await expect(filters.getByLabel('Availability')).toContainText('Available (3)');
  await page.getByRole('link', { name: 'Remove Meteorites' }).click();
  await expect(page).toHaveURL(/\?sort=price-up#gallery$/);
  await page.goBack();

  await cards.first().getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: /Muonionalusta/ })).toBeVisible();
  await expect(page.getByRole('main').getByRole('img').first()).toBeVisible();
  await expect(
    page.getByText('Ordering needs JavaScript. Please turn it on for this site.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: /Buy Now|Add to Cart/ })).toHaveCount(0);
  await page.goto('/checkout');
  await expect(
    page.getByText('Ordering needs JavaScript. Please turn it on for this site.'),
  ).toBeVisible();

  if (isMobile) await page.getByLabel('Menu').click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  expect(scripts, 'what cannot run is not fetched').toEqual([]);
});

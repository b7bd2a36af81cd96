import type { Page } from '@playwright/test';
import { answered, expect, logIn, test } from '#tests/support/e2e.ts';
import { pressMiddle } from './press-middle.ts';

/** Loads the pages that come by themselves. What stands beneath the gallery moves with each, even between the two halves of a click. */
async function loadAutomaticPages(page: Page): Promise<void> {
  for (const count of [24, 36]) {
    await page.getByText('Loading more specimens…').scrollIntoViewIfNeeded();
    await expect(page.getByRole('article')).toHaveCount(count);
  }
}

test('the front page shows its sections in order', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/^Druse/);
  const hero = page.getByRole('heading', { level: 1 });
  await expect(hero).toContainText('Discover the Beauty of');
  await expect(hero).toContainText('Natural Wonders');
  await expect(page.getByRole('link', { name: 'Explore Gallery' })).toHaveAttribute(
    'href',
    '#gallery',
  );
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Our Specimen Gallery',
    'Featured Collections',
    'About The Druse',
    'Quick Links',
    'Categories',
  ]);

  await loadAutomaticPages(page);
  const collection = page.getByRole('region', { name: 'Featured collection', exact: true });
  for (const title of [
    'Crystal Collection',
    'Gemstone Collection',
    'Mineral Specimens',
    'Crystal Collection',
  ]) {
    await expect(collection.getByRole('heading', { level: 3 })).toHaveText(title);
    await expect(collection.getByRole('listitem')).toHaveCount(3);
    await page.getByRole('button', { name: 'Next Collection' }).click();
  }
  const about = page.getByRole('region', { name: 'About The Druse' });
  await expect(about.getByRole('heading', { level: 3 })).toHaveText([
    'Exceptional Quality',
    'Global Sourcing',
    'Educational Value',
  ]);

  const foot = page.locator('footer');
  // The browser's time zone may be in another year than this one.
  await expect(foot).toContainText(
    `© ${await page.evaluate(() => new Date().getFullYear())} Druse`,
  );
  await expect(foot).toContainText('Made with love for mineral enthusiasts.');
  await expect(foot.getByRole('navigation', { name: 'Quick Links' }).getByRole('link')).toHaveText([
    'Home',
    'Gallery',
    'Collections',
    'About Us',
  ]);
  for (const name of ['Instagram', 'Facebook', 'Twitter', 'Email', 'Warpcast'])
    await expect(foot.getByRole('link', { name })).toBeVisible();
});

test('the hero lies behind the page while it scrolls, and an arrow leads on from it on every screen', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const shift = () =>
    page
      .locator('.parallax')
      .evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m42);
  expect(await shift()).toBe(0);
  await page.mouse.wheel(0, 300);
  await expect.poll(shift).toBeGreaterThan(5);
  // With the header in one row, in two, and on a phone: on the first screen.
  for (const [width, height] of [
    [1280, 720],
    [820, 900],
    [390, 800],
    [320, 568],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(page.getByRole('link', { name: 'Go to the gallery' })).toBeInViewport({
      ratio: 1,
    });
  }
});

test('at 768 px the search is behind its icon, as on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/');
  const field = page.getByRole('combobox', { name: 'Search specimens' });
  await expect(field).toBeHidden();
  await page.getByRole('button', { name: 'Open search' }).click();
  await expect(field).toBeVisible();
  await page.setViewportSize({ width: 769, height: 900 });
  await expect(page.getByRole('button', { name: /(Open|Close) search/ })).toBeHidden();
});

test('only the admin is invited to upload', async ({ page, context }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Admin Login' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload Specimens' })).toBeHidden();
  await logIn(context);
  await page.reload();
  const upload = page.getByRole('link', { name: 'Upload Specimens' });
  await expect(upload).toHaveAttribute('href', '/upload');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('a card shows its badges, and its overlay on hover', async ({ page, request }) => {
  await page.goto('/?search=elbaite');
  const card = page.getByRole('article').first();
  await card.hover();
  await expect(card.getByText('Click to view details')).toBeVisible();
  await expect(card.getByText('Crystals', { exact: true }).first()).toBeVisible();
  await expect(card.getByText('Pending', { exact: true })).toBeVisible();
  const [sold] = await (
    await request.get('/api/specimens', { params: { status: 'sold', limit: 1 } })
  ).json();
  await page.goto(`/?status=sold`);
  const soldCard = page.getByRole('article').filter({ hasText: sold.title });
  await expect(soldCard.getByText('Sold', { exact: true }).first()).toBeVisible();
  await soldCard.getByRole('link', { name: sold.title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: sold.title })).toBeVisible();
});

test('cards are read and drawn in the order of the list, in three columns', async ({
  page,
  request,
}) => {
  const listed = await (
    await request.get('/api/specimens', { params: { category: 'Gemstones', limit: 12 } })
  ).json();
  await page.goto('/?category=Gemstones');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(listed.length);
  await expect(cards.getByRole('heading')).toHaveText(
    listed.map(({ title }: { title: string }) => title),
  );
  const lefts = await cards.evaluateAll((all) =>
    all.map((card) => Math.round(card.getBoundingClientRect().left)),
  );
  expect(new Set(lefts).size).toBe(3);
  for (const [index, left] of lefts.entries()) expect(left).toBe(lefts[index % 3]);
});

test('two further pages load automatically, the next by "Show more"', { tag: '@journey' }, async ({
  page,
}) => {
  await page.goto('/');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(12);
  await loadAutomaticPages(page);
  await pressMiddle(page.getByRole('link', { name: 'Show more' }));
  await expect(cards).toHaveCount(48);
  // None twice; titles may be alike.
  expect(
    new Set(await cards.evaluateAll((all) => all.map((card) => card.querySelector('a')?.href)))
      .size,
  ).toBe(48);
  await expect(page).toHaveURL('/');
});

test('filters and sorting are in the URL, and Back undoes them', { tag: '@journey' }, async ({
  page,
}) => {
  await page.goto('/');
  const form = page.getByRole('form', { name: 'Filter the gallery' });
  await pressMiddle(form.getByText('Filters', { exact: true }));
  await form.getByLabel('Category').selectOption('Gemstones');
  await expect(page).toHaveURL(/category=Gemstones/);
  await form.getByLabel('Sort').selectOption('price-down');
  await expect(page).toHaveURL(/category=Gemstones.*sort=price-down/);
  const cards = page.getByRole('article');
  await expect(cards.first()).toContainText('$8,700.00');
  await form.getByLabel('Highest price').fill('2500');
  await pressMiddle(form.getByRole('button', { name: 'Apply' }));
  await expect(cards.first()).toContainText('$2,150.00');
  await page.goBack();
  await expect(cards.first()).toContainText('$8,700.00');
  await expect(form.getByLabel('Highest price')).toHaveValue('');
});

test('by “Explore Gallery” one comes to stones: between headline and the first row is one line of filters', async ({
  page,
}) => {
  await page.goto('/');
  const form = page.getByRole('form', { name: 'Filter the gallery' });
  await page.getByRole('link', { name: 'Explore Gallery' }).click();
  await expect(form.getByLabel('Category')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Our Specimen Gallery' })).toBeInViewport({
    ratio: 1,
  });
  for (const card of [0, 1, 2])
    await expect(page.locator('.card-picture').nth(card)).toBeInViewport({ ratio: 1 });
  const line = [
    form.getByText('Filters'),
    form.getByLabel('Sort'),
    page.getByText(/^\d+ specimens$/),
  ];
  const middles = await Promise.all(
    line.map(async (part) =>
      part.evaluate((one) => one.getBoundingClientRect()).then((box) => (box.top + box.bottom) / 2),
    ),
  );
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);

  await form.getByText('Filters').click();
  await expect(form.getByLabel('Category')).toBeVisible();
  await form.getByLabel('Category').selectOption('Gemstones');
  const chip = page.getByRole('link', { name: 'Remove Gemstones' });
  await expect(chip).toBeVisible();
  await expect(form.getByLabel('Category'), 'what was opened stays open').toBeVisible();
  await form.getByText('Filters (1)').click();
  await expect(form.getByLabel('Category')).toBeHidden();
  await chip.click();
  await expect(form.getByText('Filters', { exact: true })).toBeVisible();
});

test('a card that gets the focus from below is not hidden by the header, nor is its picture', async ({
  page,
}) => {
  await page.goto('/');
  const header = await page.getByRole('banner').boundingBox();
  for (const card of [0, 4]) {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.getByRole('article').nth(card).getByRole('heading').getByRole('link').focus();
    const picture = page.locator('.card-picture').nth(card);
    await expect
      .poll(async () => (await picture.boundingBox())?.y)
      .toBeGreaterThanOrEqual(header?.height ?? 0);
  }
});

test('filters are chosen by keyboard without losing the place, with counts that hold for the combination', async ({
  page,
}) => {
  await page.goto('/');
  const form = page.getByRole('form', { name: 'Filter the gallery' });
  const category = form.getByLabel('Category');
  await form.getByText('Filters', { exact: true }).press('Enter');
  await category.focus();
  for (let presses = 0; presses < 4; presses++) await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL('/?category=Fossils#gallery');
  await expect(category).toBeFocused();
  await expect(category).toHaveValue('Fossils');
  await expect(form.getByLabel('Availability')).toHaveText(/^All(Available \(\d+\))?/);

  await page.goto('/?disclosure=disclosed');
  await form.getByText('Filters (1)').press('Enter');
  const offered = await form.getByLabel('Category').locator('option').allTextContents();
  const [, value = '', count = ''] = /^(\w+) \((\d+)\)$/.exec(offered.at(-1) ?? '') ?? [];
  await form.getByLabel('Category').selectOption(value);
  await expect(page).toHaveURL(`/?category=${value}&disclosure=disclosed#gallery`);
  await expect(page.getByRole('article')).toHaveCount(Number(count));
  await expect(page).toHaveTitle(new RegExp(`^${value}, .+ – Druse – `));
  await page.getByRole('link', { name: 'Clear all' }).click();
  await expect(page).toHaveURL('/#gallery');
  await expect(page).toHaveTitle(/^Druse – /);

  const species = form.getByLabel('Species').locator('option');
  await expect(species).toHaveCount(13);
  await form.getByRole('link', { name: /^\d+ more$/ }).click();
  await expect(form.getByRole('link', { name: 'Fewer' })).toBeFocused();
  await expect.poll(() => species.count()).toBeGreaterThan(13);

  await form.getByLabel('Lowest price').fill('-5');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Please enter a price like 120');
  await expect(form.getByLabel('Lowest price')).toBeFocused();
  await form.getByLabel('Lowest price').fill('$1,000');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Remove From $1,000.00' })).toBeVisible();
  await expect(page).toHaveURL(/minPrice=1000/);
});

test('a search without matches says so, and an empty search is refused', async ({ page }) => {
  await page.goto('/?search=no%20such%20stone');
  await expect(
    page.getByRole('heading', { name: 'Search Results: "no such stone"' }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No matches found' })).toBeVisible();
  await expect(
    page.getByText(
      `We couldn't find any specimens matching "no such stone". Try another search term.`,
    ),
  ).toBeVisible();
  await page.getByRole('link', { name: 'View all specimens', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Our Specimen Gallery' })).toBeVisible();
  await expect(page).toHaveURL('/');

  await page.goto('/?search=quartz');
  await page.getByRole('link', { name: 'Clear search and view all specimens' }).click();
  await expect(page.getByRole('heading', { name: 'Our Specimen Gallery' })).toBeVisible();
  await expect(page).toHaveURL('/');

  const search = page.getByRole('banner').getByRole('search');
  await search.getByRole('combobox').fill('   ');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Please enter a search term' }),
  ).toBeVisible();
  await expect(page).not.toHaveURL(/search/);
});

test('every character of a search counts as text', async ({ page }) => {
  const term = `100% "x" <b>&amp; + #1 ?a=b`;
  await page.goto('/');
  const search = page.getByRole('banner').getByRole('search');
  await search.getByRole('combobox').fill(term);
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('heading', { name: `Search Results: "${term}"` })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: `Search Results: "${term}"` })).toBeVisible();
});

test('an empty gallery and one that cannot be loaded say so', async ({ page, complaints }) => {
  complaints.expect(answered(500, '/api/specimens'));
  await page.goto('/checkout');
  await page.route('/api/specimens?*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'No.' } }),
  );
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Unable to load specimens' })).toBeVisible();
  await expect(
    page.getByText('There was an error loading the specimens. Please try again later.'),
  ).toBeVisible();

  await page.unroute('/api/specimens?*');
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('/api/specimens?*', async (route) => {
    await seen;
    await route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } });
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  letGo();
  await expect(page.getByRole('heading', { name: 'No specimens found' })).toBeVisible();
  await expect(page.getByText('There are currently no specimens in the collection.')).toBeVisible();
  await expect(page.getByRole('form', { name: 'Filter the gallery' })).toHaveCount(0);
});

test('while the gallery loads, eight placeholders are shown', async ({ page }) => {
  await page.goto('/checkout');
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('/api/specimens?*', async (route) => {
    await seen;
    await route.continue();
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  const places = page.getByRole('status', { name: 'Loading specimens' });
  await expect(places).toBeVisible();
  await expect(places.locator('> *')).toHaveCount(8);
  letGo();
  await expect(page.getByRole('article')).toHaveCount(12);
  await expect(places).toBeHidden();
});

test('a hash scrolls to its section, and a category of the footer filters the gallery', async ({
  page,
}) => {
  // Which scrolls smoothly, past a gallery that grows.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/#about');
  await expect(page.getByRole('region', { name: 'About The Druse' })).toBeInViewport({
    ratio: 0.3,
  });
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Collections' })
    .click();
  await expect(page.getByRole('heading', { name: 'Featured Collections' })).toBeInViewport();

  const categories = page.getByRole('navigation', { name: 'Categories' });
  for (const name of ['Gemstones', 'Minerals', 'Crystals']) {
    await categories.getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(`/?category=${name}#gallery`);
    await expect(page.getByLabel('Category')).toHaveValue(name);
    await expect(page.getByRole('heading', { name: 'Our Specimen Gallery' })).toBeInViewport();
  }
  await categories.getByRole('link', { name: 'Rare Specimens' }).click();
  await expect(page).toHaveURL('/?search=rare#gallery');
  await expect(page.getByRole('heading', { name: 'Search Results: "rare"' })).toBeInViewport();
  await expect(page.getByRole('article').first()).toBeVisible();
});

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`a page loaded with a hash ${reducedMotion === 'reduce' ? 'jumps' : 'scrolls smoothly'} to its section`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.addInitScript(() => {
      const places = new Set<number>();
      Object.assign(window, { places });
      const look = () => {
        places.add(Math.round(scrollY));
        requestAnimationFrame(look);
      };
      look();
    });
    await page.goto('/#about');
    await expect(page.getByRole('region', { name: 'About The Druse' })).toBeInViewport({
      ratio: 0.3,
    });
    await expect(page).toHaveURL('/#about');
    // Only positions well before the end count: late content may move the section a little.
    const between = await page.evaluate(() => {
      const { places } = window as unknown as { places: Set<number> };
      return [...places].filter((place) => place > 0 && place < scrollY / 2).length;
    });
    if (reducedMotion === 'reduce') expect(between).toBe(0);
    else expect(between).toBeGreaterThan(0);
  });

test('who begins at a section beneath the gallery stays there: nothing is loaded above it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const asked: string[] = [];
  page.on(
    'request',
    (request) => /\/api\/specimens\?.*cursor/.test(request.url()) && asked.push(request.url()),
  );
  await page.goto('/#collections');
  const top = () =>
    page
      .locator('#collections')
      .evaluate((section) => Math.round(section.getBoundingClientRect().top));
  const header = await page
    .getByRole('banner')
    .evaluate((element) => Math.round(element.getBoundingClientRect().bottom));
  // The hash is followed a moment after the page has come to life, as the page says by this.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.style.overflowAnchor))
    .toBe('none');
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(asked).toEqual([]);
  expect(Math.abs((await top()) - header)).toBeLessThanOrEqual(1);
});

test('a path that does not exist shows the not-found screen', async ({ page, complaints }) => {
  complaints.expect(answered(404));
  const response = await page.goto('/no/such/room');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('Error 404')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Specimen Not Found' })).toBeVisible();
  await expect(
    page.getByText("We couldn't find the crystal or mineral specimen you're looking for."),
  ).toBeVisible();
  await expect(
    page.getByText(
      'It might have been sold, moved to a different collection, or the URL may be incorrect.',
    ),
  ).toBeVisible();
  await expect(page.getByText('The Druse Collection • Gems and Minerals')).toBeVisible();
  await page.getByRole('link', { name: 'Return to the Collection' }).click();
  await expect(page).toHaveURL('/');
});

test('on the way back from a specimen the list is where it was left, though its URL names a section', async ({
  page,
}) => {
  await page.goto('/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Gallery' })
    .click();
  await expect(page.getByRole('heading', { name: 'Our Specimen Gallery' })).toBeInViewport();
  // A growing list does not scroll back to the section.
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 600);
  const link = page.getByRole('article').nth(3).getByRole('link').first();
  const scrolled = () => page.evaluate(() => scrollY);
  let left = -1;
  await expect(async () => {
    const before = left;
    left = await scrolled();
    expect(left).toBe(before);
  }).toPass({ intervals: [300] });
  expect(left).toBeGreaterThan(1_000);
  // A click with the mouse would scroll to it first.
  await link.dispatchEvent('click');
  await expect(page).toHaveURL(/\/specimen\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expect(link).toBeVisible();
  await expect.poll(scrolled).toBe(left);
  // Beyond the time after which a section is scrolled to.
  await page.waitForTimeout(500);
  expect(await scrolled()).toBe(left);
});

/** What each screen shows before anybody scrolls: its subject and the next step, each thing once. */
import type { Locator, Page } from '@playwright/test';
import {
  atBothSizes,
  expect,
  fillCart,
  fillIn,
  lineOf,
  logIn,
  placeOrder,
  test,
  toastOn,
} from '#tests/support/e2e.ts';

/** The system's face, until ours are there, may have other widths. */
const untilInOurFaces = (page: Page) => page.evaluate(() => document.fonts.ready.then(() => {}));
const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;

for (const [where, tag] of atBothSizes) {
  test(`the gallery begins with its pieces${where}`, { tag }, async ({ page, isMobile }) => {
    for (const path of ['/', '/?search=quartz']) {
      await page.goto(path);
      await untilInOurFaces(page);
      const head = await page
        .locator('#gallery')
        .evaluate((section) => section.getBoundingClientRect().top);
      const photo = (await topOf(page.locator('.card-picture').first())) - head;
      const header = (await page.getByRole('banner').boundingBox())?.height ?? Number.NaN;
      expect(header + photo, path).toBeLessThanOrEqual(isMobile ? 260 : 220);
    }
    await expect(page.getByRole('searchbox').or(page.getByRole('combobox'))).toHaveCount(
      // The menu of orders.
      isMobile ? 1 : 2,
    );
  });

  test(`“Back to Gallery” leads to the card one came from${where}`, {
    tag,
  }, async ({ page }) => {
    await page.goto('/');
    const card = page.getByRole('article').nth(7).getByRole('heading').getByRole('link');
    await card.scrollIntoViewIfNeeded();
    await card.click();
    await page.getByRole('link', { name: 'Back to Gallery' }).click();
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport();
    // What would scroll to the gallery's head comes later.
    await page.waitForTimeout(400);
    await expect(card).toBeInViewport();
  });
}

test('a card has its photo, its badges and a heart, and on hover the overlay and one more link', async ({
  page,
}) => {
  await page.goto('/');
  const card = page.getByRole('article').first();
  const photo = card.locator('.card-picture');
  await expect(card.getByRole('link').or(card.getByRole('button'))).toHaveCount(3);
  await expect(photo.getByRole('link')).toHaveCount(0);
  const quick = card.getByRole('link', { name: /^Quick view/ });
  await expect(quick).toHaveCSS('opacity', '0');
  await card.hover();
  await expect(quick).toHaveCSS('opacity', '1');
  await expect(card.getByText('Click to view details')).toBeVisible();
});

test('a search from the header keeps what the list is filtered by', async ({ page }) => {
  await page.goto('/?category=Crystals&sort=price-up');
  const box = page.getByRole('banner').getByRole('search');
  await box.getByRole('combobox').fill('quartz');
  await box.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL('/?search=quartz&category=Crystals&sort=price-up#gallery');
});

test('a phone shows title, price and both buttons of a piece at once, and its specified facts first', {
  tag: '@phone-only',
}, async ({ page }) => {
  await page.goto('/?search=amethyst+veracruz');
  await page.getByRole('article').getByRole('heading').getByRole('link').click();
  const main = page.getByRole('main');
  await untilInOurFaces(page);
  for (const part of [
    page.getByRole('heading', { level: 1 }),
    main.getByText('$1,280.00'),
    main.getByRole('button', { name: 'Buy Now with Venmo' }),
    main.getByRole('button', { name: 'Add to Cart' }),
  ])
    await expect(part).toBeInViewport({ ratio: 1 });
  const names = await main.locator('dt:visible').allTextContents();
  expect(names.slice(0, 6)).toEqual([
    'Category',
    'Origin',
    'Dimensions',
    'Weight',
    'Added',
    'Tags',
  ]);
  await main.getByText('Species and color').click();
  await expect(main.locator('dt').filter({ hasText: 'Species' })).toBeVisible();

  await main.getByRole('button', { name: 'Add to Cart' }).click();
  const toast = await toastOn(page).boundingBox();
  const header = await page.getByRole('banner').boundingBox();
  expect(toast?.y, 'the toast lies over photo or headline').toBeGreaterThanOrEqual(
    header?.height ?? Number.NaN,
  );
  expect((toast?.y ?? Number.NaN) + (toast?.height ?? 0)).toBeLessThan(240);
});

test('a cart is spoken of only where the piece can be put into one', async ({ page, context }) => {
  const params = { status: 'available', minPrice: '500', limit: 1 };
  const [dear] = await (await context.request.get('/api/specimens', { params })).json();
  const words = page.getByText(/free if you check out from your cart/);
  await page.goto(`/specimen/${dear.id}`);
  await expect(words).toBeVisible();
  await page.goto(`/?specimen=${dear.id}`);
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Buy Now/ })).toBeVisible();
  await expect(words).toHaveCount(0);
});

for (const [where, tag] of atBothSizes) {
  test(`checkout begins with its form and says once how to pay, the order's page begins with paying${where}`, {
    tag,
  }, async ({ page, piece }) => {
    await fillCart(page, [lineOf(await piece('firstView'))]);
    await page.goto('/checkout');
    expect(await topOf(page.getByLabel('Full Name'))).toBeLessThanOrEqual(420);
    await expect(page.getByRole('main').getByText(/pay (by|via) Venmo to/)).toHaveCount(1);
    await fillIn(page);
    await page.getByRole('button', { name: 'Complete Order' }).click();
    const payment = page.getByRole('heading', { name: 'Payment Pending' });
    expect(await topOf(payment)).toBeLessThanOrEqual(320);
    await expect(page.getByRole('link', { name: 'Pay with Venmo' })).toBeInViewport();
  });
}

test('the owner’s pages have one row of links, and what is done to a piece is beside its title', async ({
  page,
  context,
}) => {
  await logIn(context);
  for (const width of [820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    // Other tests delete what they add, which would be first.
    await page.goto('/manage?search=amethyst+veracruz');
    const links = page.getByRole('navigation', { name: /^(Main|Shop desk)$/ });
    await expect(links.filter({ visible: true })).toHaveCount(1);
    const tops = await links
      .filter({ visible: true })
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().top));
    expect(new Set(tops).size, `${width}`).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    );
    await page
      .getByRole('link', { name: /^View Details/ })
      .first()
      .click();
    const edit = page
      .getByRole('region', { name: 'Admin Actions' })
      .getByRole('link', { name: 'Edit Specimen' });
    const title = page.getByRole('heading', { level: 1 });
    expect(Math.abs((await topOf(edit)) - (await topOf(title)))).toBeLessThan(80);
  }
});

for (const [where, tag] of atBothSizes) {
  test(`Manage begins with its pieces${where}, and nothing lies over their photos until one selects`, {
    tag,
  }, async ({ page, context, isMobile }) => {
    await logIn(context);
    await page.goto('/manage');
    await untilInOurFaces(page);
    const card = page.getByRole('article').first();
    await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeVisible();
    expect(await topOf(card)).toBeLessThanOrEqual(isMobile ? 320 : 300);
    await expect(card.getByRole('checkbox')).toHaveCount(0);
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await expect(card.getByRole('checkbox')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(card.getByRole('checkbox')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused();
  });
}

for (const [where, tag] of atBothSizes) {
  test(`Orders begins with the orders${where}, and a chosen status says beneath what it will do`, {
    tag,
  }, async ({ page, context, piece }) => {
    const specimen = await piece('firstViewOrder');
    const { id } = await placeOrder(context, [specimen]);
    await logIn(context);
    await page.goto('/orders');
    await untilInOurFaces(page);
    await expect(page.getByRole('rowheader').first()).toBeVisible();
    expect(await topOf(page.locator('tbody tr').first())).toBeLessThanOrEqual(330);
    await page.goto(`/orders?search=%23${id}`);
    const select = page.getByLabel(`Status of order #${id}`);
    await select.selectOption('Paid');
    const said = page.getByText(`“${specimen.title}” becomes Sold.`);
    await expect(said).toBeVisible();
    const chosen = await select.boundingBox();
    expect(await topOf(said), 'beneath').toBeGreaterThan(chosen?.y ?? Number.NaN);
    expect((await said.boundingBox())?.x, 'as wide as the list').toBeLessThan(120);
    await page.getByRole('button', { name: `Update order #${id}` }).click();
    await expect(toastOn(page)).toContainText('Status Updated');
    await expect(said).toHaveCount(0);
    await expect(select).toBeFocused();
  });
}

test('Settings has each thing once, in its room', async ({ page, context }) => {
  await logIn(context);
  await page.goto('/settings');
  await untilInOurFaces(page);
  expect(await topOf(page.getByLabel('Site Title'))).toBeLessThanOrEqual(300);
  await expect(page.getByRole('link', { name: 'Orders', exact: true })).toHaveCount(1);
  const general = page.getByRole('tabpanel', { name: 'General' });
  await expect(general.getByText(/^(Site Name|Footer Tagline|Copyright Text)$/)).toHaveCount(0);
  await page.getByRole('tab', { name: 'Footer' }).click();
  const footer = page.getByRole('tabpanel', { name: 'Footer' });
  for (const label of ['Site Name', 'Footer Tagline', 'Copyright Text'])
    await expect(footer.getByLabel(label)).toBeVisible();
  await page.goto('/settings#orders');
  await expect(page.getByRole('heading', { name: 'Unpaid orders' })).toBeVisible();
});

for (const [where, tag] of atBothSizes) {
  test(`the form of a piece begins with its title, which the buttons do not cover${where}`, {
    tag,
  }, async ({ page, context, isMobile }) => {
    await logIn(context);
    for (const path of ['/upload', '/edit/1']) {
      await page.goto(path);
      const title = page.getByRole('textbox', { name: 'Title', exact: true });
      await expect(title).toBeVisible();
      await untilInOurFaces(page);
      const box = await title.boundingBox();
      const bar = page.getByRole('form').getByRole('button', { name: /^(Upload Spec|Save Ch)/ });
      expect((box?.y ?? Number.NaN) + (box?.height ?? 0), path).toBeLessThan(await topOf(bar));
      if (!isMobile) expect(box?.y, path).toBeLessThanOrEqual(240);
    }
  });
}

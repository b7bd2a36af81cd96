import type { Locator } from '@playwright/test';
import { expect, fillCart, inMotion, lineOf, logIn, test, toastOn } from '#tests/support/e2e.ts';
import { pressMiddle } from './press-middle.ts';

test.use(inMotion);

test.describe('on a phone', { tag: '@phone-only' }, () => {
  test('following a link of the menu closes it', async ({ page }) => {
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const [name, path] of [
      ['Gallery', '/#gallery'],
      ['About', '/#about'],
      ['Home', '/'],
    ] as const) {
      await page.getByLabel('Menu').click();
      await menu.getByRole('link', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(menu).toBeHidden();
    }
    // Beside it, or on the search that would open behind it.
    const search = page.getByRole('button', { name: 'Open search' });
    for (const elsewhere of [() => page.mouse.click(195, 700), () => search.click()]) {
      await page.getByLabel('Menu').click();
      await expect(menu).toBeVisible();
      await elsewhere();
      await expect(menu).toBeHidden();
    }
    await expect(page.getByRole('combobox', { name: 'Search specimens' })).toBeFocused();
    await page.getByLabel('Menu').click();
    await menu.getByRole('button', { name: 'Admin Login' }).click();
    await expect(menu).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Administrator Login' })).toBeVisible();
  });

  test('a menu that was opened again keeps the focus when what was chosen before has come', async ({
    page,
  }) => {
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    // What leads the focus on is fetched with the first change.
    const goOn = Promise.withResolvers<void>();
    const held = Promise.withResolvers<string>();
    await page.route('**/*.js', async (route) => {
      held.resolve(route.request().url());
      await goOn.promise;
      await route.continue();
    });
    const menu = page.getByRole('navigation', { name: 'Main' });
    await page.getByLabel('Menu').click();
    await menu.getByRole('link', { name: 'Gallery' }).click();
    const script = await held.promise;
    await page.getByLabel('Menu').click();
    await expect(page.getByLabel('Menu')).toBeFocused();
    goOn.resolve();
    await page.evaluate((url) => import(url), script);
    await expect(menu).toBeVisible();
    await expect(page.getByLabel('Menu')).toBeFocused();
  });

  test('fields have letters of 16 px, so the phone does not enlarge the page around them', async ({
    page,
    piece,
  }) => {
    await fillCart(page, [lineOf(await piece('cheap'))]);
    for (const path of ['/', '/checkout']) {
      await page.goto(path);
      await page.getByRole('button', { name: 'Cart, 1 piece' }).waitFor();
      if (path === '/checkout') await page.getByLabel('Full Name').waitFor();
      const sizes = await page
        .locator('input, select, textarea')
        .evaluateAll((fields) => fields.map((field) => getComputedStyle(field).fontSize));
      expect(sizes.length).toBeGreaterThan(0);
      expect(sizes.filter((size) => Number.parseFloat(size) < 16)).toEqual([]);
    }
  });

  test('Back closes the enlarged photo, and only the next one leaves the page', async ({
    page,
    piece,
  }) => {
    const { path } = await piece('cheap');
    await page.goto('/');
    await page.goto(path);
    const url = page.url();
    const zoom = page.getByRole('dialog', { name: /enlarged$/ });
    const enlarge = page
      .locator('.stage-view:not([inert])')
      .getByRole('link', { name: /^Enlarge/ });
    await enlarge.click();
    await expect(zoom).toBeVisible();
    await page.goBack();
    await expect(zoom).toBeHidden();
    expect(page.url()).toBe(url);
    await enlarge.click();
    await zoom.getByRole('button', { name: 'Close' }).click();
    await expect(zoom).toBeHidden();
    await expect(page).toHaveURL(url);
    await page.goBack();
    await expect(page).toHaveURL('/');
  });

  test("the admin's menu has no Orders, and logging out closes it", async ({ page, context }) => {
    await logIn(context);
    await page.goto('/');
    await page.getByLabel('Menu').click();
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link')).toHaveText([
      'Home',
      'Gallery',
      'Collections',
      'About',
      'Upload',
      'Manage',
      'Settings',
      'Inbox',
      'Show',
      'Today',
    ]);
    await menu.getByRole('button', { name: 'Logout' }).click();
    await expect(menu).toBeHidden();
    await page.getByLabel('Menu').click();
    await expect(menu.getByRole('button', { name: 'Admin Login' })).toBeVisible();
  });

  test('the search opens by its button and closes after a search', async ({ page }) => {
    await page.goto('/');
    const box = page.getByRole('combobox', { name: 'Search specimens' });
    await expect(box).toBeHidden();
    await page.getByRole('button', { name: 'Open search' }).click();
    await expect(box).toBeFocused();
    await page.getByRole('button', { name: 'Close search' }).click();
    await expect(box).toBeHidden();
    await page.getByRole('button', { name: 'Open search' }).click();
    await box.fill('amethyst');
    await box.press('Enter');
    await expect(page.getByRole('heading', { name: 'Search Results: "amethyst"' })).toBeFocused();
    await expect(box).toBeHidden();
  });

  test('nothing is wider than the screen, and the cart fills it', { tag: '@journey' }, async ({
    page,
    piece,
  }) => {
    await fillCart(page, [lineOf(await piece('cheap'))]);
    for (const path of ['/', (await piece('cheap')).path, '/checkout']) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Cart, 1 piece' })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    }
    await page.goto((await piece('cheap')).path);
    await pressMiddle(page.getByRole('button', { name: 'Added to Cart' }));
    // The toast stays while a pointer is on it.
    await toastOn(page).hover();
    await page.getByRole('button', { name: 'Cart, 1 piece' }).press('Enter');
    const cart = page.getByRole('dialog', { name: 'Your Cart' });
    const heightOf = async (part: Locator) => (await part.boundingBox()) ?? { y: 0, height: 0 };
    const clear = await heightOf(cart.getByRole('button', { name: 'Clear Cart' }));
    expect((await heightOf(toastOn(page))).y).toBeGreaterThanOrEqual(clear.y + clear.height);
    await expect.poll(async () => (await cart.boundingBox())?.x).toBe(0);
    expect((await cart.boundingBox())?.width).toBe(390);
  });

  test("cards are in one column, with the overlay's text in the caption", async ({ page }) => {
    await page.goto('/');
    const cards = page.getByRole('article');
    const lefts = await cards.evaluateAll((all) =>
      all.map((card) => card.getBoundingClientRect().left),
    );
    expect(new Set(lefts).size).toBe(1);
    await page.goto('/?search=amethyst+veracruz');
    await expect(cards).toContainText('A sharply formed cluster');
    await expect(cards.getByText('Click to view details')).toBeVisible();
    await expect(cards.getByRole('link', { name: /^Quick view/ })).toBeVisible();
  });
});

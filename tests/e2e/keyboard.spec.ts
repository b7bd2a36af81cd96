import type { Page } from '@playwright/test';
import { buyer, expect, test, toastOn } from '#tests/support/e2e.ts';

/** Presses Tab until the control of this role and name has the focus. */
async function tabTo(
  page: Page,
  role: 'link' | 'button' | 'textbox',
  name: string | RegExp,
): Promise<void> {
  const target = page.getByRole(role, { name, exact: true }).first();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement).catch(() => false))
      return;
  }
  throw new Error(`Tab does not lead to the ${role} "${name}"`);
}

test('a whole order can be placed by keyboard alone', async ({ page, piece }) => {
  const specimen = await piece('keyboard');
  await page.goto('/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.matches('input[type=search]'))) break;
  }
  await page.keyboard.type(specimen.title);
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { name: `Search Results: "${specimen.title}"` }),
  ).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(1);
  await tabTo(page, 'link', specimen.title);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(specimen.path);

  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  await tabTo(page, 'button', 'Add to Cart');
  await page.keyboard.press('Enter');
  await expect(toastOn(page)).toContainText('Added to cart');
  await page.keyboard.press('F8');
  await expect(
    page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('list'),
  ).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toastOn(page)).toBeHidden();

  const cartButton = page.getByRole('button', { name: 'Cart, 1 piece' });
  await cartButton.focus();
  await page.keyboard.press('Enter');
  const cart = page.getByRole('dialog', { name: 'Your Cart' });
  await expect(cart).toBeVisible();
  await tabTo(page, 'button', 'Proceed to Checkout');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByRole('button', { name: 'Complete Order' })).toBeVisible();
  await tabTo(page, 'textbox', /^Full Name/);
  for (const words of [buyer.name, buyer.email, buyer.address]) {
    await page.keyboard.type(words);
    await page.keyboard.press('Tab');
  }
  await tabTo(page, 'button', 'Complete Order');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Order Confirmed!' })).toBeVisible();
});

test('tabbing through the gallery follows the list', async ({ page }) => {
  await page.goto('/?category=Gemstones');
  const titles = await page.getByRole('article').getByRole('heading').allTextContents();
  await page.getByRole('link', { name: 'Clear all' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip the list' })).toBeFocused();
  for (const title of titles.slice(0, 4)) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: title, exact: true })).toBeFocused();
    const quickView = page.getByRole('link', { name: `Quick view: ${title}` });
    // Between the two a video has a button, once it can play, a measured piece a link, and every piece a heart.
    for (let presses = 0; presses < 4; presses += 1) {
      await page.keyboard.press('Tab');
      if (await quickView.evaluate((link) => link === document.activeElement)) break;
    }
    await expect(quickView).toBeFocused();
    await expect(quickView).toHaveCSS('opacity', '1');
  }
});

test('Escape closes every dialog and returns the focus', async ({ page }) => {
  await page.goto('/');
  const dialogs = [
    {
      opener: page.getByRole('button', { name: 'Cart, 0 pieces' }),
      dialog: page.getByRole('dialog', { name: 'Your Cart' }),
    },
    {
      opener: page.getByRole('button', { name: 'Admin Login' }),
      dialog: page.getByRole('dialog', { name: 'Administrator Login' }),
    },
    {
      opener: page.getByRole('link', { name: /^Quick view/ }).first(),
      dialog: page.getByRole('dialog'),
    },
  ];
  for (const { opener, dialog } of dialogs) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  }
});

test('the login is filled in and sent by keyboard', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Admin Login' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Username')).toBeFocused();
  await page.keyboard.type('admin');
  await page.keyboard.press('Tab');
  await page.keyboard.type('amethyst');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

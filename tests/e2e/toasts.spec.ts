import type { Page } from '@playwright/test';
import { expect, inMotion, test, toastOn } from '#tests/support/e2e.ts';

test.use(inMotion);

async function searchForNothing(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('search')
    .getByRole('button', { name: 'Search' })
    .click();
  await expect(toastOn(page)).toBeVisible();
}

/** Drags the toast to the right with the mouse. */
async function drawToast(page: Page, pixels: number): Promise<void> {
  const box = await toastOn(page).boundingBox();
  if (!box) throw new Error('There is no toast');
  const [x, y] = [box.x + 30, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels, y, { steps: 5 });
  await page.mouse.up();
}

test('a toast stays 5 seconds, the cart’s 3, and only one is shown at a time', async ({
  page,
  piece,
}) => {
  await page.clock.install();
  await page.goto((await piece('cheap')).path);
  // No time passes but what the test lets pass.
  await page.clock.pauseAt(Date.now() + 60_000);
  await searchForNothing(page);
  await page.clock.runFor(4_000);
  await expect(toastOn(page)).toHaveText('Please enter a search term');
  await page.clock.runFor(1_500);
  await expect(toastOn(page)).toHaveCount(0);

  await searchForNothing(page);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(toastOn(page)).toHaveCount(1);
  await expect(toastOn(page)).toContainText('Added to cart');
  await page.mouse.move(10, 10);
  await page.clock.runFor(2_000);
  await expect(toastOn(page)).toContainText('Added to cart');
  await page.clock.runFor(1_500);
  await expect(toastOn(page)).toHaveCount(0);
});

test('a toast is dismissed by a drag of more than 50 pixels to the right, or by its button', async ({
  page,
}) => {
  await page.goto('/checkout');
  await searchForNothing(page);
  await drawToast(page, 40);
  await expect(toastOn(page)).toBeVisible();
  await drawToast(page, 65);
  await expect(toastOn(page)).toHaveCount(0);
  await searchForNothing(page);
  await toastOn(page).getByRole('button', { name: 'Close' }).click();
  await expect(toastOn(page)).toHaveCount(0);
});

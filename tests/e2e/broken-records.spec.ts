import type { Page, Route } from '@playwright/test';
import { expect, logIn, test } from '#tests/support/e2e.ts';

/** One record has no title. Another has no photo, without which its card can't be drawn. */
function broken<Record extends object>([first, second, ...others]: Record[]): object[] {
  return [{ ...first, title: undefined }, { ...second, main: null }, ...others];
}

async function answerBroken(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = await response.json();
  const json = Array.isArray(body) ? broken(body) : { ...body, specimens: broken(body.specimens) };
  await route.fulfill({ response, json });
}

const cards = (page: Page) => page.getByRole('main').getByRole('article');

test('a broken record in the gallery leaves the others and the page as they are', async ({
  page,
  complaints,
}) => {
  complaints.expect(/Cannot read properties of null/);
  await page.route(/\/api\/specimens\?.*cursor/, answerBroken, { times: 1 });
  await page.goto('/');
  await expect(cards(page)).toHaveCount(12);
  await page.getByText('Loading more specimens…').scrollIntoViewIfNeeded();
  await expect(cards(page)).toHaveCount(22);
  await expect(page.getByRole('heading', { name: 'Our Specimen Gallery' })).toBeVisible();
});

test('a broken record in Manage leaves the others and the page as they are', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(/Cannot read properties of null/);
  await logIn(context);
  await page.route(/\/api\/manage\/specimens(\?|$)/, answerBroken);
  await page.goto('/manage');
  await expect(cards(page)).toHaveCount(10);
  await expect(page.getByRole('heading', { name: 'Manage Your Collection' })).toBeVisible();
});

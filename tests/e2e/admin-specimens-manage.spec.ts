import type { Page } from '@playwright/test';
import { ADMIN, answered, expect, logIn, toastOn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { addSpecimen, readSpecimen, titled } from '#tests/support/e2e-specimens.ts';

// Other tests look at pages of the shared shop, where a piece that is hidden or deleted would be missing.
const test = testWithOwnShop();

test.beforeEach(async ({ context }) => {
  await logIn(context);
});

const search = 'Search specimens by title, category, or description';
const cardOf = (page: Page, title: string) =>
  page.getByRole('article', { name: title, exact: true });

/** Manage with what is found for these words, this specimen among it. */
async function openFor(page: Page, words: string, title = words) {
  await page.goto(`/manage?search=${encodeURIComponent(words)}`);
  await expect(cardOf(page, title)).toBeVisible();
  return cardOf(page, title);
}

test('searching begins at page 1 and says when nothing matches', async ({ page }) => {
  await page.goto('/manage?page=2');
  await expect(page.getByText(/^Page 2 of \d+$/)).toBeVisible();
  await page.getByLabel(search).fill('amethyst veracruz');
  await expect(page).toHaveURL('/manage?search=amethyst+veracruz');
  await expect(page.getByRole('article')).toHaveCount(1);
  await page.getByLabel(search).fill('no such stone');
  await expect(page.getByText('No specimens match your search criteria.')).toBeVisible();
  await page.getByLabel(search).fill('');
  await expect(page).toHaveURL('/manage');
  await expect(page.getByRole('article')).toHaveCount(12);
});

test('filters by status and visibility show their counts and are in the URL', async ({
  page,
  context,
}) => {
  const word = titled('Zektzerite').replace(' ', '');
  await addSpecimen(context, { title: `${word} one` });
  await addSpecimen(context, { title: `${word} two`, visible: false });
  await addSpecimen(context, { title: `${word} three`, status: 'sold' });
  await page.goto(`/manage?search=${word}`);
  const visibility = page.getByRole('navigation', { name: 'Filter by visibility' });
  const status = page.getByRole('navigation', { name: 'Filter by status' });
  await expect(visibility.getByRole('link')).toHaveText(['All 3', 'Visible 2', 'Hidden 1']);
  await expect(status.getByRole('link')).toHaveText([
    'All 3',
    'Available 2',
    'Pending 0',
    'Sold 1',
  ]);

  await visibility.getByRole('link', { name: 'Hidden' }).click();
  await expect(page).toHaveURL(`/manage?search=${word}&visibility=hidden`);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(cardOf(page, `${word} two`)).toContainText('Hidden from Gallery');
  await status.getByRole('link', { name: 'Sold' }).click();
  await expect(page.getByText('No specimens match your search criteria.')).toBeVisible();
  await visibility.getByRole('link', { name: 'All' }).click();
  await expect(page).toHaveURL(`/manage?search=${word}&status=sold`);
  await expect(cardOf(page, `${word} three`)).toBeVisible();
  await page.goBack();
  await expect(status.getByRole('link', { name: 'Sold' })).toHaveAttribute(
    'aria-current',
    /true|page/,
  );
});

test('the switch hides and shows a specimen at once', { tag: '@phone' }, async ({
  page,
  context,
  browser,
}) => {
  const { id, title } = await addSpecimen(context, { title: titled('Ludlamite') });
  const card = await openFor(page, title);
  const visibility = card.getByRole('switch', { name: 'Visible in Gallery' });
  await expect(card.getByText('Visible', { exact: true })).toBeVisible();
  await visibility.click();
  await expect(toastOn(page)).toHaveText(
    'Specimen HiddenThe specimen is now hidden from the gallery',
  );
  await expect(card.getByText('Hidden', { exact: true })).toBeVisible();
  await expect(card.getByText('Hidden from Gallery').first()).toBeVisible();
  const visitor = await browser.newContext();
  expect(
    (await visitor.request.get(new URL(`/api/specimens/${id}`, page.url()).href)).status(),
  ).toBe(404);
  await visitor.close();

  await card.getByText('Hidden from Gallery').last().click();
  await expect(toastOn(page)).toHaveText(
    'Specimen VisibleThe specimen is now visible in the gallery',
  );
  await expect(card.getByText('Visible in Gallery')).toBeVisible();
  expect((await readSpecimen(context, id)).visible).toBe(true);
});

test('a switch that fails goes back with a message', async ({ page, context, complaints }) => {
  complaints.expect(answered(500), /ERR_FAILED/);
  const { id, title } = await addSpecimen(context, { title: titled('Stays in sight') });
  const card = await openFor(page, title);
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(`/api/specimens/${id}`, async (route) => {
    await seen;
    await route.fulfill({
      status: 500,
      json: { code: 'internal', message: 'The shop is out of order.' },
    });
  });
  await card.getByRole('switch').click();
  await expect(card.getByRole('switch')).not.toBeChecked();
  letGo();
  await expect(toastOn(page)).toHaveText('ErrorThe shop is out of order.');
  await expect(card.getByRole('switch')).toBeChecked();
  await page.unroute(`/api/specimens/${id}`);
  await page.route(`/api/specimens/${id}`, (route) => route.abort());
  await card.getByRole('switch').click();
  await expect(toastOn(page)).toHaveText('ErrorFailed to update specimen visibility');
  await expect(card.getByRole('switch')).toBeChecked();
});

test('deleting asks for confirmation, and reports success and failure', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(500), /ERR_FAILED/);
  const { id, title } = await addSpecimen(context, { title: titled('Deleted "for good"') });
  const card = await openFor(page, title);
  const dialog = page.getByRole('dialog', { name: 'Delete Permanently' });
  await card.getByRole('button', { name: 'Delete Permanently' }).click();
  await expect(dialog).toContainText(
    `Are you sure you want to delete "${title}"? This action cannot be undone.`,
  );
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(card).toBeVisible();

  for (const [response, message] of [
    [{ status: 500, json: { code: 'internal', message: 'Not today.' } }, 'ErrorNot today.'],
    [null, 'ErrorFailed to delete specimen'],
  ] as const) {
    await page.route(`/api/specimens/${id}`, (route) =>
      response ? route.fulfill(response) : route.abort(),
    );
    await card.getByRole('button', { name: 'Delete Permanently' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(toastOn(page)).toHaveText(message);
    await expect(card).toBeVisible();
    await page.unroute(`/api/specimens/${id}`);
  }

  await card.getByRole('button', { name: 'Delete Permanently' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(toastOn(page)).toHaveText(
    'Specimen DeletedThe specimen has been successfully removed from your collection',
  );
  await expect(card).toBeHidden();
  await expect(page.getByRole('region', { name: 'Specimens', exact: true })).toBeFocused();
  await expect(page.getByText('No specimens match your search criteria.')).toBeVisible();
  expect((await context.request.get(`/api/specimens/${id}`)).status()).toBe(404);
});

test('the list says when it is loading, empty or cannot be loaded', async ({
  page,
  complaints,
}) => {
  complaints.expect(answered(500));
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/api\/manage\/specimens/, async (route) => {
    await seen;
    await route.fulfill({ status: 500, body: 'No.' });
  });
  await page.goto('/manage');
  await expect(page.getByText('Loading specimens...')).toBeVisible();
  letGo();
  await expect(page.getByText('Error loading specimens. Please try again.')).toBeVisible();
  await page.unroute(/\/api\/manage\/specimens/);
  const counts = { all: 0, visible: 0, hidden: 0, available: 0, pending: 0, sold: 0 };
  await page.route(/\/api\/manage\/specimens/, (route) =>
    route.fulfill({ json: { specimens: [], page: 1, pages: 1, total: 0, counts } }),
  );
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(
    page.getByText('No specimens found in your collection. Add some specimens to get started.'),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Upload Specimens' }).click();
  await expect(page).toHaveURL('/upload');
});

test('after the session has ended, Manage asks for the login over the list', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(401));
  const { title } = await addSpecimen(context, { title: titled('Waits for the admin') });
  const card = await openFor(page, title);
  await context.clearCookies();
  await card.getByRole('switch').click();
  const dialog = page.getByRole('dialog', { name: 'Administrator Login' });
  await dialog.getByLabel('Username').fill(ADMIN.username);
  await dialog.getByLabel('Password').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(card.getByRole('switch')).toBeChecked();
  await card.getByRole('switch').click();
  await expect(toastOn(page)).toContainText('Specimen Hidden');

  await context.clearCookies();
  await page.getByRole('link', { name: 'Hidden' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Error loading specimens. Please try again.')).toBeVisible();
});

test('Manage lists failed media jobs, and “Retry failed” retries them', async ({
  page,
  context,
  complaints,
}) => {
  const { id, title } = await addSpecimen(context, { title: titled('Seen small only') });
  let failed = [{ kind: 'renditions', specimen: { id, title } }];
  await page.route('/api/media/unmade', (route) => route.fulfill({ json: failed }));
  await page.goto('/manage');
  const list = page.getByRole('region', { name: 'Photos and videos that failed' });
  await expect(list.getByRole('link', { name: title })).toHaveAttribute('href', `/edit/${id}`);
  await expect(list).toContainText(
    'We couldn’t make the larger sizes, so visitors see a small photo.',
  );

  complaints.expect(answered(500));
  await page.route(
    '/api/media/unmade/retry',
    (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'No.' } }),
    {
      times: 1,
    },
  );
  await list.getByRole('button', { name: 'Retry failed' }).click();
  await expect(toastOn(page)).toContainText('Could not retry');

  failed = [];
  const retried = page.waitForResponse('/api/media/unmade/retry');
  await list.getByRole('button', { name: 'Retry failed' }).click();
  expect((await retried).status()).toBe(204);
  await expect(list).toBeHidden();
});

test('an admin who comes through a proxy that the shop does not trust is told so', async ({
  page,
}) => {
  const warning = page.getByRole('note').filter({ hasText: 'TRUST_PROXY' });
  const asked = page.waitForResponse('/api/manage/proxy');
  await page.goto('/manage');
  await asked;
  await expect(page.getByRole('heading', { name: 'Manage Your Collection' })).toBeVisible();
  await expect(warning).toHaveCount(0);
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': '203.0.113.9' });
  await page.reload();
  await expect(warning).toContainText('all visitors share one rate limit');
});

test('many are selected by keyboard, changed as the preview says, and put back with one click', async ({
  page,
  context,
}) => {
  const word = titled('Benitoite').replace(' ', '');
  for (const [title, price] of [
    ['a', '45'],
    ['b', '19.99'],
    ['c', 'Ask us'],
  ])
    await addSpecimen(context, { title: `${word} ${title}`, price, forSale: true });
  await openFor(page, word, `${word} a`);
  await expect(page.getByRole('article')).toHaveCount(3);
  const ticks = page.getByRole('checkbox', { name: /^Select / });
  await expect(ticks).toHaveCount(0);
  await page.getByRole('button', { name: 'Select', exact: true }).press('Enter');
  await ticks.first().press('Space');
  await ticks.first().press('Shift+ArrowRight');
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all 3' }).click();
  await expect(page.getByText('3 selected')).toBeVisible();
  await ticks.nth(2).click();
  await ticks.nth(0).click({ modifiers: ['Shift'] });
  await expect(page.getByText('selected', { exact: false })).toBeHidden();
  await page.getByRole('button', { name: 'Select all 3' }).click();

  await page.getByRole('button', { name: 'Bulk edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 3 specimens' });
  await dialog.getByRole('button', { name: 'Preview changes' }).click();
  await expect(dialog.getByText('Please enter a percentage above 0')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Percent' }).fill('10');
  await dialog.getByRole('textbox', { name: 'Percent' }).press('Enter');
  const preview = page.getByRole('dialog', { name: 'Raise the price by 10 %' });
  await expect(preview.getByRole('listitem').filter({ hasText: `${word} b` })).toContainText(
    '$19.99 → becomes $21.99',
  );
  await expect(preview).toContainText('2 specimens will change; one stays as is:');
  await expect(preview).toContainText(`1 priced in words: “${word} c”`);
  await preview.getByRole('button', { name: 'Change 2 specimens' }).click();
  await expect(toastOn(page)).toContainText('You can undo it in Manage for 10 minutes.');
  await expect(cardOf(page, `${word} a`)).toContainText('$49.50');
  await expect(cardOf(page, `${word} c`)).toContainText('Ask us');
  await expect(ticks).toHaveCount(0);

  await page.reload();
  await page.getByRole('button', { name: 'Undo: Raise the price by 10 %' }).click();
  await expect(cardOf(page, `${word} a`)).toContainText('$45.00');
  await expect(page.getByRole('list', { name: 'Recent bulk edits' })).toBeHidden();
});

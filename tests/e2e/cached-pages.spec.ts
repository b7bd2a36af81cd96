import type { Page } from '@playwright/test';
import { answered, expect, test } from '#tests/support/e2e.ts';

/** The API calls that the page makes after it has loaded. */
const calls = async (page: Page, path: string) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push(pathname);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect.poll(() => asked).toContain('/api/auth/me');
  return asked;
};

test('a specimen’s slugs redirect to its one page, which the browser hydrates without fetching', async ({
  page,
  piece,
  otherBrowser,
}) => {
  const specimen = await piece('cheap');
  const ways = {
    [`/specimen/${specimen.id}`]: `/specimen/${specimen.id}`,
    [specimen.path]: specimen.path,
    [`${specimen.path}-of-old`]: specimen.path,
    [`/specimen/${specimen.id}-%C3%A9clat?utm_source=mail`]: `${specimen.path}?utm_source=mail`,
  };
  for (const [path, end] of Object.entries(ways)) {
    const fresh = await (await otherBrowser()).newPage();
    expect(await calls(fresh, path), path).toEqual(['/api/auth/me']);
    await expect(fresh.getByRole('heading', { level: 1 })).toHaveText(specimen.title);
    await expect(fresh).toHaveURL(end);
    await fresh.context().close();
  }
  expect(await calls(page, '/?utm_source=mail&fbclid=x&sort=price-up')).toEqual(['/api/auth/me']);
  await expect(page.getByRole('article')).toHaveCount(12);
});

test('one page is shown at every path that does not exist', async ({ page, complaints }) => {
  complaints.expect(answered(404));
  for (const [path, title] of [
    ['/nothing/here', 'Specimen Not Found'],
    ['/specimen/not-an-id', 'Invalid Specimen ID'],
    ['/specimen/a%20b', 'Invalid Specimen ID'],
    ['/specimen/2147483000-gone', 'Error Loading Specimen'],
    ['/order-confirmation/soon', 'Order Not Found'],
  ] as const) {
    expect(await calls(page, path), path).toContain('/api/auth/me');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await page.removeAllListeners('request');
  }
});

test('another spelling of a path redirects to the page', async ({ page }) => {
  await page.goto('/Checkout/');
  await expect(page).toHaveURL('/checkout');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a script that was put into a page does not run and text does not become markup', async ({
  page,
  complaints,
}) => {
  complaints.expect(/inline script violates/, /requires 'TrustedHTML'/);
  await page.route('/', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      '</head>',
      '<script>globalThis.injected = true</script></head>',
    );
    await route.fulfill({ response, body });
  });
  await page.goto('/');
  expect(await page.evaluate(() => 'injected' in globalThis)).toBe(false);
  const write = (markup: string) =>
    page.evaluate((text) => {
      try {
        document.createElement('div').innerHTML = text;
        return 'written';
      } catch {
        return 'refused';
      }
    }, markup);
  expect(await write('<img src="data:," onerror="injected = true">')).toBe('refused');
  await page
    .getByRole('link', { name: /Quick view/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

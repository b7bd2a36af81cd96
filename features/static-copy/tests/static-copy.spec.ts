/** A static copy as it is opened from a stick: files alone, with nothing that serves them. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '#tests/support/e2e.ts';

const root = path.join(import.meta.dirname, '../../..');

test('a copy of the shop is read, searched and filtered from a disk, and leads to the shop for orders', {
  tag: '@phone-only',
}, async ({ page }) => {
  const prepared = process.env.E2E_PREPARED;
  // The copy from other databases and stores is gone over by features/static-copy/tests/static-copy.test.ts.
  test.skip(!prepared || !existsSync(prepared), 'the shops of this run have their data elsewhere');
  const folder = mkdtempSync(path.join(tmpdir(), 'druse-copy-'));
  const dataDir = path.join(folder, 'data');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  try {
    cpSync(prepared as string, dataDir, { recursive: true });
    // Playwright sets FORCE_COLOR, and Node warns where the shell has set NO_COLOR.
    const env = {
      ...process.env,
      FORCE_COLOR: undefined,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      MEDIA_URL: '',
      PUBLIC_URL: '',
    };
    const target = path.join(folder, 'shop');
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['scripts/static.ts', target, '--url=https://druse.example'],
      {
        cwd: root,
        env,
        encoding: 'utf8',
      },
    );
    expect([status, stderr, stdout]).toEqual([
      0,
      '',
      expect.stringMatching(
        /\d+ specimens on \d+ pages, and \d+ photos and videos, [\d.]+ MB\.\n$/,
      ),
    ]);

    await page.goto(pathToFileURL(path.join(target, 'index.html')).href);
    const main = page.getByRole('main');
    const cards = main.getByRole('article');
    await expect(page.getByRole('complementary', { name: 'About this copy' })).toContainText(
      /A copy of Druse, made .* E[SD]T\./,
    );
    await expect(cards).toHaveCount(12);
    await expect(page.getByRole('button', { name: /Cart|Login|Next Collection/ })).toHaveCount(0);
    // Shapes of buttons that the shop's own scripts would make.
    await expect(cards.locator('.heart')).toHaveCount(0);
    await page.getByRole('link', { name: 'Show more' }).click();
    await expect(page).toHaveURL(/gallery\/2\/index\.html#gallery$/);
    await expect(cards).toHaveCount(12);

    const search = page.getByRole('banner').getByRole('search');
    await search.getByRole('searchbox').fill('Veracrus');
    await search.getByRole('button', { name: 'Search' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Search Results: "Veracrus"' }),
    ).toBeVisible();
    await expect(main.getByRole('status')).toHaveText('1 specimen');
    await expect(cards.getByRole('img')).toHaveJSProperty('complete', true);

    const filters = page.getByRole('form', { name: 'Filter the gallery' });
    await search.getByRole('searchbox').fill('');
    await search.getByRole('button', { name: 'Search' }).click();
    await filters.getByText('Filters', { exact: true }).click();
    await filters.getByLabel('Category').selectOption('Meteorites');
    await filters.getByLabel('Sort').selectOption('price-up');
    await filters.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL(/\?category=Meteorites&sort=price-up$/);
    await expect(main.getByRole('status')).toHaveText('3 specimens');
    await expect(cards.first()).toContainText('$890.00');
    await expect(filters.getByLabel('Sort')).toHaveValue('price-up');

    await cards.first().getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1, name: /Muonionalusta/ })).toBeVisible();
    const picture = main.getByRole('group', { name: 'Photos and videos' }).getByRole('img').first();
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(300);
    expect(await page.evaluate(() => document.fonts.check('16px "Fraunces Variable"'))).toBe(true);
    const order = main.getByRole('link', { name: 'Order at druse.example' });
    await expect(order).toHaveAttribute(
      'href',
      /^https:\/\/druse\.example\/specimen\/\d+-muonionalusta/,
    );
    await page.getByRole('link', { name: 'Back to Gallery' }).click();
    await expect(page).toHaveURL(/\/shop\/index\.html#gallery$/);
    expect(
      requests.filter((url) => !/^(file|data):/.test(url)),
      'nothing is asked of a network',
    ).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

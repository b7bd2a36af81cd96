/** What a first visit over a slow line is spared. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect } from '@playwright/test';

/** More than the page allows for a round trip, in milliseconds. */
const DELAY = 400;

const test = base.extend<{ slowOrigin: string }>({
  slowOrigin: async ({ baseURL }, use) => {
    const line = createServer((asked, answer) => {
      const ask = () =>
        request(`${baseURL}${asked.url}`, { headers: asked.headers }, (response) => {
          answer.writeHead(response.statusCode ?? 500, response.headers);
          response.pipe(answer);
        })
          .on('error', () => answer.destroy())
          .end();
      setTimeout(ask, DELAY);
    }).listen(0, '127.0.0.1');
    await once(line, 'listening');
    await use(`http://127.0.0.1:${(line.address() as AddressInfo).port}`);
    line.closeAllConnections();
    line.close();
  },
});

test('over a slow line the first page goes without fonts, and all later ones have them @phone-only', async ({ page, slowOrigin }) => {
  const asked: string[] = [];
  page.on('request', (one) => asked.push(one.url()));
  const faces = () => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
  const areStored = () => page.evaluate(() => localStorage.getItem('faces') !== null);

  // A connection that is there already is judged by its responses; how long this one took to open, no test can say.
  await page.goto(`${slowOrigin}/robots.txt`);
  await page.goto(slowOrigin);
  await expect.poll(areStored, 'fonts are there for the next page').toBe(true);
  expect(await faces()).toEqual([]);
  const firstFont = asked.findIndex((url) => url.endsWith('.woff2'));
  const lastPicture = asked.findIndex((url) => url.includes('/media/'));
  expect(firstFont, 'fonts come after the first picture').toBeGreaterThan(lastPicture);
  expect(lastPicture).toBeGreaterThan(-1);

  await page.locator('#gallery article a').first().click();
  await page.waitForURL(/\/specimen\//);
  await expect.poll(faces).toContain('Fraunces Variable');

  await page.reload({ waitUntil: 'load' });
  await expect.poll(faces, 'a page that is opened again has them').toContain('Fraunces Variable');
});

test('over a quick line the first page asks for its fonts before anything needs them', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(2);
  await expect.poll(() => page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').length)).toBeGreaterThan(1);
});

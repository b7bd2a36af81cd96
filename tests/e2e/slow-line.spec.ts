/** What a first visit over a slow line is spared. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test as base, expect, type Page } from '@playwright/test';

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

/** The families that the page has fetched. The local stand-ins, which one machine has and another has not, are loaded faces too. */
const fetchedFaces = (page: Page) =>
  page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const ours = rules.filter((rule) => rule instanceof CSSFontFaceRule && rule.style.getPropertyValue('src').includes('url('));
    const families = new Set(ours.map((rule) => (rule as CSSFontFaceRule).style.getPropertyValue('font-family').replaceAll('"', '')));
    const loaded = [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family.replaceAll('"', ''));
    return [...new Set(loaded)].filter((family) => families.has(family));
  });

test('over a slow line the first page goes without fonts, and all later ones have them @phone-only', async ({ page, slowOrigin }) => {
  const asked: string[] = [];
  page.on('request', (one) => asked.push(one.url()));
  const areStored = () => page.evaluate(() => localStorage.getItem('faces') !== null);

  // A connection that is there already is judged by its responses. Whether the browser takes one or opens another, no test can say.
  await page.addInitScript(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const reused = { connectStart: 0, connectEnd: 0, requestStart: entry?.requestStart, responseStart: entry?.responseStart };
    performance.getEntriesByType = () => [reused as unknown as PerformanceEntry];
  });
  await page.goto(slowOrigin);
  await expect.poll(areStored, 'fonts are there for the next page').toBe(true);
  expect(await fetchedFaces(page)).toEqual([]);
  const firstFont = asked.findIndex((url) => url.endsWith('.woff2'));
  const lastPicture = asked.findIndex((url) => url.includes('/media/'));
  expect(firstFont, 'fonts come after the first picture').toBeGreaterThan(lastPicture);
  expect(lastPicture).toBeGreaterThan(-1);

  await page.locator('#gallery article a').first().click();
  await page.waitForURL(/\/specimen\//);
  await expect.poll(() => fetchedFaces(page)).toContain('Fraunces Variable');

  await page.reload({ waitUntil: 'load' });
  await expect.poll(() => fetchedFaces(page), 'a page that is opened again has them').toContain('Fraunces Variable');
});

test('over a quick line the first page asks for its fonts before anything needs them', async ({ page }) => {
  // A busy machine's own line is not quick.
  await page.addInitScript(() => {
    const quick = { connectStart: 0, connectEnd: 1, secureConnectionStart: 0 };
    performance.getEntriesByType = () => [quick as unknown as PerformanceEntry];
  });
  await page.goto('/');
  await expect(page.locator('link[rel=preload][as=font]')).toHaveCount(2);
  await page.evaluate(() => document.fonts.ready);
  expect(await fetchedFaces(page)).toEqual(expect.arrayContaining(['Fraunces Variable', 'Instrument Sans Variable']));
  // One that comes later would move the lines: it is left to the next page.
  const displays = await page.evaluate(() =>
    [...document.fonts].filter(({ family }) => family.includes('Variable')).map(({ display }) => display),
  );
  expect(new Set(displays)).toEqual(new Set(['optional']));
});

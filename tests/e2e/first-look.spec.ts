/** What the first page of a visit looks like, whatever the line. */
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';

/** A way to the shop that answers every request this many milliseconds later. */
async function openLine(baseURL: string, delay: number) {
  const line = createServer((asked, answer) => {
    const ask = () =>
      request(`${baseURL}${asked.url}`, { headers: asked.headers }, (response) => {
        answer.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answer);
      })
        .on('error', () => answer.destroy())
        .end();
    setTimeout(ask, delay);
  }).listen(0, '127.0.0.1');
  await once(line, 'listening');
  return {
    origin: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    close: () => {
      line.closeAllConnections();
      line.close();
    },
  };
}

type Seen = { width: number; shift: number };
type SeenWindow = Window & { seen: Seen; widthOf: (selector: string) => number };

/** Notes how wide the headline's letters are in the first frame, and what moves. */
function watch() {
  const seen: Seen = { width: 0, shift: 0 };
  /** How wide all letters are beside each other, however many lines they take. */
  const widthOf = (selector: string) => {
    const range = document.createRange();
    const texts = document.createTreeWalker(
      document.querySelector(selector) as Node,
      NodeFilter.SHOW_TEXT,
    );
    let width = 0;
    while (texts.nextNode()) {
      for (let index = 0; index < (texts.currentNode.nodeValue ?? '').length; index++) {
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + 1);
        width += range.getBoundingClientRect().width;
      }
    }
    return Math.round(width);
  };
  Object.assign(window, { seen, widthOf });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[])
      if (!entry.hadRecentInput) seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list, observer) => {
    if (!list.getEntriesByName('first-contentful-paint').length) return;
    seen.width = widthOf('h1');
    observer.disconnect();
  }).observe({ type: 'paint', buffered: true });
}

/** The width of the headline in the page's own face, under another name and waited for. */
async function widthInSerif() {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
  const sources = rules
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .map((rule) => (rule as CSSFontFaceRule).style.getPropertyValue('src'));
  const face = new FontFace('Proof', sources.find((source) => source.includes('data:font/')) ?? '');
  document.fonts.add(await face.load());
  const headline = document.querySelector('h1') as HTMLElement;
  headline.style.fontFamily = 'Proof';
  return (window as unknown as SeenWindow).widthOf('h1');
}

for (const delay of [0, 40, 150, 400])
  for (const slowness of [1, 6])
    test(`over a line of ${delay} ms a processor ${slowness}× as slow draws the serif in the first frame`, async ({
      browser,
      baseURL,
      viewport,
    }) => {
      const line = await openLine(baseURL ?? '', delay);
      try {
        for (const path of ['/', await firstSpecimen(line.origin), '/shelf']) {
          // A first visit.
          const context = await browser.newContext({ viewport });
          const page = await context.newPage();
          const session = await context.newCDPSession(page);
          await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
          await page.addInitScript(watch);
          await page.goto(line.origin + path, { waitUntil: 'networkidle' });
          const seen = () => page.evaluate(() => (window as unknown as SeenWindow).seen);
          await expect
            .poll(async () => (await seen()).width, `the first frame of ${path} is drawn`)
            .toBeGreaterThan(0);
          const { width, shift } = await seen();
          expect(shift, path).toBe(0);
          expect(width, `the headline of ${path} is in the serif`).toBe(
            await page.evaluate(widthInSerif),
          );
          await context.close();
        }
      } finally {
        line.close();
      }
    });

async function firstSpecimen(origin: string): Promise<string> {
  const [path = ''] = /\/specimen\/[\w-]+/.exec(await (await fetch(origin)).text()) ?? [];
  return path;
}

test('a browser that takes no face from a script runs the page all the same', async ({
  page,
  baseURL,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'FontFace'));
  await page.goto(baseURL ?? '');
  await page.waitForFunction(() => !('replayPreHydrationEvents' in window));
});

test('a page is drawn whole once it has been read, without scripts too', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const path of ['/', '/checkout', '/nothing-here']) {
    await page.goto(`${baseURL}${path}`);
    for (const part of await page.locator('header, main > *').all())
      await expect(part, path).toBeVisible();
  }
  await context.close();
});

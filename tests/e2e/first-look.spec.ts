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

for (const delay of [0, 40, 150, 400]) {
  test(`over a line of ${delay} ms the first page has the serif in its first frame, and nothing moves @phone-only`, async ({
    page,
    baseURL,
  }) => {
    const line = await openLine(baseURL ?? '', delay);
    await page.addInitScript(() => {
      const seen = { width: 0, shift: 0 };
      /** How wide all letters are beside each other, however many lines they take. */
      const widthOf = (selector: string) => {
        const range = document.createRange();
        const texts = document.createTreeWalker(document.querySelector(selector) as Node, NodeFilter.SHOW_TEXT);
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
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) seen.shift += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      new PerformanceObserver((_, observer) => {
        seen.width = widthOf('h1');
        observer.disconnect();
      }).observe({ type: 'paint', buffered: true });
    });
    const seen = () => page.evaluate(() => (window as unknown as { seen: { width: number; shift: number } }).seen);
    try {
      await page.goto(line.origin, { waitUntil: 'networkidle' });
      await expect.poll(async () => (await seen()).width, 'the first frame is drawn').toBeGreaterThan(0);
      // The face of the page under another name, waited for: the headline is as wide in it.
      const widthInSerif = await page.evaluate(async () => {
        const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
        const sources = rules
          .filter((rule) => rule instanceof CSSFontFaceRule)
          .map((rule) => (rule as CSSFontFaceRule).style.getPropertyValue('src'));
        const face = new FontFace('Proof', sources.find((source) => source.includes('data:font/')) ?? '');
        document.fonts.add(await face.load());
        const headline = document.querySelector('h1') as HTMLElement;
        headline.style.fontFamily = 'Proof';
        const { widthOf } = window as unknown as { widthOf: (selector: string) => number };
        return widthOf('h1');
      });
      expect((await seen()).width, 'the headline is in the serif').toBe(widthInSerif);
      expect((await seen()).shift).toBe(0);
      const requests = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      expect(requests.filter((url) => url.includes('fraunces'))).toEqual([]);
    } finally {
      line.close();
    }
  });
}

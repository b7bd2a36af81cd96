/** Firefox by WebDriver BiDi, which it speaks itself. */
import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import type { Browser } from './window.ts';

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((file) => existsSync(file));

export const firefox: Browser = {
  name: 'Firefox',
  missing: FIREFOX ? null : 'Firefox is missing: apt-get install firefox-esr',
  async open(size) {
    if (!FIREFOX) throw new Error('Firefox is missing');
    const browser = await puppeteer.launch({
      browser: 'firefox',
      executablePath: FIREFOX,
      defaultViewport: size,
    });
    const page = await browser.newPage();
    let errors: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    return {
      goto: async (url) => {
        await page.goto(url);
      },
      evaluate: (run, ...args) =>
        page.evaluate(run as never, ...(args as unknown[] as never[])) as never,
      tap: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      press: (key) => page.keyboard.press(key),
      async upload(selector, files) {
        const input = await page.$(selector);
        await (input as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile(...files);
      },
      screenshot: async () => Buffer.from(await page.screenshot()),
      takeErrors() {
        const taken = errors;
        errors = [];
        return taken;
      },
      close: () => browser.close(),
    };
  },
};

/**
 * From a press to the next frame, as Event Timing counts it, and from page to page within the shop, in a phone's browser on a processor four
 * times slower than this one. Of everything the worst counts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium, devices, type Page } from '@playwright/test';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import type { Specimen, SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { findBrowser } from '#tests/support/browser.ts';
import { adminHeaders } from './admin.ts';
import type { Figure, Results } from './results.ts';
import { readJson, type Server, startShop } from './servers.ts';

const SLOWER = 4;
const PRESSES = 20;
const VISITS = 10;
/** Until a press has had its frames. */
const SETTLE_MS = 400;
const PRESS_MS = 100;
const PAGE_MS = 300;

/** Opens what is pressed, and says how it is pressed for the n-th time; what has to be undone is undone before the next press. */
type Pressed = {
  open(page: Page): Promise<void>;
  press(page: Page, n: number): Promise<void>;
  undo?(page: Page): Promise<void>;
  isAdmin?: true;
};

export async function measurePresses(): Promise<Partial<Results>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'druse-press-'));
  const shop = await startShop(path.join(folder, 'data'));
  const { executablePath, args, env } = await findBrowser();
  const browser = await chromium.launch({
    executablePath,
    args,
    ...(env && { env: env as Record<string, string> }),
  });
  try {
    const figures: Figure[] = [];
    for (const [name, pressed] of Object.entries(presses(await findPieces(shop)))) {
      const durations = await timePresses(
        await openPhone(browser, pressed.isAdmin ? await logIn(shop) : shop),
        pressed,
      );
      figures.push(worstOf(`From pressing ${name} to the next frame`, durations, PRESS_MS));
    }
    const { there, back, jumps } = await timePages(await openPhone(browser, shop));
    figures.push(worstOf('From a card to its page with its picture', there, PAGE_MS));
    figures.push(worstOf('Back to the list with its pictures', back, PAGE_MS));
    figures.push({
      name: 'The list moved, on the way back',
      value: Math.max(...jumps),
      unit: 'px',
      aim: 0,
    });
    return { figures };
  } finally {
    await browser.close();
    await shop.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function worstOf(name: string, durations: number[], aim: number): Figure {
  const sorted = durations.toSorted((a, b) => a - b);
  console.log(`${name}: ${sorted.map(Math.round).join(' ')}`);
  return {
    name: `${name}, worst of ${sorted.length}`,
    value: sorted.at(-1) ?? Number.NaN,
    unit: 'ms',
    aim,
  };
}

type Visited = { origin: string; cookie?: { name: string; value: string } };

async function logIn({ origin }: Server): Promise<Visited> {
  const [name = '', value = ''] = (await adminHeaders(origin)).cookie?.split('=') ?? [];
  return { origin, cookie: { name, value } };
}

async function openPhone(browser: Browser, { origin, cookie }: Visited): Promise<BrowserContext> {
  const { viewport, hasTouch, isMobile, deviceScaleFactor, userAgent } = devices['Pixel 7'];
  const context = await browser.newContext({
    viewport,
    hasTouch,
    isMobile,
    deviceScaleFactor,
    userAgent,
    baseURL: origin,
  });
  if (cookie) await context.addCookies([{ ...cookie, url: origin }]);
  await context.addInitScript({ path: path.join(import.meta.dirname, 'in-page.js') });
  return context;
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

async function timePresses(
  context: BrowserContext,
  { open, press, undo }: Pressed,
): Promise<number[]> {
  const page = await slowPage(context);
  await open(page);
  await settle(page);
  const worst: number[] = [];
  for (let n = 0; n < PRESSES; n++) {
    await takeLongest(page);
    await press(page, n);
    await page.waitForTimeout(SETTLE_MS);
    worst.push(await takeLongest(page));
    await undo?.(page);
    if (undo) await settle(page);
  }
  await context.close();
  return worst;
}

/** Scripts have run, and nothing more is fetched. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(SETTLE_MS);
}

type Pieces = { forSale: Specimen; severalPictures: Specimen };

async function findPieces(shop: Server): Promise<Pieces> {
  const specimens = (await readJson(shop, { path: '/api/specimens' })) as Specimen[];
  const forSale = specimens.find(({ available, price }) => available > 0 && price);
  for (const severalPictures of specimens) {
    const { additional } = (await readJson(shop, {
      path: `/api/specimens/${severalPictures.id}`,
    })) as SpecimenDetail;
    if (forSale && additional.length > 0) return { forSale, severalPictures };
  }
  throw new Error('Nothing is for sale, or nothing has several pictures');
}

function presses({ forSale, severalPictures }: Pieces): Record<string, Pressed> {
  const goto = (address: string) => async (page: Page) => {
    await page.goto(address);
  };
  return {
    '“Add to Cart”': {
      open: goto(specimenPath(forSale)),
      press: (page) => page.getByRole('button', { name: 'Add to Cart' }).tap(),
      async undo(page) {
        await page.evaluate('localStorage.clear()');
        await page.reload();
      },
    },
    'the menu': { open: goto('/'), press: (page) => page.getByLabel('Menu').tap() },
    'a filter': {
      async open(page) {
        await page.goto('/');
        await page.getByText('Filters', { exact: true }).tap();
      },
      press: (page, n) =>
        page
          .locator('.swatch')
          .nth(n % 4)
          .tap(),
    },
    '“Quick view”': {
      open: goto('/'),
      press: (page, n) =>
        page
          .getByRole('link', { name: /^Quick view/ })
          .nth(n % 10)
          .tap(),
      async undo(page) {
        const view = page.getByRole('dialog').getByRole('button', { name: 'Close' });
        await view.waitFor();
        await page.keyboard.press('Escape');
        await view.waitFor({ state: 'detached' });
      },
    },
    'the next picture': {
      open: goto(specimenPath(severalPictures)),
      press: (page, n) =>
        page
          .getByRole('button', { name: /^Show view/ })
          .nth(n % 2 === 0 ? 1 : 0)
          .tap(),
    },
    'a letter of a search': {
      async open(page) {
        await page.goto('/');
        await page.getByRole('button', { name: 'Open search' }).tap();
        await page.getByRole('combobox', { name: 'Search specimens' }).focus();
      },
      press: (page, n) => page.keyboard.press('quartz from veracruz'.charAt(n)),
    },
    'a switch in Manage': {
      open: goto('/manage'),
      press: (page) => page.getByRole('switch').first().tap(),
      isAdmin: true,
    },
  };
}

/** Visits a number of the list's cards in turn. All times in milliseconds, from the press; `jumps` in pixels. */
async function timePages(
  context: BrowserContext,
): Promise<{ there: number[]; back: number[]; jumps: number[] }> {
  const page = await slowPage(context);
  await page.goto('/');
  await settle(page);
  const there: number[] = [];
  const back: number[] = [];
  const jumps: number[] = [];
  for (let n = 0; n < VISITS; n++) {
    const link = page.locator('#gallery article').nth(n).getByRole('link').first();
    await link.scrollIntoViewIfNeeded();
    await settle(page);
    const opened = timeUntil(page, {
      event: 'click',
      heading: 'h1',
      picture: 'main img',
      path: '/specimen/',
    });
    await link.tap();
    there.push(await opened);
    // Not before the tap, which scrolls a link out from under the header.
    const scrolled = await page.evaluate<number>('bench.scrolledAtPress');
    await settle(page);
    const returned = timeUntil(page, {
      event: 'popstate',
      heading: '#gallery h2',
      picture: '#gallery img',
      path: '/',
    });
    await page.evaluate('history.back()');
    back.push(await returned);
    await settle(page);
    jumps.push(Math.abs((await scrollOf(page)) - scrolled));
  }
  await context.close();
  return { there, back, jumps };
}

/** What is waited for after an event; see `bench/in-page.js`. */
type Expected = { event: string; heading: string; picture: string; path: string };

const timeUntil = (page: Page, expected: Expected) =>
  page.evaluate<number>(`bench.timeUntil(${JSON.stringify(expected)})`);
const takeLongest = (page: Page) => page.evaluate<number>('bench.takeLongest()');
const scrollOf = (page: Page) => page.evaluate<number>('scrollY');

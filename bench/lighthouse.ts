/**
 * What Lighthouse says of three pages on a phone (its mobile preset: a slow processor and slow 4G, simulated), as a first visit. Two of them
 * run in turn with the same page without scripts: what that takes is the machine's, the difference is ours.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { type LaunchedChrome, launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import type { Settings } from '#core/contract/admin/settings.ts';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import type { CartItem } from '#core/contract/selling/cart.ts';
import { findBrowser } from '#tests/support/browser.ts';
import type { Figure, Results } from './results.ts';
import { readJson, startShop } from './servers.ts';
import { serveUnscripted } from './unscripted.ts';

const RUNS = 5;
const HERO_BYTES = 45_000;
/** Seconds until the largest paint, and bytes of HTML before compression. */
const AIMS: Record<string, { paint: number; html: number }> = {
  home: { paint: 1.3, html: 70_000 },
  specimen: { paint: 1.2, html: 60_000 },
  checkout: { paint: 1.2, html: 60_000 },
};

type Requested = { url: string; resourceType: string; transferSize: number; resourceSize: number };

export async function measureLighthouse(): Promise<Partial<Results>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'druse-lighthouse-'));
  // Canonical addresses are ours only where the shop knows its own.
  const port = await freePort();
  const shop = await startShop(path.join(folder, 'data'), {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  });
  try {
    const specimens = (await readJson(shop, { path: '/api/specimens?limit=24' })) as Specimen[];
    const specimen = specimens.find(({ available }) => available > 0);
    if (!specimen) throw new Error('Nothing can be bought');
    const { hero } = (await readJson(shop, { path: '/api/settings' })) as Settings;
    const unscripted = await serveUnscripted(shop.origin);
    const pages = { home: '/', specimen: specimenPath(specimen), checkout: '/checkout' };
    const runs = Object.entries(pages).map(([name, address]) => ({
      name,
      address,
      ours: [] as Result[],
      bare: [] as Result[],
    }));
    for (let round = 0; round < RUNS; round++) {
      for (const { name, address, ours, bare } of runs) {
        ours.push(await visit(shop.origin, address, specimen));
        // Without scripts the checkout has nothing in it.
        if (name !== 'checkout') bare.push(await visit(unscripted.origin, address, specimen));
      }
    }
    await unscripted.close();
    const results: Results = { rows: [], figures: [], notes: [] };
    for (const { name, ours, bare } of runs) {
      results.figures.push(...figuresOf(name, ours, bare, hero.background?.id));
      const [first] = ours;
      if (first) results.notes.push(...missedIn(name, first));
    }
    return results;
  } finally {
    await shop.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function openBrowser(): Promise<LaunchedChrome> {
  const { executablePath, args, env } = await findBrowser();
  return launch({
    chromePath: executablePath,
    chromeFlags: [...args, '--headless=new'],
    ...(env && { envVars: env }),
    logLevel: 'error',
  });
}

/** The checkout is a page only with something in the cart. */
async function fillCart(
  port: number,
  origin: string,
  { id, title, imageUrl, price, shippingPrice }: Specimen,
): Promise<void> {
  const item: CartItem = {
    specimenId: id,
    title,
    imageUrl,
    price: price ?? '',
    shippingPrice,
    quantity: 1,
  };
  const connection = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await connection.contexts()[0]?.newPage();
  await page?.goto(`${origin}/robots.txt`);
  await page?.evaluate((cart) => localStorage.setItem('cart', cart), JSON.stringify([item]));
  await page?.close();
  // Lets go of the browser, which goes on.
  await connection.close();
}

/** With a browser that has nothing but the cart. */
async function visit(origin: string, address: string, specimen: Specimen): Promise<Result> {
  const browser = await openBrowser();
  try {
    await fillCart(browser.port, origin, specimen);
    const result = await lighthouse(origin + address, {
      port: browser.port,
      logLevel: 'error',
      disableStorageReset: true,
    });
    if (!result) throw new Error(`Lighthouse said nothing of ${address}`);
    if (result.lhr.runtimeError) throw new Error(result.lhr.runtimeError.message);
    return result.lhr;
  } finally {
    browser.kill();
  }
}

const numberOf = (result: Result, audit: string) =>
  result.audits[audit]?.numericValue ?? Number.NaN;
const pointsOf = (result: Result, category: string) =>
  Math.round((result.categories[category]?.score ?? 0) * 100);

/** Milliseconds at the phone's speed; 0 where no task took 50. */
const longestTask = (result: Result) =>
  Math.max(
    0,
    ...rowsOf<{ duration: number }>(result, 'long-tasks').map(({ duration }) => duration),
  );

/** In the middle of the runs, each figure for itself. */
function medianOf(runs: Result[], figure: (run: Result) => number): number {
  const values = runs.map(figure).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}

function figuresOf(
  page: string,
  ours: Result[],
  bare: Result[],
  heroId: string | undefined,
): Figure[] {
  const of = (what: string) => `Lighthouse, ${page}: ${what}`;
  const bytes = (from: Requested[]) =>
    from.reduce((sum, { transferSize }) => sum + transferSize, 0);
  const typed = (type: string) => (run: Result) =>
    requestsOf(run).filter(({ resourceType }) => resourceType === type);
  const isHero = ({ url }: Requested) => heroId !== undefined && url.includes(heroId);
  const isForeign = (run: Result) => (request: Requested) =>
    new URL(request.url).origin !== new URL(run.finalDisplayedUrl).origin &&
    /^http/.test(request.url);
  const median = (figure: (run: Result) => number) => medianOf(ours, figure);
  const floor = (figure: (run: Result) => number) => medianOf(bare, figure);
  const paint = (run: Result) => numberOf(run, 'largest-contentful-paint') / 1000;
  const blocking = (run: Result) => numberOf(run, 'total-blocking-time');
  const speed = (run: Result) => pointsOf(run, 'performance');
  const work = (run: Result) => numberOf(run, 'mainthread-work-breakdown');
  const hero = median((run) => bytes(typed('Image')(run).filter(isHero)));
  return [
    ...Object.entries(ours[0]?.categories ?? {}).map(([id, { title }]) => {
      const aim = id === 'performance' && bare.length > 0 ? floor(speed) - 1 : 100;
      return {
        name: of(title),
        value: median((run) => pointsOf(run, id)),
        unit: 'of 100',
        aim,
        isLeast: true,
      };
    }),
    ...(bare.length > 0
      ? [
          { name: of('Performance without scripts'), value: floor(speed), unit: 'of 100' },
          { name: of('largest paint without scripts'), value: floor(paint), unit: 's' },
          { name: of('blocking time without scripts'), value: floor(blocking), unit: 'ms' },
          {
            name: of('blocking time beyond that'),
            value: median(blocking) - floor(blocking),
            unit: 'ms',
            aim: 30,
          },
          { name: of('work of the main thread without scripts'), value: floor(work), unit: 'ms' },
          {
            name: of('work of the main thread, of that'),
            value: median(work) / floor(work),
            unit: '×',
            aim: 1.5,
          },
          { name: of('longest task without scripts'), value: floor(longestTask), unit: 'ms' },
        ]
      : []),
    {
      name: of('largest paint'),
      value: median(paint),
      unit: 's',
      ...(AIMS[page] && { aim: AIMS[page].paint }),
    },
    { name: of('blocking time'), value: median(blocking), unit: 'ms' },
    { name: of('longest task'), value: median(longestTask), unit: 'ms', aim: 100 },
    {
      name: of('layout shift'),
      value: Math.max(...ours.map((run) => numberOf(run, 'cumulative-layout-shift'))),
      unit: '',
      most: 0,
    },
    {
      name: `HTML of ${page} before compression`,
      value: median((run) => typed('Document')(run)[0]?.resourceSize ?? 0),
      unit: 'bytes',
      ...(AIMS[page] && { aim: AIMS[page].html }),
    },
    {
      name: `Scripts fetched by ${page}, with their heads`,
      value: median((run) => bytes(typed('Script')(run))),
      unit: 'bytes',
    },
    {
      name: `Scripts fetched twice by ${page}`,
      value: median(
        (run) =>
          typed('Script')(run).length - new Set(typed('Script')(run).map(({ url }) => url)).size,
      ),
      unit: '',
      aim: 0,
    },
    {
      name: `Fonts fetched by ${page}`,
      value: median((run) => bytes(typed('Font')(run))),
      unit: 'bytes',
    },
    {
      name: `Pictures fetched by ${page}`,
      value: median((run) => bytes(typed('Image')(run))),
      unit: 'bytes',
    },
    {
      name: `Everything fetched by ${page}`,
      value: median((run) => bytes(requestsOf(run))),
      unit: 'bytes',
      aim: 300_000,
    },
    {
      name: `Requests of ${page} to foreign hosts`,
      value: median((run) => requestsOf(run).filter(isForeign(run)).length),
      unit: '',
      most: 0,
    },
    ...(hero > 0
      ? [
          {
            name: `The hero picture of ${page} on a phone`,
            value: hero,
            unit: 'bytes',
            aim: HERO_BYTES,
          },
        ]
      : []),
  ];
}

/** What kept a category from its hundred points. */
function missedIn(page: string, { categories, audits }: Result): string[] {
  return Object.values(categories).flatMap(({ title, score, auditRefs }) => {
    if (score === 1) return [];
    const missed = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
    return missed.map(({ id }) =>
      [
        `${page}, ${title}: ${audits[id]?.title}`,
        audits[id]?.displayValue,
        firstPlaceOf(audits[id]),
      ]
        .join(' ')
        .trim(),
    );
  });
}

/** The first of the places in the page that an audit names. */
function firstPlaceOf(audit: Result['audits'][string] | undefined): string {
  const { details } = audit ?? {};
  const item =
    details && 'items' in details && Array.isArray(details.items) ? details.items[0] : undefined;
  const node = item && typeof item === 'object' && 'node' in item ? item.node : undefined;
  return node && typeof node === 'object' && 'selector' in node ? `(${String(node.selector)})` : '';
}

function rowsOf<Row>({ audits }: Result, audit: string): Row[] {
  const details = audits[audit]?.details;
  return details?.type === 'table' ? (details.items as unknown as Row[]) : [];
}

const requestsOf = (result: Result) => rowsOf<Requested>(result, 'network-requests');

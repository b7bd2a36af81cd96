/** What Lighthouse says of three pages on a phone (its mobile preset: a slow processor and slow 4G, simulated), as a first visit. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { type LaunchedChrome, launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import type { CartItem } from '#contract/cart.ts';
import type { Settings } from '#contract/settings.ts';
import { specimenPath } from '#contract/specimen-urls.ts';
import type { Specimen } from '#contract/specimens.ts';
import { findBrowser } from '#tests/support/browser.ts';
import type { Figure, Results } from './results.ts';
import { fetchAnswer, type Server, startShop } from './servers.ts';

const RUNS = 3;
const HERO_BYTES = 45_000;

type Requested = { url: string; resourceType: string; transferSize: number };

export async function measureLighthouse(): Promise<Partial<Results>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'druse-lighthouse-'));
  // Canonical addresses are ours only where the shop knows its own.
  const port = await freePort();
  const shop = await startShop(path.join(folder, 'data'), { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` });
  try {
    const specimens = (await readJson(shop, '/api/specimens?limit=24')) as Specimen[];
    const specimen = specimens.find(({ available }) => available > 0);
    if (!specimen) throw new Error('Nothing can be bought');
    const { hero } = (await readJson(shop, '/api/settings')) as Settings;
    const results: Results = { rows: [], figures: [], notes: [] };
    for (const [name, address] of Object.entries({ home: '/', specimen: specimenPath(specimen), checkout: '/checkout' })) {
      const { figures, notes } = figuresOf(name, await visit(shop.origin, address, specimen), hero.background?.id);
      results.figures.push(...figures);
      results.notes.push(...notes);
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
  return launch({ chromePath: executablePath, chromeFlags: [...args, '--headless=new'], ...(env && { envVars: env }), logLevel: 'error' });
}

/** The checkout is a page only with something in the cart. */
async function fillCart(port: number, origin: string, { id, title, imageUrl, price, shippingPrice }: Specimen): Promise<void> {
  const item: CartItem = { specimenId: id, title, imageUrl, price: price ?? '', shippingPrice, quantity: 1 };
  const connection = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const page = await connection.contexts()[0]?.newPage();
  await page?.goto(`${origin}/robots.txt`);
  await page?.evaluate((cart) => localStorage.setItem('cart', cart), JSON.stringify([item]));
  await page?.close();
  // Lets go of the browser, which goes on.
  await connection.close();
}

/** Each time with a browser that has nothing but the cart. @returns the run that is in the middle by its largest paint. */
async function visit(origin: string, address: string, specimen: Specimen): Promise<Result> {
  const runs: Result[] = [];
  for (let run = 0; run < RUNS; run++) {
    const browser = await openBrowser();
    try {
      await fillCart(browser.port, origin, specimen);
      const result = await lighthouse(origin + address, { port: browser.port, logLevel: 'error', disableStorageReset: true });
      if (!result) throw new Error(`Lighthouse said nothing of ${address}`);
      if (result.lhr.runtimeError) throw new Error(result.lhr.runtimeError.message);
      runs.push(result.lhr);
    } finally {
      browser.kill();
    }
  }
  runs.sort((a, b) => numberOf(a, 'largest-contentful-paint') - numberOf(b, 'largest-contentful-paint'));
  const middle = runs[Math.floor(RUNS / 2)];
  if (!middle) throw new Error('No run');
  return middle;
}

const numberOf = (result: Result, audit: string) => result.audits[audit]?.numericValue ?? Number.NaN;

function figuresOf(page: string, result: Result, heroId: string | undefined): { figures: Figure[]; notes: string[] } {
  const requests = requestsOf(result);
  const bytes = (of: Requested[]) => of.reduce((sum, { transferSize }) => sum + transferSize, 0);
  const scripts = requests.filter(({ resourceType }) => resourceType === 'Script');
  const pictures = requests.filter(({ resourceType }) => resourceType === 'Image');
  const foreign = requests.filter(({ url }) => new URL(url).origin !== new URL(result.finalDisplayedUrl).origin && /^http/.test(url));
  const heroes = heroId === undefined ? [] : pictures.filter(({ url }) => url.includes(heroId));
  const figures: Figure[] = [
    ...Object.values(result.categories).map(({ title, score }) => ({
      name: `Lighthouse, ${page}: ${title}`,
      value: Math.round((score ?? 0) * 100),
      unit: 'of 100',
      aim: 100,
      isLeast: true,
    })),
    { name: `Lighthouse, ${page}: largest paint`, value: numberOf(result, 'largest-contentful-paint') / 1000, unit: 's', aim: 1.5 },
    { name: `Lighthouse, ${page}: blocking time`, value: numberOf(result, 'total-blocking-time'), unit: 'ms', aim: 50 },
    { name: `Lighthouse, ${page}: layout shift`, value: numberOf(result, 'cumulative-layout-shift'), unit: '', most: 0 },
    { name: `Scripts fetched by ${page}, with their heads`, value: bytes(scripts), unit: 'bytes' },
    { name: `Scripts fetched twice by ${page}`, value: scripts.length - new Set(scripts.map(({ url }) => url)).size, unit: '', aim: 0 },
    { name: `Pictures fetched by ${page}`, value: bytes(pictures), unit: 'bytes' },
    { name: `Everything fetched by ${page}`, value: bytes(requests), unit: 'bytes' },
    { name: `Requests of ${page} to foreign hosts`, value: foreign.length, unit: '', most: 0 },
  ];
  if (heroes.length > 0)
    figures.push({ name: `The hero picture of ${page} on a phone`, value: bytes(heroes), unit: 'bytes', aim: HERO_BYTES });
  return { figures, notes: missedIn(page, result) };
}

/** What kept a category from its hundred points. */
function missedIn(page: string, { categories, audits }: Result): string[] {
  return Object.values(categories).flatMap(({ title, score, auditRefs }) => {
    if (score === 1) return [];
    const missed = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
    return missed.map(({ id }) =>
      [`${page}, ${title}: ${audits[id]?.title}`, audits[id]?.displayValue, firstPlaceOf(audits[id])].join(' ').trim(),
    );
  });
}

/** The first of the places in the page that an audit names. */
function firstPlaceOf(audit: Result['audits'][string] | undefined): string {
  const { details } = audit ?? {};
  const item = details && 'items' in details && Array.isArray(details.items) ? details.items[0] : undefined;
  const node = item && typeof item === 'object' && 'node' in item ? item.node : undefined;
  return node && typeof node === 'object' && 'selector' in node ? `(${String(node.selector)})` : '';
}

function requestsOf({ audits }: Result): Requested[] {
  const details = audits['network-requests']?.details;
  return details?.type === 'table' ? (details.items as unknown as Requested[]) : [];
}

async function readJson(shop: Server, address: string): Promise<unknown> {
  const { body } = await fetchAnswer(shop.origin, { path: address, headers: { 'accept-encoding': 'identity' } });
  return JSON.parse(Buffer.from(body, 'base64').toString('utf8'));
}

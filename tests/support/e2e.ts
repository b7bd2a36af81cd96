/** What every end-to-end test uses: a watched browser, specimens of its own, and the steps that many tests share. */

import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Response,
} from '@playwright/test';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { renditionUrl } from '#core/contract/media/media-urls.ts';
import { formatAmount } from '#core/contract/money.ts';
import type { CartItem } from '#core/contract/selling/cart.ts';
import { cartTotals } from '#core/contract/selling/cart-totals.ts';
import type { PlacedOrder } from '#core/contract/selling/orders.ts';
import { DEFAULT_SHIPPING } from '#core/contract/selling/shipping-charges.ts';
import { type PieceName, titleOf } from './e2e-pieces.ts';
import { OwnShops } from './e2e-shop-process.ts';

export { expect } from '@playwright/test';

/** Collects unexpected console messages and failed requests; a test names those it provokes. */
class Watcher {
  readonly #origin: string;
  readonly #seen: string[] = [];
  readonly #expected: RegExp[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  watch(context: BrowserContext): void {
    context.on('page', makePatient);
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()))
        this.#seen.push(`console: ${message.text()} ${message.location().url}`);
    });
    context.on('weberror', (error) => this.#seen.push(`uncaught: ${error.error().message}`));
    context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      // Cancelled by the browser itself, since the page was left.
      if (reason !== 'net::ERR_ABORTED') this.#seen.push(`failed: ${reason} ${request.url()}`);
    });
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (/^https?:$/.test(url.protocol) && url.origin !== this.#origin)
        this.#seen.push(`foreign: ${request.url()}`);
    });
  }

  /** What this test provokes on purpose; it must occur at least once. */
  expect(...patterns: RegExp[]): void {
    this.#expected.push(...patterns);
  }

  verify(): void {
    const isExpected = (line: string) => this.#expected.some((pattern) => pattern.test(line));
    expect(
      this.#seen.filter((line) => !isExpected(line)),
      'what the browser complained about',
    ).toEqual([]);
    const missing = this.#expected.filter(
      (pattern) => !this.#seen.some((line) => pattern.test(line)),
    );
    expect(missing.map(String), 'expected complaints that did not come').toEqual([]);
  }
}

/** The console line that Chromium prints for every response with this status. */
export const answered = (status: number, address = '') =>
  new RegExp(`^console: Failed to load resource.* ${status} .*${address}`);

/** Makes `goto` and `reload` wait for hydration, unless a test asks for less. */
function makePatient(page: Page): void {
  for (const name of ['goto', 'reload'] as const) {
    const plain = page[name].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    page[name] = async (...args: unknown[]) => {
      const response = await plain(...args);
      const { waitUntil } = (args.at(-1) ?? {}) as { waitUntil?: string };
      if (waitUntil !== 'commit') await hydrationOf(page);
      return response;
    };
  }
}

/** `waitForFunction` alone would put all of Playwright's own script into each document's world of ours, which costs as much as hydrating it. */
async function hydrationOf(page: Page): Promise<void> {
  const hydrated = () =>
    new Promise<void>((resolve) => {
      const look = () =>
        'replayPreHydrationEvents' in globalThis ? setTimeout(look, 10) : resolve();
      look();
    });
  // The document was left meanwhile.
  await page
    .evaluate(hydrated)
    .catch(() => page.waitForFunction(() => !('replayPreHydrationEvents' in globalThis)));
}

type OwnPiece = Specimen & { path: string };

type Fixtures = {
  complaints: Watcher;
  /** The specimen of this name that belongs to this test alone. */
  piece: (name: PieceName) => Promise<OwnPiece>;
  /** A second browser, watched like the first. */
  otherBrowser: () => Promise<BrowserContext>;
};

export const test = base.extend<Fixtures, { ownShops: OwnShops }>({
  ownShops: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here
    async ({}, use) => {
      const shops = new OwnShops();
      await use(shops);
      await shops.stop();
    },
    { scope: 'worker' },
  ],
  complaints: [
    async ({ context, baseURL }, use) => {
      const watcher = new Watcher(baseURL ?? '');
      watcher.watch(context);
      await use(watcher);
      watcher.verify();
    },
    { auto: true },
  ],
  piece: async ({ playwright, baseURL }, use, { project }) => {
    const client = await playwright.request.newContext({ baseURL });
    await use(async (name) => {
      const title = titleOf(name, project.name);
      const find = async () => {
        const found: Specimen[] = await (
          await client.get('/api/specimens', { params: { search: title } })
        ).json();
        return found.find((specimen) => specimen.title === title);
      };
      let own = await find();
      if (!own) {
        // Hidden from visitors. A login takes longer than all else here.
        await client.post('/api/auth/login', { data: ADMIN });
        own = await find();
      }
      if (!own) throw new Error(`The shop has no specimen "${title}"`);
      return { ...own, path: specimenPath(own) };
    });
    await client.dispose();
  },
  otherBrowser: async ({ browser, complaints, contextOptions }, use) => {
    const opened: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext(contextOptions);
      complaints.watch(context);
      opened.push(context);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

/** Ends of a title, each with its tag: for a test at both sizes whose run on a phone is no main journey of its own. */
export const atBothSizes = [
  ['', '@journey'],
  [', on a phone', '@phone-only'],
] as const;

/** For `test.use`: with the animations that most visitors see, which the other tests go without. */
export const inMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

export const ADMIN = { username: 'admin', password: 'amethyst' };

/** Gives the browser an admin session without the login dialog. */
export async function logIn(context: BrowserContext): Promise<void> {
  const response = await context.request.post('/api/auth/login', { data: ADMIN });
  expect(response.status()).toBe(200);
}

/** Opens parts of an order's page, which shows only what the order needs. */
export async function unfold(page: Page, ...names: string[]): Promise<void> {
  for (const name of names)
    await page.getByRole('region', { name, exact: true }).locator('summary').first().click();
}

/** The visible toast with its title and text; the page has a copy for screen readers too. */
export const toastOn = (page: Page) =>
  page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem');

export const lineOf = (
  { id, title, main, price, shippingPrice }: Specimen,
  change: Partial<CartItem> = {},
): CartItem => {
  const picture = isVideo(main) ? main.poster : main;
  const imageUrl = renditionUrl(picture.id, picture.widths[0] ?? 'full', 'jpg');
  return {
    specimenId: id,
    title,
    imageUrl,
    price: price ?? '0',
    shippingPrice,
    quantity: 1,
    ...change,
  };
};

/** Puts lines into the browser's cart, as if from an earlier visit. */
export async function fillCart(page: Page, lines: CartItem[] | string): Promise<void> {
  const empty = '/an-empty-page-of-the-same-origin';
  await page.route(empty, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto(empty);
  await page.evaluate(
    (text) => localStorage.setItem('cart', text),
    typeof lines === 'string' ? lines : JSON.stringify(lines),
  );
}

export const buyer = {
  name: 'Ada Buyer',
  email: 'ada@buyer.example',
  address: '1 Quarry Road, Butte, Montana',
};

/** Fills in the buyer; works for both forms. */
export async function fillIn(page: Page, { name, email, address } = buyer): Promise<void> {
  const form = page.getByRole('form');
  await form.getByLabel('Full Name').fill(name);
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Shipping Address').fill(address);
}

/** Places an order through the API with the browser's own cookies, for tests that are about what comes after it. */
export async function placeOrder(
  context: BrowserContext,
  specimens: Specimen[],
): Promise<PlacedOrder['order']> {
  const lines = specimens.map((specimen) => lineOf(specimen));
  const items = lines.map(({ imageUrl, ...item }) => item);
  const who = {
    customerName: buyer.name,
    customerEmail: buyer.email,
    customerAddress: buyer.address,
  };
  const data = {
    items,
    ...who,
    totalAmount: formatAmount(cartTotals(DEFAULT_SHIPPING, lines).total),
    venmoUsername: '@ada',
    notes: 'Please pack it well.',
  };
  const response = await context.request.post('/api/orders', { data });
  expect(response.status()).toBe(201);
  return ((await response.json()) as PlacedOrder).order;
}

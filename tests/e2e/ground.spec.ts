import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page, Response } from '@playwright/test';
import { SCRIPT_BUDGET } from '#tests/support/bundle.ts';
import { expect, fillCart, inMotion, lineOf, test, toastOn } from '#tests/support/e2e.ts';

test.use(inMotion);

/** Of a page before compression, in bytes: the styles in it, and all else. */
const MAX_STYLES = 42_000;
const MAX_HTML = 75_000;

type Shift = { value: number; what: string };
type ShiftWindow = Window & { shifts?: Shift[] };

/** The scripts that the browser fetches from now on. */
function collectScripts(page: Page): Response[] {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  return scripts;
}

test('home, specimen and checkout fetch no more HTML and JavaScript than the budgets allow', async ({
  piece,
  otherBrowser,
}) => {
  const specimen = await piece('cheap');
  for (const path of ['/', specimen.path, '/checkout']) {
    // A browser with an empty cache.
    const page = await (await otherBrowser()).newPage();
    await fillCart(page, [lineOf(specimen)]);
    const scripts = collectScripts(page);
    const response = await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: 'Cart, 1 piece' })).toBeVisible();
    const styles =
      ((await response?.text()) ?? '').match(/<style[^>]*>.*?<\/style>/gs)?.join('') ?? '';
    expect(styles.length, path).toBeGreaterThan(1_000);
    expect(styles.length, path).toBeLessThanOrEqual(MAX_STYLES);
    expect(((await response?.body()) ?? '').length - styles.length, path).toBeLessThanOrEqual(
      MAX_HTML,
    );
    expect(scripts.map((response) => response.headers()['content-encoding'])).toEqual(
      scripts.map(() => 'br'),
    );
    const sizes = await Promise.all(
      scripts.map(async (response) => (await response.request().sizes()).responseBodySize),
    );
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    expect(bytes, path).toBeGreaterThan(10_000);
    expect(bytes, path).toBeLessThanOrEqual(SCRIPT_BUDGET);
  }
});

test('the styles in a page are all that it is drawn with', async ({ page, piece }) => {
  const { path } = await piece('cheap');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const looks = () =>
    page.evaluate(() =>
      [...document.body.querySelectorAll('*')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        const { color, backgroundColor, font, display } = getComputedStyle(element);
        return [
          element.tagName,
          element.className,
          x,
          y,
          width,
          height,
          color,
          backgroundColor,
          font,
          display,
        ].join(' ');
      }),
    );
  // A face that comes late to a first visit is used from the next page on.
  await page.goto('/', { waitUntil: 'networkidle' });
  // A list without further pages, which would be fetched meanwhile.
  for (const url of ['/?category=Meteorites', path]) {
    await page.goto(url, { waitUntil: 'networkidle' });
    const whole = await looks();
    expect(whole.length).toBeGreaterThan(100);
    await page.locator('link[rel=stylesheet]').evaluateAll((links: HTMLLinkElement[]) => {
      for (const link of links) link.disabled = true;
    });
    // All styles of the page, its faces among them.
    expect(
      await page.evaluate(() =>
        [...document.styleSheets].map(({ ownerNode }) => ownerNode?.nodeName),
      ),
    ).toEqual(['STYLE']);
    await expect.poll(looks).toEqual(whole);
  }
});

test('a list fetches the pictures of the next screen and a half, and no further ones', async ({
  page,
}) => {
  // So low that the demo's video is out of reach, too, whatever pieces of other tests come before it.
  await page.setViewportSize({ width: 1280, height: 480 });
  await page.goto('/', { waitUntil: 'networkidle' });
  const screensTo = (selector: string) =>
    page.locator(selector).evaluateAll((pictures: HTMLImageElement[]) =>
      pictures.map((picture) => ({
        screens: picture.getBoundingClientRect().top / innerHeight,
        isFetched: picture.currentSrc !== '',
      })),
    );
  const pictures = await screensTo('.picture-box img');
  expect(pictures.length).toBeGreaterThan(5);
  for (const { screens, isFetched } of pictures) {
    if (screens < 1) expect(isFetched, `${screens}`).toBe(true);
    if (screens > 2.6) expect(isFetched, `${screens}`).toBe(false);
  }
  expect(pictures.at(-1)?.screens).toBeGreaterThan(2.6);
  await page.locator('.picture-box img').last().scrollIntoViewIfNeeded();
  await expect.poll(async () => (await screensTo('.picture-box img')).at(-1)?.isFetched).toBe(true);
});

test('a visitor downloads neither the schema library nor code of the admin pages', async ({
  page,
  piece,
}) => {
  const specimen = await piece('cheap');
  const scripts = collectScripts(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Admin Login' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto('/manage');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goto(`/?specimen=${specimen.id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Buy Now with Venmo' }).click();
  await page.goto(specimen.path);
  await page.getByRole('button', { name: 'Buy Now with Venmo' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('button', { name: 'Cart, 1 piece' }).click();
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(page.getByRole('button', { name: 'Complete Order' })).toBeVisible();

  const marks = [
    'ZodError',
    'invalid_type',
    'Customer Orders',
    'Settings Updated',
    'Save Changes',
    'Delete Permanently',
  ];
  const paths = new Set(scripts.map((response) => response.url()));
  expect(paths.size).toBeGreaterThan(5);
  for (const path of paths) {
    expect(path).not.toContain('orders-page');
    const source = await (await page.request.get(path)).text();
    for (const mark of marks) expect(source, path).not.toContain(mark);
  }
});

test('nothing on the pages shifts once it is rendered', { tag: '@phone' }, async ({
  page,
  piece,
  complaints,
}) => {
  const specimen = await piece('cheap');
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    (window as ShiftWindow).shifts = shifts;
    type Entry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        const names = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 80) : node?.nodeName,
        );
        if (!hadRecentInput) shifts.push({ value, what: names.join(' | ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // Without our fonts: by how much they are wider or narrower than what a machine has in their place, it alone knows.
  complaints.expect(
    /^failed: net::ERR_FAILED .*woff2/,
    /^console: Failed to load resource: net::ERR_FAILED .*woff2/,
  );
  await page.route('**/*.woff2', (route) => route.abort());
  await fillCart(page, [lineOf(specimen)]);
  for (const path of ['/', specimen.path, '/checkout']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: 'Cart, 1 piece' })).toBeVisible();
    await page.evaluate(() => document.fonts.ready.then(() => new Promise(requestAnimationFrame)));
    expect(await page.evaluate(() => (window as ShiftWindow).shifts), path).toEqual([]);
  }
});

/** Holds back the scripts of a page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test('a button pressed before hydration does its work, once', { tag: '@journey' }, async ({
  page,
  piece,
}) => {
  const release = await holdScripts(page);
  const specimen = await piece('cheap');
  await page.goto(specimen.path, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  release();
  await expect(page.getByRole('button', { name: 'Cart, 1 piece' })).toBeVisible();
  await expect(toastOn(page)).toHaveCount(1);
  await expect(toastOn(page)).toContainText('Added to cart');

  await page.getByRole('button', { name: 'Cart, 1 piece' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a photo pressed before hydration is enlarged, and the page is not left for its file', async ({
  page,
  piece,
}) => {
  const release = await holdScripts(page);
  const specimen = await piece('cheap');
  await page.goto(specimen.path, { waitUntil: 'commit' });
  await page
    .getByRole('link', { name: /^Enlarge/ })
    .first()
    .click();
  release();
  await expect(page.getByRole('dialog', { name: /enlarged$/ })).toBeVisible();
  await expect(page).toHaveURL(specimen.path);
});

test('a scroll position from before hydration is kept', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('article').nth(5).scrollIntoViewIfNeeded();
  // What comes into view is laid out in the next frames, and the browser keeps it in place by a pixel or two.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  });
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(500);
  release();
  await page.waitForRequest('**/api/auth/me');
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

test('a choice made before hydration is applied', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  const form = page.getByRole('form', { name: 'Filter the gallery' });
  await form.getByText('Filters', { exact: true }).click();
  await form.getByLabel('Category').selectOption('Gemstones');
  release();
  await expect(page).toHaveURL(/category=Gemstones/);
});

test('a search made as soon as it can be made finds the page hydrated', async ({
  page,
  context,
}) => {
  // Time enough for the search to come before what is still to be hydrated.
  const tools = await context.newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  await page.goto('/');
  const box = page.getByRole('banner').getByRole('combobox', { name: 'Search specimens' });
  await box.fill('quartz');
  await box.press('Enter');
  // What is left to wait for need not be slow.
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(page.getByRole('heading', { name: 'Search Results: "quartz"' })).toBeVisible();
});

test('scripts wait for the end of a document that arrives slowly', async ({ browser, baseURL }) => {
  const rest = Promise.withResolvers<void>();
  const asked: string[] = [];
  // A proxy that sends the home page in two parts.
  const passOn = async (url: string, response: ServerResponse) => {
    asked.push(url);
    const original = await fetch(`${baseURL}${url}`);
    const body = Buffer.from(await original.arrayBuffer());
    response.writeHead(original.status, {
      'content-type': original.headers.get('content-type') ?? '',
    });
    if (url !== '/') return response.end(body);
    const middle = body.indexOf('</main>');
    response.write(body.subarray(0, middle));
    await rest.promise;
    return response.end(body.subarray(middle));
  };
  const slow = createServer(({ url = '' }, response) => void passOn(url, response)).listen(
    0,
    '127.0.0.1',
  );
  await once(slow, 'listening');
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`, {
    waitUntil: 'commit',
  });
  await expect(page.getByRole('article')).toHaveCount(12);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 300))),
  );
  expect(asked.filter((url) => url.endsWith('.js'))).toEqual([]);
  rest.resolve();
  await page.getByRole('button', { name: 'Cart, 0 pieces' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await context.close();
  slow.close();
});

test('the page can be zoomed, and its type adapts to very wide and narrow windows', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /maximum-scale=5/);
  const rootSize = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  for (const [width, size] of [
    [1920, '18px'],
    [1919, '16px'],
    [481, '16px'],
    [480, '15px'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    expect(await rootSize(), `${width} px`).toBe(size);
  }
});

test('with reduced motion nothing moves', async ({ page, request }) => {
  const [video] = await (
    await request.get('/api/specimens', { params: { search: 'pyrite navajun' } })
  ).json();
  expect(video.mediaType).toBe('video');
  await page.goto(`/specimen/${video.id}`);
  await expect(page.locator('video')).toHaveCount(1);
  await expect(page.locator('video')).toHaveJSProperty('muted', true);
  await expect(page.locator('video')).toHaveJSProperty('loop', true);
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused))
    .toBe(false);
  await page.getByRole('button', { name: 'Pause video' }).click();
  await expect
    .poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused))
    .toBe(true);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.goto(`/specimen/${video.id}`, { waitUntil: 'networkidle' });
  await expect(page.locator('video')).toHaveCount(0);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

test('nothing on the front page moves by itself for more than five seconds', async ({ page }) => {
  await page.goto('/');
  const ends = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .map(({ effect }) => Number(effect?.getComputedTiming().endTime)),
  );
  expect(Math.max(...ends)).toBeLessThanOrEqual(5_000);
});

test('cards of the first page are never invisible, and enter one after another', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'commit' });
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(12);
  expect(
    await cards.evaluateAll((all) => all.every((card) => getComputedStyle(card).opacity === '1')),
  ).toBe(true);
  // The document arrives before its style sheet, so the delays may not be set yet.
  const delays = () =>
    cards.evaluateAll((all) =>
      all.slice(0, 3).map((card) => getComputedStyle(card).animationDelay),
    );
  await expect.poll(delays).toEqual(['0s', '0.1s', '0.2s']);
  expect(
    await cards.evaluateAll((all) => all.every((card) => getComputedStyle(card).opacity === '1')),
  ).toBe(true);
});

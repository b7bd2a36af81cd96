/** A press on the middle of what one sees does what it promises: on every page, at every size, in light and dark. */
import type { BrowserContext, Page } from '@playwright/test';
import { pages } from '#core/contract/storefront/pages.ts';
import { answered, expect, fillCart, lineOf, logIn, test } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import {
  coreVisits,
  demoPieces,
  type Opening,
  otherVisits,
  prepareShop,
  type Visit,
} from './press-visits.ts';
import { rememberListeners, walkPressables } from './pressables.ts';

// A mail server is set, so there are waiting lists and alerts. Nothing listens on its port. Passkeys need a host name, not an IP address.
const testOfAll = testWithOwnShop({ TEST_SMTP_URL: 'smtp://127.0.0.1:9' }).extend({
  baseURL: async ({ shop }, use) => use(shop.replace('127.0.0.1', 'localhost')),
});

const sizes = {
  ' at a desk and on a tablet': { tag: [], widths: [1440, 820] },
  ' on a phone': { tag: ['@phone-only'], widths: [390] },
};
const heights: Record<number, number> = { 1440: 900, 820: 1180, 390: 844 };

type Contexts = Record<'visitor' | 'buyer' | 'owner', BrowserContext>;

async function resize(page: Page, width: number): Promise<void> {
  if (page.viewportSize()?.width !== width)
    await page.setViewportSize({ width, height: heights[width] ?? 900 });
}

/** Runs in the page. @returns what it does not show yet of these words, and what says itself that it is still coming. */
function missingOn(shows: string[]): string[] {
  const isVisible = (element: Element) => element.checkVisibility({ visibilityProperty: true });
  // Behind an open dialog, the page may wait for what is done in it.
  const dialog = [...document.querySelectorAll('dialog[open], [role=dialog]')].findLast(isVisible);
  const areas = dialog ? [dialog] : [...document.querySelectorAll('main')];
  const all = areas.flatMap((area) => [...area.querySelectorAll('*')]);
  const wordsOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const hasText = (element: Element, words: string): boolean => {
    const inner = [...element.children].filter((child) => wordsOf(child).includes(words));
    return inner.length > 0
      ? inner.some((child) => hasText(child, words))
      : wordsOf(element).includes(words) && isVisible(element);
  };
  const isFilledIn = (words: string) =>
    all.some(
      (element) =>
        (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) &&
        element.value.includes(words) &&
        isVisible(element),
    );
  const coming = all.filter(
    (element) =>
      element.matches('.waiting, [aria-busy=true]') ||
      (element.matches('[role=status]') && wordsOf(element).startsWith('Loading')),
  );
  return [
    ...shows.filter((words) => !areas.some((area) => hasText(area, words)) && !isFilledIn(words)),
    ...coming.map((element) => `still coming: ${wordsOf(element).slice(0, 50)}`),
  ];
}

/** Waits for what the page is to show. By `evaluate`, since Playwright's own script, which a locator needs, costs as much as hydrating a page. */
const untilShown = (page: Page, where: string, shows: string[] = []) =>
  expect
    .poll(() => page.evaluate(missingOn, shows), {
      message: `what ${where} does not show`,
      intervals: [50],
    })
    .toEqual([]);

/** Looks at what is on the screen at each width, in light and dark, and with everything unfolded. */
class Walk {
  /** What failed, and where. */
  readonly #failures = new Map<string, string[]>();
  readonly counts: string[] = [];
  readonly #widths: number[];

  constructor(widths: number[]) {
    this.#widths = widths;
  }

  async look(page: Page, name: string, within?: string, widths = this.#widths): Promise<void> {
    for (const width of widths) {
      await resize(page, width);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const { count, failures } = await page.evaluate(walkPressables, within);
        const where = `${name}, ${width} px, ${colorScheme}`;
        this.counts.push(`${where}: ${count}, failed ${failures.length}`);
        // A walk that sees nothing proves nothing.
        if (count === 0) failures.push('nothing to press');
        for (const failure of failures) this.#fail(failure, where);
      }
    }
  }

  /** If something can't be opened, that is a failure like any other, and the walk goes on. */
  async #open(page: Page, where: string, width: number, opening: Opening): Promise<void> {
    const name = `${where}, ${opening.name}`;
    try {
      await resize(page, width);
      await opening.open(page);
      await untilShown(page, name, opening.shows);
      await this.look(page, name, opening.within, [width]);
    } catch (error) {
      this.#fail(String(error), name);
    }
    await page.keyboard.press('Escape');
  }

  /** On a tab of its own: what was closed before may still go back in the history of its own. */
  async #goTo(context: BrowserContext, where: string, { path, shows }: Visit): Promise<Page> {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(path);
    await untilShown(page, where, shows);
    return page;
  }

  #fail(failure: string, where: string): void {
    this.#failures.set(failure, [...(this.#failures.get(failure) ?? []), where]);
  }

  /** One line per failure, however often it occurred. */
  get failures(): string[] {
    return [...this.#failures].map(
      ([failure, where]) => `${failure} (${where[0]}; ${where.length} times)`,
    );
  }

  async visit(contexts: Contexts, name: string, visits: Visit[]): Promise<void> {
    for (const visit of visits) {
      const { path, as = 'visitor', shows, openings = [] } = visit;
      const where = `${name} ${path}${as === 'visitor' ? '' : ` (${as})`}`;
      try {
        let page = await this.#goTo(contexts[as], where, visit);
        await this.look(page, where);
        const folded = await page.evaluate(() => {
          const all = document.querySelectorAll<HTMLDetailsElement>('main details:not([open])');
          for (const details of all) details.open = true;
          return all.length;
        });
        if (folded > 0) {
          await this.look(page, `${where}, unfolded`);
          if (openings.length > 0) {
            await page.reload();
            await untilShown(page, where, shows);
          }
        }
        for (const opening of openings)
          for (const [index, width] of this.#widths.entries()) {
            // Back to how it was before the first width, where opening may have changed the address.
            if (index > 0) {
              await page.close();
              page = await this.#goTo(contexts[as], where, visit);
            }
            await this.#open(page, where, width, opening);
          }
        await page.close();
      } catch (error) {
        this.#fail(String(error), where);
      }
    }
  }
}

async function contextsOf(open: () => Promise<BrowserContext>): Promise<Contexts> {
  const contexts = { visitor: await open(), buyer: await open(), owner: await open() };
  for (const context of Object.values(contexts)) await context.addInitScript(rememberListeners);
  await logIn(contexts.owner);
  return contexts;
}

for (const [size, { tag, widths }] of Object.entries(sizes)) {
  test(
    `what looks pressable on a visitor's way to an order responds to a press${size}`,
    {
      tag: [...tag, '@journey'],
    },
    async ({ otherBrowser, request }, { annotations }) => {
      test.slow();
      const contexts = await contextsOf(otherBrowser);
      const pieces = await demoPieces(request);
      const page = await contexts.buyer.newPage();
      await fillCart(page, [lineOf(pieces.available, { price: '1.00' }), lineOf(pieces.second)]);
      await page.close();
      const walk = new Walk(widths);
      for (const [name, visits] of Object.entries(coreVisits(pieces)))
        await walk.visit(contexts, name, visits);
      annotations.push({ type: 'looked at', description: walk.counts.join('\n') });
      expect(walk.failures).toEqual([]);
    },
  );

  testOfAll(
    `what looks pressable on any page responds to a press${size}`,
    { tag },
    async ({ otherBrowser, complaints }, { annotations }) => {
      test.slow();
      complaints.expect(answered(404));
      const contexts = await contextsOf(otherBrowser);
      const shop = await prepareShop(contexts.owner, contexts.buyer);
      const core = coreVisits(shop);
      const others = otherVisits(shop);
      for (const name of Object.keys(pages))
        expect(name in core || name in others, `a visit of the page "${name}"`).toBe(true);
      const walk = new Walk(widths);
      for (const [name, visits] of Object.entries(others))
        if (name in pages || name === 'missing') await walk.visit(contexts, name, visits);
      annotations.push({ type: 'looked at', description: walk.counts.join('\n') });
      expect(walk.failures).toEqual([]);
    },
  );
}

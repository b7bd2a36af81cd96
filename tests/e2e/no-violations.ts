import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from '#tests/support/e2e.ts';

type Look = {
  /** In CSS pixels; without them the page is checked as wide as it is. */
  widths?: number[];
  /** The part of the page that is checked: where another look has seen all that is around it. */
  within?: string;
  /** For the message of a failure. */
  name?: string;
};

/** @returns how many are left. @throws Error for one without an end. Runs in the page. */
function finishAnimations(): number {
  for (const animation of document.getAnimations()) animation.finish();
  return document.getAnimations().length;
}

/** What axe finds. It is put into each document once: reading it takes as long as most of its work. Our pages have no frames, which it would have to be put into as well. */
async function violationsOn(page: Page, within?: string, rules?: string[]): Promise<axe.Result[]> {
  expect(page.frames()).toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axe.source);
    await page.evaluate(() => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
      // WCAG 2.2 asks for it, axe only where it is told to. A box is pressed by its label too, which axe does not count.
      axe.configure({
        rules: [{ id: 'target-size', enabled: true, selector: ':not(label input)' }],
      });
    });
  }
  const look = async ({ values, selector }: { values?: string[]; selector?: string }) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    // Of what passes it need not name every element.
    const options: axe.RunOptions = {
      resultTypes: ['violations'],
      ...(values && { runOnly: { type: 'rule', values } }),
    };
    // From the top: what is scrolled beneath the header, which stays in view, is no smaller for it.
    const top = window.scrollY;
    window.scrollTo({ top: 0, behavior: 'instant' });
    const { violations } = await axe.run(selector ?? document, options);
    window.scrollTo({ top, behavior: 'instant' });
    return violations;
  };
  return page.evaluate(look, { values: rules, selector: within });
}

/** Expects what is on the screen to keep the rules of axe, in light and dark, and not to scroll sideways. */
export async function expectNoViolations(
  page: Page,
  { widths, within, name = page.url() }: Look = {},
): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths ?? [null]) {
    if (width !== null) await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Contrast is measured once the colours have stopped changing. They are taken to their end: a window that the browser does not paint never gets there by itself.
      await expect.poll(() => page.evaluate(finishAnimations)).toBe(0);
      // Another scheme changes colours and nothing else.
      const violations = await violationsOn(
        page,
        within,
        colorScheme === 'light' ? undefined : ['color-contrast'],
      );
      const found = violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`,
      );
      expect(found, `${name}, ${width ?? before?.width} px, ${colorScheme}`).toEqual([]);
    }
    // Below 0 where a dialog hides the scrollbar and keeps its place.
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(
      overflow,
      `${name}, ${width ?? before?.width} px: what scrolls sideways`,
    ).toBeLessThanOrEqual(0);
  }
  if (before) await page.setViewportSize(before);
}

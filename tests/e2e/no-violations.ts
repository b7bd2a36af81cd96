import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from '#tests/support/e2e.ts';

type Look = {
  /** In CSS pixels; without them the page is checked as wide as it is. */
  widths?: number[];
  /** For the message of a failure. */
  name?: string;
};

/** @returns how many are left. @throws Error for one without an end. Runs in the page. */
function finishAnimations(): number {
  for (const animation of document.getAnimations()) animation.finish();
  return document.getAnimations().length;
}

/** Expects what is on the screen to keep the rules of axe, in light and dark, and not to scroll sideways. */
export async function expectNoViolations(page: Page, { widths, name = page.url() }: Look = {}): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths ?? [null]) {
    if (width !== null) await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      // Contrast is measured once the colours have stopped changing. They are taken to their end: a window that the browser does not paint never gets there by itself.
      await expect.poll(() => page.evaluate(finishAnimations)).toBe(0);
      // In legacy mode axe opens no second page for its result, which only foreign frames need; and of what passes it need not name every element.
      const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
      // Another scheme changes colours and nothing else.
      const { violations } = await (colorScheme === 'light' ? axe : axe.withRules(['color-contrast'])).analyze();
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`);
      expect(found, `${name}, ${width ?? before?.width} px, ${colorScheme}`).toEqual([]);
    }
    // Below 0 where a dialog hides the scrollbar and keeps its place.
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(overflow, `${name}, ${width ?? before?.width} px: what scrolls sideways`).toBeLessThanOrEqual(0);
  }
  if (before) await page.setViewportSize(before);
}

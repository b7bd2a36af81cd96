import type { Locator } from '@playwright/test';
import { expect } from '#tests/support/e2e.ts';

/**
 * Presses the middle of what one sees, by mouse or by finger, as people do. Playwright's `click` would look for a way to reach the element itself.
 * @param seen the photo of a card, the image of a thumbnail.
 */
export async function pressMiddle(seen: Locator): Promise<void> {
  // Waits until it is there and enabled.
  await expect(seen).toBeEnabled();
  // Who presses what has just moved away sees it, scrolls to where it is now, and presses again.
  await expect.poll(() => pressOnce(seen), { message: 'the press met it where it was' }).toBe(true);
}

/** @returns whether it was still where the press was aimed at. Whether it is covered there is for the test to find out. */
async function pressOnce(seen: Locator): Promise<boolean> {
  await seen.evaluate((element) =>
    element.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
  const [x, y] = await middleOf(seen);
  const page = seen.page();
  const pressed = await seen.evaluateHandle(
    (element, aim) => ({
      isMet: new Promise<boolean>((resolve) => {
        const isStill = ({ target }: Event) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const isThere = left < aim.x && aim.x < right && top < aim.y && aim.y < bottom;
          // During a view transition, presses go to the document itself.
          resolve(isThere && target !== document.documentElement);
        };
        addEventListener('pointerdown', isStill, { capture: true, once: true });
        setTimeout(() => {
          removeEventListener('pointerdown', isStill, { capture: true });
          resolve(false);
        }, 2_000);
      }),
    }),
    { x, y },
  );
  // Taps on a touch screen.
  if (await page.evaluate(() => matchMedia('(pointer: coarse)').matches))
    await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
  // What the press opens may be another document.
  return pressed.evaluate(({ isMet }) => isMet).catch(() => true);
}

/** @returns the middle of it, in CSS pixels, once it is still and can be seen. */
async function middleOf(seen: Locator): Promise<[x: number, y: number]> {
  const look = () =>
    seen.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const middle: [number, number] = [box.x + box.width / 2, box.y + box.height / 2];
      const toast = document.elementFromPoint(...middle)?.closest('[aria-label^=Notifications]');
      return {
        middle,
        // During a view transition, the browser covers the page with a snapshot of both.
        isTurning: document
          .getAnimations()
          .some(({ effect }) =>
            (effect as KeyframeEffect).pseudoElement?.startsWith('::view-transition'),
          ),
        // At the end of a page, nothing can be scrolled out from under it.
        isUnderToast: Boolean(toast && !toast.contains(element)),
      };
    });
  let now = await look();
  await expect
    .poll(async () => {
      const before = now;
      now = await look();
      return !now.isTurning && !now.isUnderToast && JSON.stringify(now) === JSON.stringify(before);
    })
    .toBe(true);
  return now.middle;
}

/** Videos where visitors look at pieces. */
import type { Page } from '@playwright/test';
import { expect, inMotion, test } from '#tests/support/e2e.ts';
import { demoPiece } from '#tests/support/e2e-specimens.ts';

test.use(inMotion);

/** What finds the piece of the demo collection with a video. */
const FILM = 'pyrite navajun';

const playing = (page: Page) =>
  page
    .locator('video')
    .evaluateAll((videos) => videos.filter((video) => !(video as HTMLVideoElement).paused).length);

test('of many videos on the screen two play, and a paused one stays paused', async ({
  page,
  request,
}) => {
  await page.setViewportSize({ width: 1440, height: 1400 });
  const video = await demoPiece(request, FILM);
  const videos = [1, 2, 3, 4, 5, 6].map((index) => ({
    ...video,
    id: 90_000 + index,
    title: `Video ${index}`,
  }));
  await page.goto('/checkout');
  await page.route('**/api/specimens?*', (route) =>
    route.fulfill({ json: videos, headers: { 'x-total-count': '6' } }),
  );
  // Not by "Gallery": while the page glides there, Playwright's own scrolling carries it past the videos.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('article')).toHaveCount(6);
  // A page that has just come may go to its top once more, and one scrolls again.
  await expect
    .poll(async () => {
      await page.getByRole('article').nth(3).scrollIntoViewIfNeeded();
      return playing(page);
    })
    .toBe(2);
  await expect(page.getByRole('button', { name: 'Pause video' })).toHaveCount(2);
  await page.getByRole('button', { name: 'Play video' }).first().click();
  await expect.poll(() => playing(page)).toBe(2);

  await page.unroute('**/api/specimens?*');
  const own = `/specimen/${video.id}`;
  await page.goto(own);
  await page.getByRole('button', { name: 'Pause video' }).click();
  await expect.poll(() => playing(page)).toBe(0);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible();
  expect(await playing(page)).toBe(0);
});

test('with reduced motion a video plays only when the visitor starts it', async ({
  page,
  request,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/specimen/${(await demoPiece(request, FILM)).id}`);
  const play = page.getByRole('button', { name: 'Play video' });
  await expect(play).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
  await play.click();
  await expect.poll(() => playing(page)).toBe(1);
});

test('of a video that the browser cannot play the poster is shown', async ({ page, request }) => {
  const video = await demoPiece(request, FILM);
  if (video.main.kind !== 'film') throw new Error('The demo collection has no film');
  const main = { ...video.main, type: 'video/mp4; codecs="hvc9.9.9.unknown"' };
  await page.route(`**/api/specimens/${video.id}`, async (route) => {
    const specimen = await (await route.fetch()).json();
    await route.fulfill({ json: { ...specimen, main } });
  });
  await page.goto(`/?specimen=${video.id}`);
  const view = page.getByRole('dialog');
  await expect(view.getByRole('img').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(view.getByRole('button', { name: /video$/ })).toHaveCount(0);
  await expect(view.locator('video')).toHaveCount(0);
});

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { answered, expect, logIn, test, toastOn } from '#tests/support/e2e.ts';
import { titled } from '#tests/support/e2e-specimens.ts';
import { box } from '#tests/support/uploads.ts';

/** Turns once around in six seconds. Another file each time: the shop keeps equal videos once. */
const turningVideo = () =>
  Buffer.concat([readFileSync('demo/video/pyrite-navajun.mp4'), box('free', randomBytes(16))]);

test('the owner makes a video turn by hand, and a visitor turns the piece by mouse and keys', async ({
  page,
  context,
  otherBrowser,
  complaints,
}) => {
  test.slow();
  await logIn(context);
  await page.goto('/upload');
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles({ name: 'turning.mp4', mimeType: 'video/mp4', buffer: turningVideo() });
  const chosen = page.getByRole('region', { name: '360° view of turning.mp4' });
  await chosen.getByRole('button', { name: 'Make a 360° view' }).click();
  await expect(chosen.getByText('One full turn, from 0.00 s to 6.00 s.')).toBeVisible({
    timeout: 60_000,
  });
  const trial = chosen.getByRole('slider', { name: 'Try the 360° view of turning.mp4' });
  await trial.press('End');
  await expect(trial).toHaveAttribute('aria-valuetext', 'Rotated 353°');
  await chosen.getByRole('button', { name: 'Use this 360° view' }).click();
  await expect(chosen).toContainText('The 360° view is uploaded with the video');
  await page.getByLabel('Title').fill(titled('Turning'));
  const response = page.waitForResponse((response) => response.url().endsWith('/api/specimens'));
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  const { id }: SpecimenDetail = await (await response).json();
  await expect(toastOn(page).filter({ hasText: 'Upload Successful' })).toBeVisible({
    timeout: 60_000,
  });

  const visitor = await (await otherBrowser()).newPage();
  const fetched: string[] = [];
  visitor.on('request', (request) => {
    if (request.url().includes('-turn-')) fetched.push(request.url());
  });
  await visitor.goto(`/specimen/${id}`);
  const offer = visitor.getByRole('button', { name: 'Drag to turn' });
  await expect(offer).toBeVisible();
  expect(fetched).toEqual([]);

  // Where the picture does not come, the video stays.
  complaints.expect(answered(503, '-turn-'));
  await visitor.route('**/*-turn-*', (route) => route.fulfill({ status: 503 }));
  await offer.click();
  await expect(
    visitor.getByText('Couldn’t load the 360° view, so here’s the video.'),
  ).toBeVisible();
  await visitor.unroute('**/*-turn-*');

  await offer.focus();
  await visitor.keyboard.press('Enter');
  const slider = visitor.getByRole('slider', { name: /^360° view of Turning/ });
  await expect(slider).toBeFocused();
  await expect(slider).toHaveAttribute('aria-valuetext', 'Rotated 0°');
  for (const [key, words] of [
    ['ArrowRight', 'Rotated 8°'],
    ['ArrowLeft', 'Rotated 0°'],
    ['ArrowLeft', 'Rotated 353°'],
    ['PageUp', 'Rotated 83°'],
    ['Home', 'Rotated 0°'],
  ] as const) {
    await slider.press(key);
    await expect(slider, key).toHaveAttribute('aria-valuetext', words);
  }

  const { x, y, width, height } = (await slider.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  await visitor.mouse.move(x + width / 4, y + height / 2);
  await visitor.mouse.down();
  await visitor.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
  await expect(slider).toHaveAttribute('aria-valuetext', 'Rotated 90°');
  // Up and down turn nothing.
  await visitor.mouse.move(x + width / 2, y + height / 4, { steps: 4 });
  await expect(slider).toHaveAttribute('aria-valuetext', 'Rotated 90°');
  await visitor.mouse.up();

  await visitor.getByRole('button', { name: 'Video' }).click();
  await expect(offer).toBeFocused();

  // A drag on the video begins the turn where the mouse is by then.
  await visitor.mouse.move(x + width / 4, y + height / 2);
  await visitor.mouse.down();
  await visitor.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
  await expect(slider).toBeVisible();
  await visitor.mouse.move(x + (width * 3) / 4, y + height / 2, { steps: 4 });
  await expect(slider).toHaveAttribute('aria-valuetext', 'Rotated 180°');
  await visitor.mouse.up();

  await page.goto(`/edit/${id}`);
  const maker = page.getByRole('region', { name: '360° view of the video' });
  await expect(maker).toContainText('Visitors can turn the piece');
  await maker.getByRole('button', { name: 'Remove 360° view' }).click();
  await expect(maker.getByRole('button', { name: 'Make a 360° view' })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole('button', { name: /^(Pause|Play) video$/ })).toBeVisible();
  await expect(offer).toHaveCount(0);
});

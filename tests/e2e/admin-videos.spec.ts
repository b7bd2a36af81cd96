import path from 'node:path';
import sharp from 'sharp';
import { expect, logIn, toastOn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { pictureFile, readSpecimen } from '#tests/support/e2e-specimens.ts';
import { makeVideo } from '#tests/support/videos.ts';

// Without ffmpeg: a server that converts videos shows none of these notices.
const test = testWithOwnShop({ PATH: path.dirname(process.execPath) });

const fileOf = (name: string, buffer: Buffer) => ({ name, mimeType: 'video/quicktime', buffer });

test.beforeEach(({ context }) => logIn(context));

test('a video that not every browser plays is announced before saving', async ({
  page,
  context,
}) => {
  test.slow();
  await page.goto('/upload');
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles(fileOf('turning.mov', makeVideo({ codec: 'hevc', width: 64, height: 64 })));
  const notice = page.getByRole('region', { name: 'turning.mov' });
  await expect(notice).toContainText('Some visitors will see only the still photo of turning.mov.');
  await expect(notice).toContainText('Settings › Camera › Formats › Most Compatible');
  await page.getByLabel('Title').fill('Turning in HEVC');

  const poster = notice.getByRole('button', { name: 'Choose a still photo of turning.mov' });
  // Awaited before the focus: the key and Playwright's interception of the chooser reach the browser in either order.
  const chooser = page.waitForEvent('filechooser');
  await poster.focus();
  await expect(poster).toBeFocused();
  await page.keyboard.press('Space');
  await (await chooser).setFiles(await pictureFile('still.jpg'));
  await expect(notice).toContainText('still.jpg is shown until the video plays.');

  const response = page.waitForResponse((response) => response.url().endsWith('/api/specimens'));
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  const created = await (await response).json();
  const { main } = await readSpecimen(context, created.id);
  expect(main).toMatchObject({
    kind: 'film',
    type: 'video/mp4; codecs="hvc1.1.6.L30.90"',
    poster: { kind: 'picture' },
  });
});

test('a video without a poster, where the browser cannot take one, is accepted and gets a plain poster', async ({
  page,
  context,
  request,
}) => {
  await page.goto('/upload');
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles(fileOf('turning.mov', makeVideo({ codec: 'hevc', width: 640, height: 480 })));
  await expect(page.getByRole('region', { name: 'turning.mov' })).toContainText(
    'or a plain one is used for now',
  );
  await page.getByLabel('Title').fill('Plain for now');
  const response = page.waitForResponse((response) => response.url().endsWith('/api/specimens'));
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  const { id } = await (await response).json();
  const { main } = await readSpecimen(context, id);
  if (main.kind !== 'film') throw new Error('This is no film');
  expect(main).toMatchObject({ hasPlainPoster: true, poster: { width: 640, height: 480 } });
  const { channels } = await sharp(
    await (await request.get(`/media/${main.poster.id}-full.jpg`)).body(),
  ).stats();
  for (const { max } of channels) expect(max).toBeLessThan(20);

  // This browser cannot make a poster later either: nothing changes, and no error is shown.
  await page.goto(`/edit/${id}`);
  await expect(page.getByRole('heading', { name: 'Current Image' })).toBeVisible();
  expect((await readSpecimen(context, id)).main).toEqual(main);
});

test('the edit page makes the poster that a video came without, and keeps what is being typed', async ({
  page,
  context,
  request,
}) => {
  test.slow();
  const pictures = Array<'plum'>(20).fill('plum');
  const form = new FormData();
  form.append('data', JSON.stringify({ title: 'Sent by a program', category: 'Minerals' }));
  form.append(
    'image',
    new File([new Uint8Array(makeVideo({ pictures }))], 'turning.mov', { type: 'video/quicktime' }),
  );
  const sent = await context.request.post('/api/specimens', { multipart: form });
  expect(sent.status()).toBe(201);
  const { id } = await sent.json();
  expect((await readSpecimen(context, id)).main).toMatchObject({ hasPlainPoster: true });

  await page.goto(`/edit/${id}`);
  await page.getByLabel('Title').fill('Half typed');
  await expect(toastOn(page)).toContainText('Still Photo Added');
  await expect(page.getByLabel('Title')).toHaveValue('Half typed');
  const { main, title } = await readSpecimen(context, id);
  expect(title).toBe('Sent by a program');
  if (main.kind !== 'film') throw new Error('This is no film');
  expect(main.hasPlainPoster).toBeUndefined();
  const { channels } = await sharp(
    await (await request.get(`/media/${main.poster.id}-full.jpg`)).body(),
  ).stats();
  expect(channels[0]?.mean).toBeGreaterThan(60);
});

test('a video that nobody could play is refused before anything is sent', async ({ page }) => {
  await page.goto('/upload');
  await page
    .getByLabel('Additional Images', { exact: true })
    .setInputFiles(fileOf('old.mov', makeVideo({ codec: 'odd' })));
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles(await pictureFile('front.jpg'));
  const reason = 'No browser can play old.mov, and this server can’t convert it.';
  await expect(page.getByRole('region', { name: 'old.mov' })).toContainText(reason);
  await page.getByLabel('Title').fill('Old film');
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  await expect(toastOn(page)).toContainText(reason);
});

test('a video whose frames are shown in another order than they are stored plays to its end', async ({
  page,
  context,
}) => {
  const pictures = Array<'plum'>(8).fill('plum');
  const form = new FormData();
  form.append('data', JSON.stringify({ title: 'Back in time', category: 'Minerals' }));
  const bytes = makeVideo({ pictures, order: [0, 4, 2, 1, 3, 7, 6, 5] });
  form.append('image', new File([new Uint8Array(bytes)], 'back.mov', { type: 'video/quicktime' }));
  const sent = await context.request.post('/api/specimens', { multipart: form });
  expect(sent.status(), await sent.text()).toBe(201);
  const { url } = (await sent.json()).main;
  await page.goto('/checkout');
  const played = await page.evaluate(async (src: string) => {
    const video = document.createElement('video');
    video.muted = true;
    video.src = src;
    const ended = new Promise<string>((resolve) => {
      video.onended = () => resolve('ended');
      video.onerror = () => resolve(`failed: ${video.error?.message}`);
      setTimeout(
        () =>
          resolve(
            `stopped at ${video.currentTime} of ${video.duration}, ready ${video.readyState}`,
          ),
        20_000,
      );
    });
    await video.play();
    const how = await ended;
    return {
      how,
      at: video.currentTime,
      duration: video.duration,
      frames: video.getVideoPlaybackQuality().totalVideoFrames,
    };
  }, url);
  expect(played).toMatchObject({ how: 'ended' });
  expect(played.duration).toBeCloseTo(0.8, 1);
  expect(played.at).toBeCloseTo(played.duration, 1);
  expect(played.frames).toBeGreaterThan(1);
});

test('the poster that the browser takes is not a black frame', async ({
  page,
  context,
  request,
}) => {
  test.slow();
  await page.goto('/upload');
  await page.evaluate(presentFramesLate);
  const pictures = [...Array<'black'>(10).fill('black'), ...Array<'plum'>(10).fill('plum')];
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles(fileOf('slow.mov', makeVideo({ pictures })));
  await page.getByLabel('Title').fill('Out of the dark');
  const response = page.waitForResponse((response) => response.url().endsWith('/api/specimens'));
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  const { main } = await readSpecimen(context, (await (await response).json()).id);
  if (main.kind !== 'film') throw new Error('This is no film');
  const picture = await request.get(`/media/${main.poster.id}-full.jpg`);
  const { channels } = await sharp(await picture.body()).stats();
  expect(channels[0]?.mean).toBeGreaterThan(60);
});

/** As Safari does, and a busy Chromium: a canvas gets nothing of a video until its frame is presented, a while after its event. */
function presentFramesLate(): void {
  const presented = new WeakSet<HTMLVideoElement>();
  const { requestVideoFrameCallback } = HTMLVideoElement.prototype;
  HTMLVideoElement.prototype.requestVideoFrameCallback = function (callback) {
    presented.delete(this);
    return requestVideoFrameCallback.call(this, (...shown) => {
      setTimeout(() => {
        presented.add(this);
        callback(...shown);
      }, 200);
    });
  };
  const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (...drawn: unknown[]) {
    const [image] = drawn;
    if (image instanceof HTMLVideoElement && !presented.has(image)) return;
    Reflect.apply(drawImage, this, drawn);
  };
}

import type { APIRequestContext, BrowserContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { Specimen, SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { expect, inMotion, logIn, test } from '#tests/support/e2e.ts';
import { demoPiece } from '#tests/support/e2e-specimens.ts';
import { expectNoViolations } from './no-violations.ts';

test.use(inMotion);

const pathOf = async (request: APIRequestContext, search: string) =>
  `/specimen/${(await demoPiece(request, search)).id}`;

const centreOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not on the screen');
  return { ...box, x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/** Returns a gesture: a finger touches the first point, moves over the others and lifts. */
async function fingerOn(page: Page, context: BrowserContext) {
  const browser = await context.newCDPSession(page);
  return async ([first, ...others]: { x: number; y: number }[]) => {
    await browser.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: first ? [first] : [],
    });
    for (const point of others) {
      await browser.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    await browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
}

const lampOf = (page: Page) => page.getByRole('slider', { name: 'Light' });
/** The visible picture; those beside it are inert once the page's scripts have come, for which `toHaveCount(1)` waits. */
const shown = (page: Page) =>
  page.locator('.stage-view:not([inert])').getByRole('link', { name: /^Enlarge/ });
const strip = (page: Page) => page.getByRole('group', { name: 'Photos and videos' });

test('keys and buttons move through the views, and each view is announced', async ({
  page,
  request,
}) => {
  await page.goto(await pathOf(request, 'amethyst veracruz'));
  await expect(page.getByRole('button', { name: /^Show view/ })).toHaveCount(3);
  await expect(shown(page)).toHaveCount(1);
  await strip(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^Show view 2/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(strip(page)).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'View 2 of 3: Detail' })).toBeAttached();
  await expect
    .poll(() => strip(page).evaluate((element) => element.scrollLeft / element.clientWidth))
    .toBeCloseTo(1, 2);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('status').filter({ hasText: 'View 3 of 3' })).toBeAttached();
  const isLeftToTheBrowser = (modifier: 'altKey' | 'metaKey') =>
    strip(page).evaluate((element, name) => {
      const press = new KeyboardEvent('keydown', {
        key: 'ArrowLeft',
        [name]: true,
        cancelable: true,
        bubbles: true,
      });
      return element.dispatchEvent(press);
    }, modifier);
  expect(await isLeftToTheBrowser('altKey')).toBe(true);
  expect(await isLeftToTheBrowser('metaKey')).toBe(true);
  await strip(page).hover();
  await page.getByRole('button', { name: 'Next view' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'View 1 of 3' })).toBeAttached();
});

test('buttons and keys zoom the enlarged photo and move it, and each says how far it went', {
  tag: '@journey',
}, async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(await pathOf(request, 'amethyst veracruz'));
  await expect(shown(page)).toHaveCount(1);
  await shown(page).click();
  const zoom = page.getByRole('dialog', { name: /enlarged$/ });
  const level = zoom.getByRole('status').filter({ hasText: /^Zoom/ });
  const further = zoom.getByRole('button', { name: 'Zoom in' });
  const back = zoom.getByRole('button', { name: 'Zoom out' });
  const down = zoom.getByRole('button', { name: 'Move down' });
  await expect(level).toHaveText('Zoom 100%');
  await expect(back).toHaveAttribute('aria-disabled', 'true');
  await expect(down).toBeHidden();
  await further.click();
  await expect(level).toHaveText('Zoom 150%');
  await page.keyboard.press('+');
  await expect(level).toHaveText('Zoom 225%');
  const image = zoom.locator('[aria-hidden="false"] .pswp__zoom-wrap');
  const from = (await centreOf(image)).y;
  await down.click();
  await expect.poll(async () => Math.sign((await centreOf(image)).y - from)).toBe(-1);
  await down.click();
  // At its end it goes no further.
  await expect(down).toHaveAttribute('aria-disabled', 'true');
  await expect(zoom.getByRole('button', { name: 'Move up' })).toHaveAttribute(
    'aria-disabled',
    'false',
  );
  await page.keyboard.press('-');
  await expect(level).toHaveText('Zoom 150%');
  // A last press that does nothing leaves the focus where it is.
  await back.click();
  await back.press('Enter');
  await expect(level).toHaveText('Zoom 100%');
  await expect(back).toBeFocused();
  await expect(down).toBeHidden();
});

test('a finger swipes through the views, and can scroll the page over them', {
  tag: '@phone-only',
}, async ({ page, context, request }) => {
  await page.goto(await pathOf(request, 'amethyst veracruz'), { waitUntil: 'networkidle' });
  const finger = await fingerOn(page, context);
  const swipe = async (over: Locator, byX: number, byY: number) => {
    const { x, y } = await centreOf(over);
    const from = { x: x - byX / 2, y: byX ? y : y - byY / 2 };
    await finger([
      from,
      ...[0.25, 0.5, 0.75, 1].map((share) => ({
        x: from.x + share * byX,
        y: from.y + share * byY,
      })),
    ]);
  };
  await swipe(strip(page), -250, 0);
  await expect(page.getByRole('button', { name: /^Show view 2/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await swipe(strip(page), 0, -200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);

  await page.goto(await pathOf(request, 'calcite franklin'), { waitUntil: 'networkidle' });
  const { x, y } = await centreOf(lampOf(page));
  await finger([0, -50, -100, -150, -200].map((by) => ({ x, y: y + by })));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  await expect(lampOf(page)).toHaveAttribute('aria-valuetext', 'Daylight');
});

test('a picture opens over the whole screen and returns the focus when it closes', {
  tag: '@phone',
}, async ({ page, request, isMobile }) => {
  // Without the opening animation, during which keys are ignored.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const path = await pathOf(request, 'amethyst veracruz');
  for (const start of [path, `/?specimen=${path.split('/').at(-1)}`]) {
    await page.goto(start);
    const zoom = page.getByRole('dialog', { name: /enlarged$/ });
    const link = shown(page);
    await expect(link).toHaveCount(1);
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(zoom).toBeVisible();
    await expect(zoom.getByText('1 / 3')).toBeVisible();
    await expect(zoom.getByText(/^Amethyst Cluster/)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(zoom.getByText(/– Detail$/)).toBeVisible();
    // Zoomed in, the full picture is loaded.
    const image = zoom.locator('[aria-hidden="false"] img.pswp__img:not(.pswp__img--placeholder)');
    await expect(image).toHaveJSProperty('complete', true);
    await page.keyboard.press('z');
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.sizes))
      .not.toBe('');
    if (!isMobile) {
      const { x, y } = await centreOf(image);
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, -1500);
      await expect
        .poll(() => image.evaluate((element: HTMLImageElement) => element.currentSrc))
        .toContain('-full.jpg');
    }
    await page.keyboard.press('Escape');
    await expect(zoom).toHaveCount(0);
    // The stage has moved to the same view.
    await expect(page.getByRole('button', { name: /^Show view 2/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(link).toBeFocused();
  }
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('keys, mouse and finger show a specimen under its lamp', { tag: '@phone' }, async ({
  page,
  request,
  context,
  isMobile,
}) => {
  await page.goto(await pathOf(request, 'calcite franklin'), { waitUntil: 'networkidle' });
  const lamp = lampOf(page);
  const words = (text: string) => expect(lamp).toHaveAttribute('aria-valuetext', text);
  await words('Daylight');
  await lamp.focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
  await words('Short-wave UV 60%');
  await page.keyboard.press('End');
  await words('Short-wave UV');
  await expect(page.getByRole('button', { name: 'Short-wave UV' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Home');
  await words('Daylight');
  await page.getByRole('button', { name: 'Short-wave UV' }).click();
  await words('Short-wave UV');
  // A picture under the lamp opens under the lamp.
  await page.getByRole('link', { name: /^Enlarge/ }).click();
  await expect(page.getByRole('dialog').getByText(/– Short-wave UV$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Daylight' }).click();
  await words('Daylight');

  const handle = page.locator('.lamp-line');
  const frame = await centreOf(page.getByRole('link', { name: /^Enlarge/ }));
  const from = await centreOf(handle.locator('svg'));
  const left = frame.x - frame.width / 2;
  if (isMobile) {
    const finger = await fingerOn(page, context);
    await finger(
      [from.x, ...[0.3, 0.5, 0.75].map((share) => left + share * frame.width)].map((x) => ({
        x,
        y: from.y,
      })),
    );
  } else {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(left + 0.75 * frame.width, from.y, { steps: 4 });
    await page.mouse.up();
  }
  await words('Short-wave UV 75%');
  // A click without a drag switches the lamp.
  await handle.locator('svg').click();
  await words('Daylight');
});

/** A hidden specimen whose pictures have these sizes and lights, the main one first. */
async function addLit(
  context: BrowserContext,
  fields: Partial<Specimen>,
  pictures: [number, number, string][],
): Promise<SpecimenDetail> {
  const form = new FormData();
  form.append(
    'data',
    JSON.stringify({ title: 'Lit for a test', category: 'Minerals', visible: false, ...fields }),
  );
  for (const [index, [width, height]] of pictures.entries()) {
    const background = { r: 40 + 60 * index, g: (Date.now() + index) % 256, b: process.pid % 256 };
    const image = await sharp({ create: { width, height, channels: 3, background } })
      .jpeg()
      .toBuffer();
    form.append(
      index === 0 ? 'image' : 'images',
      new Blob([new Uint8Array(image)], { type: 'image/jpeg' }),
      `${index}.jpg`,
    );
  }
  const added = await context.request.post('/api/specimens', { multipart: form });
  expect(added.status(), await added.text()).toBe(201);
  const specimen: SpecimenDetail = await added.json();
  const images = specimen.additional.map(({ id }, index) => ({
    mediaId: id,
    alt: '',
    light: pictures[index + 1]?.[2],
  }));
  const lit = await context.request.put(`/api/specimens/${specimen.id}/images`, {
    data: { images },
  });
  expect(lit.status(), await lit.text()).toBe(200);
  return lit.json();
}

test('pictures of different sizes share one frame, one lamp after the other', async ({
  page,
  context,
}) => {
  await logIn(context);
  const { id } = await addLit(context, {}, [
    [600, 480, 'daylight'],
    [360, 240, 'short-wave-uv'],
    [240, 400, 'long-wave-uv'],
  ]);
  await page.goto(`/specimen/${id}`);
  const lamp = lampOf(page);
  await expect(lamp).toHaveAttribute('max', '200');
  await lamp.focus();
  for (const [key, words] of [
    ['PageUp', 'Long-wave UV 25%'],
    ['End', 'Short-wave UV'],
    ['PageDown', 'Short-wave UV 75%'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(lamp).toHaveAttribute('aria-valuetext', words);
  }
  await page.getByRole('button', { name: 'Long-wave UV' }).click();
  await expect(lamp).toHaveAttribute('aria-valuetext', 'Long-wave UV');
  const frame = await page.getByRole('link', { name: /^Enlarge/ }).boundingBox();
  const layers = page.locator('.lamp-layer img');
  for (const [layer, fit] of [
    [layers.nth(0), 'contain'],
    [layers.nth(1), 'cover'],
  ] as const) {
    expect(await layer.boundingBox()).toEqual(frame);
    await expect(layer).toHaveCSS('object-fit', fit);
  }
});

test('a specimen is drawn at its true size once the screen is calibrated', {
  tag: '@phone',
}, async ({ page, context, request }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(await pathOf(request, 'chelyabinsk'));
  await expect(page.getByRole('main')).toContainText('3.4 × 2.8 × 2.6 cm · 1.3 × 1.1 × 1.0 in');
  const dialog = page.getByRole('dialog', { name: 'Actual size' });
  await page.getByRole('button', { name: 'Actual size' }).click();
  const slider = dialog.getByRole('slider', { name: 'Size of the outline' });
  const sizeOf = async (outline: string) => {
    const { width, height } = await centreOf(dialog.locator(`[data-outline=${outline}]`));
    return [width, height].toSorted((a, b) => a - b);
  };
  await slider.fill('5');
  expect(await sizeOf('card')).toEqual([expect.closeTo(53.98 * 5, 1), expect.closeTo(85.6 * 5, 1)]);
  await slider.focus();
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await page.keyboard.press('-');
  await dialog.getByRole('button', { name: 'Smaller' }).click();
  await expect(slider).toHaveValue('5');
  await dialog.getByRole('radio', { name: /US quarter/ }).check();
  expect(await sizeOf('quarter')).toEqual([
    expect.closeTo(24.26 * 5, 1),
    expect.closeTo(24.26 * 5, 1),
  ]);
  await dialog.getByRole('button', { name: 'It matches' }).click();
  await expect(dialog.getByText('Shown at actual size.')).toBeVisible();
  expect(await sizeOf('piece')).toEqual([expect.closeTo(28 * 5, 1), expect.closeTo(34 * 5, 1)]);
  expect(await sizeOf('quarter')).toEqual([
    expect.closeTo(24.26 * 5, 1),
    expect.closeTo(24.26 * 5, 1),
  ]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Actual size' })).toBeFocused();

  // Calibrated once, the screen is known; a specimen that does not fit says its scale.
  await page.goto(await pathOf(request, 'stibnite ichinokawa'));
  await page.getByRole('button', { name: 'Actual size' }).click();
  await expect(
    dialog.getByText(
      /^Too large for this window, so it’s shown at a third of its size \(1 : 3\)\.$/,
    ),
  ).toBeVisible();
  expect(await sizeOf('piece')).toEqual([
    expect.closeTo((93 * 5) / 3, 1),
    expect.closeTo((148 * 5) / 3, 1),
  ]);
  await dialog.getByRole('button', { name: 'Calibrate again' }).click();
  await expect(slider).toHaveValue('5');

  await logIn(context);
  const { id } = await addLit(context, { dimensions: 'about as large as a fist' }, [
    [60, 45, 'daylight'],
  ]);
  await page.goto(`/specimen/${id}`);
  await expect(page.getByText('about as large as a fist')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Actual size' })).toHaveCount(0);
});

test('what opens over a specimen has no accessibility violations', async ({ page, request }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(await pathOf(request, 'calcite franklin'));
  await expectNoViolations(page);
  await expect(shown(page)).toHaveCount(1);
  await shown(page).click();
  await expect(page.getByRole('dialog').getByText(/– Daylight$/)).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actual size' }).click();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'It matches' }).click();
  await expectNoViolations(page);
});

test('a picture that cannot be loaded shows its placeholder and alternative text', async ({
  page,
  request,
  complaints,
}) => {
  complaints.expect(/^failed: net::ERR_FAILED /, /^console: Failed to load resource/);
  await page.route('**/media/**', (route) => route.abort());
  await page.goto(await pathOf(request, 'wulfenite los lamentos'), { waitUntil: 'load' });
  const picture = page.getByRole('main').getByRole('img').first();
  // Only a rendered pseudo-element has a size in pixels.
  const layer = () =>
    picture.evaluate((img) => ({
      own: getComputedStyle(img).width,
      over: getComputedStyle(img, '::after').width,
    }));
  await expect.poll(async () => (await layer()).over).toMatch(/px$/);
  const { own, over } = await layer();
  expect(over).toBe(own);
});

test('a phone fetches no picture much larger than it is shown', { tag: '@phone-only' }, async ({
  otherBrowser,
  request,
}) => {
  const STEPS = [320, 640, 960, 1440, 2048];
  const context = await otherBrowser();
  const page = await context.newPage();
  for (const path of [
    '/',
    await pathOf(request, 'amethyst veracruz'),
    await pathOf(request, 'calcite franklin'),
  ]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const tooLarge = await page.evaluate((steps) => {
      const shown = [...document.images].filter(
        (image) => image.currentSrc.includes('/media/') && image.complete,
      );
      return shown.flatMap((image) => {
        const { width, height } = image.getBoundingClientRect();
        const isCover = getComputedStyle(image).objectFit === 'cover';
        const ratio =
          image.width && Number(image.getAttribute('width')) / Number(image.getAttribute('height'));
        const needed =
          devicePixelRatio *
          (isCover ? Math.max(width, height * ratio) : Math.min(width, height * ratio));
        const allowed =
          steps[steps.findIndex((step) => step >= needed) + 1] ?? Number.POSITIVE_INFINITY;
        return image.naturalWidth > allowed
          ? [`${image.currentSrc}: ${image.naturalWidth} for ${Math.round(needed)}`]
          : [];
      });
    }, STEPS);
    expect(tooLarge).toEqual([]);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the views are side by side, each lamp has its own, and videos have controls', async ({
    page,
    request,
  }) => {
    await page.goto(await pathOf(request, 'calcite franklin'));
    const views = strip(page).locator('.stage-view');
    await expect(views).toHaveCount(2);
    await expect(page.getByRole('slider')).toHaveCount(0);
    await views.nth(1).scrollIntoViewIfNeeded();
    await expect(views.nth(1).getByRole('img')).toBeInViewport();
    await expect(page.getByRole('link', { name: /^Enlarge/ })).toHaveAttribute(
      'href',
      /-full\.jpg$/,
    );
    await page.goto(await pathOf(request, 'pyrite navajun'));
    await expect(page.locator('video[controls]')).toHaveCount(1);
    await page.goto(await pathOf(request, 'amethyst veracruz'));
    await expect(views.getByRole('img')).toHaveCount(3);
  });
});

/** What is too long for its place, and colours that the system sets. */
import { answered, expect, fillCart, lineOf, logIn, placeOrder } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { addSpecimen, titled } from '#tests/support/e2e-specimens.ts';

// Other tests look at pages of the shared shop, where a piece that is hidden or deleted would be missing.
const test = testWithOwnShop();

const word = 'Clinoferroholmquistitesodicferripedrizitemanganogrunerite';

test('neither long words nor letters twice as large make a page wider than a phone', async ({
  page,
  context,
}) => {
  await logIn(context);
  const title = `${titled(word)} Königsbergiana`;
  const piece = await addSpecimen(context, {
    title,
    category: 'Crystals',
    description: word.repeat(2),
    origin: word.toUpperCase(),
    tags: [word],
    price: '20',
    shippingPrice: '5',
    forSale: true,
  });
  const order = await placeOrder(context, [piece]);
  await page.setViewportSize({ width: 320, height: 700 });
  const isWider = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
  for (const path of [
    '/',
    `/?search=${word}`,
    `/specimen/${piece.id}`,
    `/order-confirmation/${order.id}`,
    '/manage',
    '/inbox',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect(await isWider(), path).toBe(false);
  }
  // What a reader sets in the browser; a page cannot, so the test asks the browser's own tools for it.
  await page.setViewportSize({ width: 390, height: 844 });
  const tools = await context.newCDPSession(page);
  await tools.send('DOM.enable');
  await tools.send('CSS.enable');
  for (const path of [
    '/species/quartz',
    `/ask/${piece.id}`,
    `/order-confirmation/${order.id}`,
    '/manage',
    '/manage/collections',
    '/orders',
    `/orders?order=${order.id}`,
    '/upload',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    const { frameTree } = await tools.send('Page.getFrameTree');
    const { styleSheetId } = await tools.send('CSS.createStyleSheet', {
      frameId: frameTree.frame.id,
    });
    await tools.send('CSS.setStyleSheetText', {
      styleSheetId,
      text: 'html { font-size: 200% !important }',
    });
    expect(await isWider(), `${path}, letters twice as large`).toBe(false);
  }
  await page.goto(`/edit/${piece.id}`);
  const shows = page.getByLabel('Alt text of the image');
  await shows.fill('Six prisms with steep faces, the tallest in front. '.repeat(6));
  expect(
    await shows.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight),
  ).toBe(false);
  await shows.clear();
  await context.request.delete(`/api/specimens/${piece.id}`);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/settings#visibility');
  const line = (element: Element) => getComputedStyle(element).borderBottomColor;
  const chosen = page.getByRole('tab', { name: 'Visibility' });
  expect(await chosen.evaluate(line)).not.toBe(
    await page.getByRole('tab', { name: 'Hero' }).evaluate(line),
  );
  const track = (element: Element) => getComputedStyle(element).backgroundColor;
  const isOn = page.getByRole('switch', { name: 'Hero' });
  const shownOn = await isOn.evaluate(track);
  await page.goto('/settings#backup');
  expect(await page.getByRole('switch', { name: 'Encrypt it' }).evaluate(track)).not.toBe(shownOn);
  await page.goto('/settings#password');
  const solid = page.getByRole('button', { name: 'Change Password' });
  expect(await solid.evaluate((button) => getComputedStyle(button).borderBottomWidth)).toBe('1px');
});

test('a long word without a blank pushes no page sideways, wherever it is', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(404));
  const params = { status: 'available', minPrice: '1', limit: 1 };
  const [piece] = await (await context.request.get('/api/specimens', { params })).json();
  await fillCart(page, [lineOf(piece)]);
  for (const target of [
    '/',
    '/?search=no-such',
    '/collection/crystals',
    '/nowhere',
    '/checkout',
    `/specimen/${piece.id}`,
  ]) {
    await page.goto(target);
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await page.evaluate((long) => {
      // What owners write.
      const own = [
        'h1, :is(#gallery, #collections, #about) h2, #gallery h2 + p, #collections :is(h3, p), .label ~ p, [aria-labelledby="payment-heading"] :is(p, b), [aria-labelledby="summary-heading"] .font-serif',
        'header a > span, footer p, footer a:not([rel~=me])',
      ];
      for (const text of document.querySelectorAll(own.join(',')))
        if (text.children.length === 0) text.textContent = long;
    }, word.repeat(2));
    for (const width of [320, 390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wide, `${target}, ${width} px`).toBe(0);
      const tall = await page.evaluate(() => [
        document.querySelector('header')?.getBoundingClientRect().height,
        Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop),
      ]);
      expect(tall[0], `the header of ${target}, ${width} px`).toBeCloseTo(tall[1] ?? 0, 0);
    }
  }
});

test('who asks for more contrast gets quiet words as dark as all others', async ({ page }) => {
  await page.goto('/follow');
  const colors = () =>
    page.evaluate(() =>
      ['footer .text-quiet', 'footer'].map(
        (selector) => getComputedStyle(document.querySelector(selector) as Element).color,
      ),
    );
  const [quiet, text] = await colors();
  expect(quiet).not.toBe(text);
  await page.emulateMedia({ contrast: 'more' });
  expect(await colors()).toEqual([text, text]);

  await page.emulateMedia({ contrast: 'no-preference', forcedColors: 'active' });
  const field = page
    .getByRole('searchbox')
    .or(page.getByRole('combobox', { name: 'Search specimens' }));
  await page.getByRole('link', { name: /, home$/ }).focus();
  for (
    let presses = 0;
    presses < 12 && !(await field.evaluate((input) => input === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Tab');
  await expect(field).toBeFocused();
  expect(
    await field.evaluate((input) => [
      getComputedStyle(input).outlineStyle,
      getComputedStyle(input).outlineWidth,
    ]),
  ).toEqual(['solid', '2px']);
});

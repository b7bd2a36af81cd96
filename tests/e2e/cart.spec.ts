import { expect, fillCart, lineOf, test, toastOn } from '#tests/support/e2e.ts';
import { pressMiddle } from './press-middle.ts';

const openCart = /^Cart, \d+ pieces?$/;

test('an empty cart says so and leads back to shopping', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Cart, 0 pieces' }).click();
  const cart = page.getByRole('dialog', { name: 'Your Cart' });
  await expect(cart.getByText('Your cart is empty')).toBeVisible();
  await cart.getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(cart).toBeHidden();
  await page.getByRole('button', { name: openCart }).click();
  await cart.getByRole('button', { name: 'Close cart' }).click();
  await expect(cart).toBeHidden();
});

test('the cart counts, sums, ships free from 500 dollars on and can be cleared', async ({
  page,
  piece,
}) => {
  const lines = [lineOf(await piece('cheap')), lineOf(await piece('several'), { quantity: 2 })];
  await fillCart(page, lines);
  await page.goto('/');
  await page.getByRole('button', { name: 'Cart, 3 pieces' }).click();
  const cart = page.getByRole('dialog', { name: 'Your Cart' });
  await expect(cart.getByRole('heading', { name: 'Cart Summary' })).toBeVisible();
  await expect(cart).toContainText('Subtotal$190.00Shipping$16.00Total$206.00');
  await page.mouse.click(200, 400);
  await expect(cart).toBeHidden();

  await fillCart(page, [...lines, lineOf(await piece('dear'))]);
  await page.goto('/');
  await page.getByRole('button', { name: 'Cart, 4 pieces' }).click();
  await expect(cart).toContainText('Subtotal$690.00ShippingFreeTotal$690.00');
  await cart.getByRole('button', { name: 'Clear Cart' }).click();
  await expect(cart.getByText('Your cart is empty')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('cart'))).toBe('[]');
});

test('the plus button stops at the stock and says why', async ({ page, piece }) => {
  const one = await piece('cheap');
  const several = await piece('several');
  await fillCart(page, [lineOf(one), lineOf(several)]);
  await page.goto('/');
  await page.getByRole('button', { name: 'Cart, 2 pieces' }).click();
  const cart = page.getByRole('dialog', { name: 'Your Cart' });
  const lineWith = (title: string) => cart.getByRole('listitem').filter({ hasText: title });
  await expect(lineWith(one.title).getByText('Only one exists')).toBeVisible();
  await expect(cart.getByRole('button', { name: `One more of ${one.title}` })).toBeDisabled();

  const more = cart.getByRole('button', { name: `One more of ${several.title}` });
  await more.click();
  await expect(lineWith(several.title)).toContainText('Quantity 2');
  await more.click();
  await expect(lineWith(several.title).getByText('Only 3 exist')).toBeVisible();
  await expect(more).toBeDisabled();
  await cart.getByRole('button', { name: `One less of ${several.title}` }).click();
  await expect(lineWith(several.title)).toContainText('Quantity 2');
  await cart.getByRole('button', { name: `One less of ${one.title}` }).click();
  await expect(lineWith(one.title)).toHaveCount(0);
  await cart.getByRole('button', { name: `Remove ${several.title}` }).click();
  await expect(cart.getByText('Your cart is empty')).toBeVisible();
});

test('a toast beside the cart is whole, and never covers its button to the checkout', {
  tag: '@phone',
}, async ({ page, piece }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const screen = page.viewportSize();
  // The cart leaves little room beside it.
  if (screen && screen.width > 768) await page.setViewportSize({ ...screen, width: 768 });
  await page.goto((await piece('cheap')).path);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  // It stays while the mouse is on it.
  await toastOn(page).hover();
  await page.getByRole('button', { name: 'Cart, 1 piece' }).press('Enter');
  const checkout = page.getByRole('button', { name: 'Proceed to Checkout' });
  await expect(checkout).toBeVisible();
  // The panel has come to rest.
  await page
    .getByRole('dialog')
    .evaluate((panel) =>
      Promise.allSettled(panel.getAnimations({ subtree: true }).map(({ finished }) => finished)),
    );
  const [toast, foot] = [await toastOn(page).boundingBox(), await checkout.boundingBox()];
  if (!toast || !foot) throw new Error('Not both are on the screen');
  const isApart =
    toast.y + toast.height <= foot.y ||
    toast.y >= foot.y + foot.height ||
    toast.x + toast.width <= foot.x;
  expect(isApart, JSON.stringify({ toast, foot })).toBe(true);
  expect(toast.x).toBeGreaterThanOrEqual(0);
});

test('a specimen that is in the cart already is not added beyond the stock', async ({
  page,
  piece,
}) => {
  const specimen = await piece('cheap');
  await fillCart(page, [lineOf(specimen)]);
  await page.goto(specimen.path);
  await page.getByRole('button', { name: 'Added to Cart' }).click();
  await expect(toastOn(page)).toContainText('Only one exists');
  await expect(page.getByRole('button', { name: 'Cart, 1 piece' })).toBeVisible();
});

test('a problem of a line is shown and solved in one click', { tag: '@journey' }, async ({
  page,
  piece,
  request,
}) => {
  // The oldest is a piece of the demo; newer ones belong to tests that may delete them meanwhile.
  const withStatus = async (status: string) =>
    (await (await request.get('/api/specimens', { params: { status } })).json()).at(-1);
  const cheap = await piece('cheap');
  const dear = await piece('dear');
  const several = await piece('several');
  const sold = await withStatus('sold');
  const pending = await withStatus('pending');
  const lines = [
    lineOf(cheap, { price: '120.00' }),
    lineOf(dear, { shippingPrice: '5.00' }),
    lineOf(several, { quantity: 5 }),
    lineOf(sold),
    lineOf(pending),
    lineOf(cheap, { specimenId: 999_999, title: 'A stone that is no more' }),
  ];
  await fillCart(page, lines);
  await page.goto('/');
  await pressMiddle(page.getByRole('button', { name: openCart }));
  const cart = page.getByRole('dialog', { name: 'Your Cart' });
  const lineWith = (title: string) => cart.getByRole('listitem').filter({ hasText: title });

  const changed = lineWith(cheap.title);
  await expect(changed).toContainText('The price is now $150.00.');
  await pressMiddle(changed.getByRole('button', { name: 'Use the new price' }));
  await expect(changed).toContainText('$150.00');
  await expect(changed).not.toContainText('The price is now');
  await expect(lineWith(dear.title)).toContainText('Shipping is now $25.00.');
  await pressMiddle(lineWith(dear.title).getByRole('button', { name: 'Use the new price' }));
  await expect(lineWith(dear.title)).not.toContainText('Shipping is now');
  await pressMiddle(lineWith(several.title).getByRole('button', { name: 'Order 3' }));
  await expect(lineWith(several.title)).toContainText('Quantity 3');

  for (const [title, message] of [
    [sold.title, 'This specimen has been sold.'],
    [pending.title, 'This specimen is on hold for another buyer.'],
    ['A stone that is no more', 'This specimen is no longer in the gallery.'],
  ] as const) {
    await expect(lineWith(title)).toContainText(message);
    await pressMiddle(lineWith(title).getByRole('button', { name: 'Remove', exact: true }));
    await expect(lineWith(title)).toHaveCount(0);
  }
  await expect(cart.getByRole('listitem')).toHaveCount(3);
});

test('the carts of two tabs stay in step', async ({ page, context, piece }) => {
  const specimen = await piece('cheap');
  const other = await piece('dear');
  await page.goto(specimen.path);
  const secondTab = await context.newPage();
  await secondTab.goto(other.path);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(secondTab.getByRole('button', { name: 'Cart, 1 piece' })).toBeVisible();
  await secondTab.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('button', { name: 'Cart, 2 pieces' })).toBeVisible();
  await page.getByRole('button', { name: 'Cart, 2 pieces' }).click();
  await page.getByRole('button', { name: 'Clear Cart' }).click();
  await expect(secondTab.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  await expect(secondTab.getByRole('button', { name: 'Cart, 0 pieces' })).toBeVisible();
});

test('an unreadable cart is an empty one, and the session id is made once and stored', async ({
  page,
  piece,
}) => {
  await fillCart(page, '{"this is":');
  await page.evaluate(() => localStorage.setItem('auth', 'no json either'));
  await page.goto((await piece('cheap')).path);
  await expect(page.getByRole('button', { name: 'Cart, 0 pieces' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Admin Login' })).toBeVisible();
  const sessionId = () => page.evaluate(() => localStorage.getItem('cartSessionId'));
  await expect.poll(sessionId).toMatch(/^[0-9a-f-]{32,36}$/);
  const made = await sessionId();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('button', { name: 'Cart, 1 piece' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Cart, 1 piece' })).toBeVisible();
  expect(await sessionId()).toBe(made);
});

test('a specimen without a price is refused, with a message in the console', async ({
  page,
  piece,
  complaints,
}) => {
  const specimen = await piece('cheap');
  complaints.expect(/^console: Cannot add item without price/);
  await page.route(`/api/specimens/${specimen.id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), price: '' } });
  });
  await page.goto(`/?search=${encodeURIComponent(specimen.title)}`);
  await page.getByRole('article').getByRole('link', { name: specimen.title, exact: true }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByRole('button', { name: 'Cart, 0 pieces' })).toBeVisible();
});

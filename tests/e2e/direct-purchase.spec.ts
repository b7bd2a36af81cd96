import { answered, expect, fillIn, test, toastOn } from '#tests/support/e2e.ts';
import { pressMiddle } from './press-middle.ts';

test('a quick view has a URL, sells, and says that the order is confirmed', {
  tag: ['@phone', '@journey'],
}, async ({ page, piece }) => {
  const specimen = await piece('quickView');
  await page.goto(`/?search=${encodeURIComponent(specimen.title)}`);
  const card = page.getByRole('article').filter({ hasText: specimen.title });
  const open = card.getByRole('link', { name: `Quick view: ${specimen.title}` });
  const view = page.getByRole('dialog', { name: specimen.title });

  await pressMiddle(open);
  await expect(view).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`[?&]specimen=${specimen.id}`));
  await page.goBack();
  await expect(view).toBeHidden();
  await expect(page).not.toHaveURL(/specimen=/);

  await pressMiddle(open);
  await pressMiddle(view.getByRole('button', { name: 'Buy Now with Venmo' }));
  const form = view.getByRole('form');
  await pressMiddle(form.getByRole('button', { name: 'Cancel' }));
  await expect(form).toBeHidden();
  await expect(view.getByRole('button', { name: 'Buy Now with Venmo' })).toBeFocused();
  await pressMiddle(view.getByRole('button', { name: 'Buy Now with Venmo' }));
  await expect(form).toContainText('Total$655.00');
  await expect(
    view.getByText(/free if you check out from your cart/),
    'the rule stands once, in the form',
  ).toHaveCount(1);
  await expect(form).toContainText('Shipping, free if you check out from your cart$');
  await fillIn(page);
  await form.getByLabel('Your Venmo Username').fill('ada');

  // The response is held back until the button has been seen.
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('/api/orders', async (route) => {
    await seen;
    await route.continue();
  });
  const response = page.waitForResponse('/api/orders');
  await pressMiddle(form.getByRole('button', { name: 'Complete Order' }));
  await expect(form.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  letGo();
  const { order } = await (await response).json();

  await expect(view.getByRole('heading', { name: 'Order Confirmed' })).toBeFocused();
  await expect(view.getByText(`Order #${order.id}`, { exact: true }).first()).toBeVisible();
  await expect(view).toContainText('$655.00');
  await expect(view).toContainText('@druse-demo');
  await expect(view).toContainText('Demo shop: do not pay');
  await pressMiddle(view.getByRole('button', { name: 'Close' }).last());
  await expect(view).toBeHidden();
  await expect(card.getByText('Pending', { exact: true })).toBeVisible();
});

test('a quick view opened by its URL closes to the front page', async ({ page, piece }) => {
  const specimen = await piece('cheap');
  await page.goto(`/?specimen=${specimen.id}`);
  const view = page.getByRole('dialog', { name: specimen.title });
  await expect(view).toBeVisible();
  await view.getByRole('button', { name: 'Close' }).click();
  await expect(view).toBeHidden();
  await expect(page).toHaveURL('/');
  await page.goto(`/?specimen=${specimen.id}`);
  await expect(view).toBeVisible();
  await page.mouse.click(5, 400);
  await expect(view).toBeHidden();
});

test('a quick view without its specimen says so', async ({ page, complaints }) => {
  complaints.expect(answered(404));
  await page.goto('/?specimen=999999');
  const view = page.getByRole('dialog', { name: 'Quick view' });
  await expect(view.getByText('Specimen not found')).toBeVisible();
  await view.getByRole('button', { name: 'Close' }).last().click();
  await expect(view).toBeHidden();
});

test('a purchase on the page of a specimen leads to its order and removes only this specimen from the cart', {
  tag: '@journey',
}, async ({ page, piece }) => {
  const specimen = await piece('direct');
  const other = await piece('cheap');
  for (const { path } of [other, specimen]) {
    await page.goto(path);
    await pressMiddle(page.getByRole('button', { name: 'Add to Cart' }));
    await expect(page.getByRole('button', { name: 'Added to Cart' })).toBeVisible();
  }
  await pressMiddle(page.getByRole('button', { name: 'Buy Now with Venmo' }));
  await expect(page.getByRole('button', { name: 'Added to Cart' })).toBeHidden();
  await fillIn(page);
  await page.getByLabel('Your Venmo Username').fill('@ada');
  await pressMiddle(page.getByRole('button', { name: 'Complete Order' }));
  await expect(page).toHaveURL(/\/order-confirmation\/\d+$/);
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByText('Specimen', { exact: true })).toBeVisible();
  await expect(summary).toContainText('Total$83.00');
  await expect(page.getByRole('button', { name: 'Cart, 1 piece' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('This specimen is pending sale.')).toBeVisible();
});

test('the form of a direct purchase names what is missing and keeps what was typed when the order fails', async ({
  page,
  piece,
  complaints,
}) => {
  const specimen = await piece('directFailing');
  await page.goto(specimen.path);
  await page.getByRole('button', { name: 'Buy Now with Venmo' }).click();
  const form = page.getByRole('form');
  const submit = form.getByRole('button', { name: 'Complete Order' });
  await submit.click();
  for (const message of [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Please enter your full shipping address',
    'Please enter your Venmo username',
  ])
    await expect(form.getByText(message)).toBeVisible();
  await expect(form.getByLabel('Full Name')).toBeFocused();

  await fillIn(page);
  await form.getByLabel('Your Venmo Username').fill('ada');
  complaints.expect(
    /^failed: net::ERR_FAILED .*\/api\/orders$/,
    /^console: Failed to load resource: net::ERR_FAILED/,
  );
  await page.route('/api/orders', (route) => route.abort());
  await submit.click();
  await expect(toastOn(page)).toHaveText('ErrorFailed to place order: Failed to create order');

  complaints.expect(answered(503));
  await page.unroute('/api/orders');
  await page.route('/api/orders', (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The shop is closing.' } }),
  );
  await submit.click();
  await expect(toastOn(page)).toHaveText('ErrorFailed to place order: The shop is closing.');
  await page.unroute('/api/orders');
  await page.route('/api/orders', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  complaints.expect(answered(502));
  await submit.click();
  await expect(toastOn(page)).toContainText('Failed to place order: 502: Bad Gateway');
  await expect(form.getByLabel('Shipping Address')).toHaveValue('1 Quarry Road, Butte, Montana');
});

import {
  answered,
  expect,
  fillCart,
  fillIn,
  lineOf,
  logIn,
  placeOrder,
  test,
  toastOn,
} from '#tests/support/e2e.ts';
import { pressMiddle } from './press-middle.ts';

test('an empty checkout leads back to the gallery', async ({ page }) => {
  await page.goto('/checkout');
  await expect(page.getByRole('heading', { level: 1, name: 'Your Cart is Empty' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Gallery' }).click();
  await expect(page).toHaveURL('/#gallery');
});

test('the checkout names missing fields, and an order from 500 dollars on ships free', {
  tag: '@journey',
}, async ({ page, piece }) => {
  await fillCart(page, [lineOf(await piece('dear'))]);
  await page.goto('/checkout');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText('1 piece');
  await expect(summary).toContainText('Shipping$0.00 (Free)');
  await expect(summary).toContainText('Total$500.00');
  const payment = page.getByRole('region', { name: 'Payment Instructions' });
  await expect(payment).toContainText('@druse-demo');
  await expect(payment).toContainText(
    'Please include your order number in the payment description.',
  );
  await expect(payment).toContainText('Specimens stay pending until payment is confirmed.');

  const submit = page.getByRole('button', { name: 'Complete Order' });
  await pressMiddle(submit);
  await expect(toastOn(page)).toContainText('Missing Information');
  await expect(toastOn(page)).toContainText('Please fill out all required fields');
  await expect(page.getByLabel('Full Name')).toBeFocused();
  for (const label of ['Full Name', 'Email', 'Shipping Address'])
    await expect(page.getByLabel(label)).toHaveAttribute('required', '');
  await expect(page.getByLabel('Your Venmo Username')).not.toHaveAttribute('required');
  await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');

  await fillIn(page, { name: 'A', email: 'nowhere', address: 'short' });
  await pressMiddle(submit);
  for (const message of [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Please enter your full shipping address',
  ])
    await expect(page.getByText(message)).toBeVisible();
});

test('an order that fails shows an error, and nothing typed is lost', { tag: '@journey' }, async ({
  page,
  piece,
  complaints,
}) => {
  complaints.expect(
    answered(500),
    answered(502),
    /^failed: net::ERR_FAILED/,
    /^console: Failed to load resource: net::ERR_FAILED/,
  );
  await fillCart(page, [lineOf(await piece('cheap'))]);
  await page.goto('/checkout');
  await fillIn(page);
  const submit = page.getByRole('button', { name: 'Complete Order' });
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('/api/orders', async (route) => {
    await seen;
    await route.abort();
  });
  await pressMiddle(submit);
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  letGo();
  await expect(toastOn(page)).toHaveText('Order FailedFailed to create order');

  const responses = [
    {
      status: 500,
      json: { code: 'internal', message: 'Something went wrong on our side.' },
      description: 'Something went wrong on our side.',
    },
    { status: 502, body: 'Bad Gateway', description: '502: Bad Gateway' },
  ];
  for (const { description, ...response } of responses) {
    await page.unroute('/api/orders');
    await page.route('/api/orders', (route) => route.fulfill(response));
    await pressMiddle(submit);
    await expect(toastOn(page)).toHaveText(`Order Failed${description}`);
  }
  await expect(page.getByLabel('Full Name')).toHaveValue('Ada Buyer');
  await expect(page.getByRole('button', { name: 'Cart, 1 piece' })).toBeVisible();
});

test('an order whose response was lost is sent again and stays one order', {
  tag: '@journey',
}, async ({ page, piece, complaints }) => {
  complaints.expect(
    /^failed: net::ERR_FAILED/,
    /^console: Failed to load resource: net::ERR_FAILED/,
  );
  const specimen = await piece('lostAnswer');
  await fillCart(page, [lineOf(specimen)]);
  await page.goto('/checkout');
  await fillIn(page);
  const placed: { id: number; key: string | undefined }[] = [];
  await page.route('/api/orders', async (route) => {
    const response = await route.fetch();
    placed.push({
      id: (await response.json()).order.id,
      key: route.request().headers()['idempotency-key'],
    });
    if (placed.length === 1) await route.abort();
    else await route.fulfill({ response });
  });
  await pressMiddle(page.getByRole('button', { name: 'Complete Order' }));
  await expect(toastOn(page)).toContainText('Order Failed');
  await page.reload();
  await fillIn(page);
  await pressMiddle(page.getByRole('button', { name: 'Complete Order' }));
  await expect(page).toHaveURL(`/order-confirmation/${placed[0]?.id}`);
  await expect(page.getByRole('heading', { name: 'Order Confirmed!' })).toBeVisible();
  expect(placed).toHaveLength(2);
  expect(placed[1]).toEqual(placed[0]);
});

test('a line that somebody else has bought is named and removed, and the others stay', {
  tag: '@journey',
}, async ({ page, piece, otherBrowser, complaints }) => {
  complaints.expect(answered(409));
  const wanted = await piece('remainingLine');
  const lost = await piece('lostLine');
  await fillCart(page, [lineOf(wanted), lineOf(lost)]);
  await page.goto('/checkout');
  await fillIn(page);
  await placeOrder(await otherBrowser(), [lost]);
  await pressMiddle(page.getByRole('button', { name: 'Complete Order' }));
  await expect(toastOn(page)).toContainText('Order Failed');
  const notice = page.getByRole('alert').filter({ hasText: 'Your order wasn’t placed' });
  await expect(notice).toContainText(lost.title);
  await expect(notice).not.toContainText(wanted.title);
  await pressMiddle(notice.getByRole('button', { name: 'Remove and keep the rest' }));
  await expect(notice).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('Total$50.00');
  await pressMiddle(page.getByRole('button', { name: 'Complete Order' }));
  await expect(page).toHaveURL(/\/order-confirmation\/\d+$/);
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(wanted.title);
});

test('the checkout shows the problems of lines before anything is sent', async ({
  page,
  piece,
  complaints,
}) => {
  complaints.expect(answered(500, '/api/settings'));
  await page.route('/api/settings', (route) => route.fulfill({ status: 500, body: 'No' }));
  const cheap = await piece('cheap');
  await fillCart(page, [
    lineOf(cheap, { price: '1.00' }),
    lineOf(cheap, { specimenId: 999_999, title: 'A stone that is no more' }),
  ]);
  await page.goto('/checkout');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByText('The price is now $150.00.')).toBeVisible();
  await expect(summary.getByText('This specimen is no longer in the gallery.')).toBeVisible();
  await expect(
    page.getByRole('alert').filter({ hasText: 'Failed to fetch Venmo settings' }),
  ).toBeVisible();
  for (const remedy of ['Remove', 'Use the new price']) {
    await summary.getByRole('button', { name: remedy }).click();
    await expect(page.getByRole('heading', { name: 'Checkout' })).toBeFocused();
  }
  await expect(summary).toContainText('Total$160.00');
});

test('a price that rose during the checkout is shown at once, and accepted without typing anything again', async ({
  page,
  piece,
  otherBrowser,
  complaints,
}) => {
  complaints.expect(answered(409));
  const dearer = await piece('dearer');
  await fillCart(page, [lineOf(dearer)]);
  await page.goto('/checkout');
  await fillIn(page);
  const owner = await otherBrowser();
  await logIn(owner);
  const changed = await owner.request.put(`/api/specimens/${dearer.id}`, {
    data: { title: dearer.title, category: dearer.category, price: '150.00' },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  await pressMiddle(page.getByRole('button', { name: 'Complete Order' }));
  await expect(toastOn(page)).toContainText('Order Failed');
  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary.getByText('The price is now $150.00.')).toBeVisible();
  await pressMiddle(summary.getByRole('button', { name: 'Use the new price' }));
  await expect(summary).toContainText('Subtotal$150.00');
  await pressMiddle(page.getByRole('button', { name: 'Complete Order' }));
  await expect(page).toHaveURL(/\/order-confirmation\/\d+$/);
});

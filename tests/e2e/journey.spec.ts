import { expect, fillIn, inMotion, logIn, test, toastOn } from '#tests/support/e2e.ts';
import { pressMiddle } from './press-middle.ts';

test.use(inMotion);

test('a visitor searches, opens, carts and orders, and the admin finds the order', {
  tag: ['@phone', '@journey'],
}, async ({ page, piece, otherBrowser, isMobile }) => {
  const first = await piece('journeyFirst');
  const second = await piece('journeySecond');
  await page.goto('/');

  for (const specimen of [first, second]) {
    if (isMobile) await pressMiddle(page.getByRole('button', { name: 'Open search' }));
    const box = page.getByRole('banner').getByRole('search');
    await box.getByRole('combobox', { name: 'Search specimens' }).fill(specimen.title);
    await pressMiddle(box.getByRole('button', { name: 'Search' }));
    // The page scrolls to what was found.
    await expect(
      page.getByRole('heading', { name: `Search Results: "${specimen.title}"` }),
    ).toBeInViewport();
    const link = page.getByRole('link', { name: specimen.title, exact: true });
    await pressMiddle(page.getByRole('article').filter({ has: link }).locator('img'));
    await expect(page).toHaveURL(specimen.path);
    await pressMiddle(page.getByRole('button', { name: 'Add to Cart' }));
    await expect(toastOn(page)).toHaveText(
      `Added to cart${specimen.title} has been added to your cart.`,
    );
    await expect(page.getByRole('button', { name: 'Added to Cart' })).toBeVisible();
  }

  await pressMiddle(page.getByRole('button', { name: 'Cart, 2 pieces' }));
  const cart = page.getByRole('dialog', { name: 'Your Cart' });
  await expect(cart.getByRole('listitem')).toHaveCount(2);
  await pressMiddle(cart.getByRole('button', { name: 'Proceed to Checkout' }));
  await expect(page).toHaveURL('/checkout');
  await expect(cart).toBeHidden();

  const summary = page.getByRole('region', { name: 'Order Summary' });
  await expect(summary).toContainText('2 pieces');
  await expect(summary).toContainText('$120.00 × 1');
  await expect(summary).toContainText('Shipping$21.50');
  await expect(summary).toContainText('Total$451.50');
  await fillIn(page);
  await page.getByLabel('Your Venmo Username').fill('ada');
  await page.getByLabel('Order Notes').fill('A gift.\nPlease no invoice in the box.');
  const response = page.waitForResponse((response) => response.url().endsWith('/api/orders'));
  await pressMiddle(page.getByRole('button', { name: 'Complete Order' }));
  const { order } = await (await response).json();
  expect(order).toMatchObject({
    totalAmount: '451.50',
    venmoUsername: '@ada',
    buyerNotes: 'A gift.\nPlease no invoice in the box.',
  });
  expect(order.notes).toContain('Order contains multiple items');

  await expect(toastOn(page)).toContainText('Order Placed Successfully');
  await expect(toastOn(page)).toContainText(
    'Your order has been placed. Please complete payment via Venmo.',
  );
  await expect(page).toHaveURL(`/order-confirmation/${order.id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Order Confirmed!' })).toBeVisible();
  await expect(
    page.getByText(`Your order #${order.id} has been received successfully.`),
  ).toBeVisible();
  await expect(page.getByText('Multiple items (see order notes for details)')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Shipping Details' })).toContainText(
    'Please no invoice in the box.',
  );
  await expect(page.getByRole('button', { name: 'Cart, 0 pieces' })).toBeVisible();
  await pressMiddle(page.getByRole('link', { name: 'Return to Gallery' }));
  await expect(page).toHaveURL('/#gallery');

  const admin = await otherBrowser();
  await logIn(admin);
  const office = await admin.newPage();
  await office.goto('/orders');
  await expect(office.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible();
  await expect(office.getByRole('heading', { name: 'Customer Orders' })).toBeVisible();
  const row = office
    .getByRole('row')
    .filter({ has: office.getByRole('rowheader', { name: `#${order.id}`, exact: true }) });
  for (const text of [
    'Ada Buyer',
    'ada@buyer.example',
    first.title,
    second.title,
    '$451.50',
    'PENDING',
  ])
    await expect(row).toContainText(text);
  await pressMiddle(office.getByRole('link', { name: 'Back to Admin Panel' }));
  await expect(office).toHaveURL('/manage');
});

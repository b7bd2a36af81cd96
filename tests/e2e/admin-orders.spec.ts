import type { Page } from '@playwright/test';
import {
  ADMIN,
  answered,
  atBothSizes,
  buyer,
  expect,
  logIn,
  placeOrder,
  test,
  toastOn,
  unfold,
} from '#tests/support/e2e.ts';
import { pressMiddle } from './press-middle.ts';

const rowOf = (page: Page, id: number) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: `#${id}`, exact: true }) });

test('the list of orders says when it is loading, empty or cannot be loaded', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(500, '/api/manage/orders'));
  await logIn(context);
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('/api/manage/orders', async (route) => {
    await seen;
    await route.fulfill({ status: 500, json: { code: 'internal', message: 'No.' } });
  });
  await page.goto('/orders');
  await expect(page.getByText('Loading...')).toBeVisible();
  letGo();
  await expect(page.getByRole('heading', { name: 'Error loading orders' })).toBeVisible();
  await expect(
    page.getByText('There was a problem fetching the order data. Please try again later.'),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Admin', exact: true })).toHaveAttribute(
    'href',
    '/manage',
  );

  await page.unroute('/api/manage/orders');
  const counts = {
    all: 0,
    pending: 0,
    paid: 0,
    shipped: 0,
    delivered: 0,
    cancelled: 0,
    overdue: 0,
  };
  await page.route('/api/manage/orders', (route) =>
    route.fulfill({ json: { orders: [], page: 1, pages: 1, total: 0, counts } }),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No Orders Yet' })).toBeVisible();
  await expect(page.getByText('There are no customer orders in the system yet.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Return to Admin Panel' })).toHaveAttribute(
    'href',
    '/manage',
  );
});

test('an order without lines names no specimen', async ({ page, context, piece }) => {
  const order = await placeOrder(context, [await piece('withoutLines')]);
  await logIn(context);
  await page.route('/api/manage/orders', async (route) => {
    const response = await route.fetch();
    const list: { orders: { id: number }[] } = await response.json();
    const orders = list.orders.map((each) =>
      each.id === order.id ? { ...each, lines: [], overdue: true } : each,
    );
    await route.fulfill({ response, json: { ...list, orders } });
  });
  await page.goto('/orders');
  await expect(rowOf(page, order.id)).toContainText('Unknown Specimen');
  await expect(rowOf(page, order.id)).toContainText('Overdue');
});

test('the status of an order is changed after a preview of the effects', { tag: '@phone' }, async ({
  page,
  context,
  piece,
  complaints,
}) => {
  complaints.expect(
    answered(409, '/status'),
    answered(401),
    /^failed: net::ERR_FAILED .*status$/,
    /ERR_FAILED .*status$/,
  );
  const specimen = await piece('orderStatus');
  const order = await placeOrder(context, [specimen]);
  await logIn(context);
  await page.goto('/orders');
  const row = rowOf(page, order.id);
  const select = row.getByLabel(`Status of order #${order.id}`);
  const update = row.getByRole('button', { name: `Update order #${order.id}` });
  await expect(row).toContainText('PENDING');
  const shown = page.viewportSize() ?? { width: 0, height: 0 };
  await page.setViewportSize({ ...shown, width: 320 });
  const isCut = (box: HTMLElement) => {
    const { offsetWidth } = box;
    box.style.flex = 'none';
    const wanted = box.offsetWidth;
    box.style.flex = '';
    return offsetWidth < wanted;
  };
  expect(await select.evaluate(isCut)).toBe(false);
  await page.setViewportSize(shown);
  await expect(select.getByRole('option')).toHaveText([
    'Pending',
    'Paid',
    'Shipped',
    'Delivered',
    'Cancelled',
  ]);
  await expect(update).toBeDisabled();

  await select.selectOption('Paid');
  const change = row.locator('xpath=following-sibling::tr[1]');
  await expect(change).toContainText(`“${specimen.title}” becomes Sold.`);
  await expect(change).toContainText(
    `No mail server is set up. The email to ${buyer.email} is in the order, ready to send.`,
  );
  await expect(update).toBeEnabled();
  await select.selectOption('Pending');
  await expect(update).toBeDisabled();

  // The specification writes title and description of the toast as one: 'Error: Failed to update status: {message}'.
  await select.selectOption('Paid');
  const url = `/api/orders/${order.id}/status`;
  await page.route(url, (route) =>
    route.fulfill({ status: 409, json: { code: 'state_conflict', message: 'It is in order #1.' } }),
  );
  await update.click();
  await expect(toastOn(page)).toHaveText('ErrorFailed to update status: It is in order #1.');
  await page.unroute(url);
  await page.route(url, (route) => route.abort());
  await update.click();
  await expect(toastOn(page)).toHaveText(
    'ErrorFailed to update status: Failed to update order status',
  );
  await expect(select).toHaveValue('paid');
  await page.unroute(url);

  // The session runs out in the middle of the work.
  await context.clearCookies({ name: /druse_session/ });
  await update.click();
  const dialog = page.getByRole('dialog', { name: 'Administrator Login' });
  await dialog.getByLabel('Username').fill(ADMIN.username);
  await dialog.getByLabel('Password').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog).toBeHidden();
  await expect(select).toHaveValue('paid');

  await update.click();
  await expect(toastOn(page)).toHaveText(
    'Status UpdatedThe order status has been updated successfully.',
  );
  await expect(row).toContainText('PAID');
  await expect(update).toBeDisabled();
  await page.goto(specimen.path);
  await expect(page.getByText('This specimen has been sold.')).toBeVisible();
});

test('an order is deleted after a warning, and comes back if that fails', async ({
  page,
  context,
  piece,
  complaints,
}) => {
  complaints.expect(answered(500, '/api/orders/'));
  const specimen = await piece('orderDelete');
  const order = await placeOrder(context, [specimen]);
  await logIn(context);
  await page.goto('/orders');
  const row = rowOf(page, order.id);
  await row.getByRole('button', { name: `Delete order #${order.id}` }).click();
  const dialog = page.getByRole('dialog', { name: `Delete order #${order.id}` });
  await expect(dialog).toContainText(
    'This order is still pending: its specimen becomes available for purchase again.',
  );
  await expect(dialog).toContainText(/email to \S+@\S+ /);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();

  const url = `/api/orders/${order.id}`;
  const { promise: seen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await seen;
    await route.fulfill({ status: 500, json: { code: 'internal', message: 'The disk is full.' } });
  });
  await row.getByRole('button', { name: `Delete order #${order.id}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
  letGo();
  await expect(toastOn(page)).toHaveText('ErrorFailed to delete order: The disk is full.');
  await expect(row).toBeVisible();
  await page.unroute(url);

  await row.getByRole('button', { name: `Delete order #${order.id}` }).click();
  const refetched = page.waitForResponse((response) =>
    response.url().endsWith('/api/manage/orders'),
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await refetched;
  await expect(toastOn(page)).toHaveText('Order DeletedThe order has been deleted successfully.');
  await expect(row).toBeHidden();
  await page.goto(specimen.path);
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
});

for (const [size, tag] of atBothSizes) {
  test(`an order’s page shows lines, buyer, notes, mails and history${size}`, {
    tag,
  }, async ({ page, context, piece, otherBrowser, complaints }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const specimen = await piece('orderDetail');
    const visitor = await otherBrowser();
    const order = await placeOrder(visitor, [specimen]);
    await logIn(context);
    await page.goto('/orders');
    await pressMiddle(page.getByRole('link', { name: `#${order.id}`, exact: true }));
    await expect(page).toHaveURL(`/orders?order=${order.id}`);
    await expect(page.getByRole('heading', { name: `Order #${order.id}` })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Specimens' })).toContainText(specimen.title);

    const customer = page.getByRole('region', { name: 'Customer' });
    await expect(customer).toContainText('Please pack it well.');
    await pressMiddle(customer.getByRole('button', { name: 'Copy name and address' }));
    await expect(customer.getByText('Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${buyer.name}\n${buyer.address}`,
    );

    await unfold(page, 'Payment', 'Shipping', 'Emails');
    const payment = page.getByRole('region', { name: 'Payment' });
    await expect(payment).toContainText('@ada');
    await expect(payment.getByRole('button', { name: 'Save payment note' })).toBeDisabled();
    await payment.getByLabel('Venmo payment ID').fill('4711-0815');
    await pressMiddle(payment.getByRole('button', { name: 'Save payment note' }));
    await expect(toastOn(page)).toHaveText('Order UpdatedThe payment note has been saved.');
    const shipping = page.getByRole('region', { name: 'Shipping' });
    await expect(shipping.getByRole('button', { name: 'Save only' })).toBeDisabled();
    await shipping.getByLabel('Carrier').fill('USPS');
    await shipping.getByLabel('Tracking number').fill('9400 1000');
    await pressMiddle(shipping.getByText(`Order #${order.id} has shipped`));
    await expect(shipping.getByText('Tracking number: 9400 1000')).toBeVisible();
    // What is typed is not lost without a question.
    await pressMiddle(page.getByRole('link', { name: 'All orders' }));
    await pressMiddle(
      page.getByRole('dialog', { name: 'Leave this page?' }).getByRole('button', { name: 'Stay' }),
    );
    await pressMiddle(shipping.getByRole('button', { name: 'Mark shipped and prepare the email' }));
    const unpaid = page.getByRole('dialog', { name: `Ship order #${order.id} unpaid?` });
    await expect(unpaid).toContainText(`is still due from ${buyer.name}`);
    await pressMiddle(unpaid.getByRole('button', { name: 'Ship it unpaid' }));
    await expect(toastOn(page)).toContainText('Status Updated');
    await expect(shipping.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();

    const history = page.getByRole('region', { name: 'History' });
    await expect(history).toContainText('The status was changed from pending to shipped.');
    await expect(history).toContainText('Changed: Venmo payment ID.');
    await expect(history).toContainText('Changed: carrier, tracking number.');
    const mails = page.getByRole('region', { name: 'Emails' });
    await expect(mails).toContainText('No mail server is set up');
    await pressMiddle(mails.getByText(`Order #${order.id} has shipped`, { exact: true }));
    await expect(mails.getByText('Tracking number: 9400 1000')).toBeVisible();
    await expect(mails.getByRole('link', { name: 'Open in email app' })).toHaveAttribute(
      'href',
      /^mailto:ada@buyer\.example\?subject=Order%20%23/,
    );

    const theirs = await visitor.newPage();
    await theirs.goto(`/order-confirmation/${order.id}`);
    await expect(theirs.getByText('9400 1000')).toBeVisible();

    complaints.expect(answered(404, '/api/manage/orders/2147483'));
    await page.goto('/orders?order=2147483');
    await expect(page.getByRole('heading', { name: 'Order Not Found' })).toBeVisible();
  });
}

test('what is typed of a parcel is saved with the status, and the buyer is told of another number', async ({
  page,
  context,
  piece,
}) => {
  const order = await placeOrder(context, [await piece('parcel')]);
  await logIn(context);
  await page.goto(`/orders?order=${order.id}`);
  await unfold(page, 'Shipping', 'Status');
  const shipping = page.getByRole('region', { name: 'Shipping' });
  await shipping.getByLabel('Tracking number').fill('9400 1');
  await page.getByLabel(`Status of order #${order.id}`).selectOption('Shipped');
  const status = page.getByLabel(`Status of order #${order.id}`);
  for (const answer of ['Cancel', 'Ship it unpaid']) {
    await page.getByRole('button', { name: `Update order #${order.id}` }).click();
    await expect(status).toHaveValue('shipped');
    await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click();
  }
  await expect(toastOn(page)).toContainText('Status Updated');
  await page.reload();
  await unfold(page, 'Shipping', 'Emails');
  await expect(shipping.getByLabel('Tracking number')).toHaveValue('9400 1');

  const mails = page.getByRole('region', { name: 'Emails' });
  await shipping.getByLabel('Tracking number').fill('9400 2');
  await expect(shipping.getByText('Tracking number: 9400 2')).toBeVisible();
  await shipping.getByRole('button', { name: 'Save and prepare the email' }).click();
  await mails.getByText(`Tracking number for order #${order.id}`, { exact: true }).click();
  await expect(mails.getByText('Tracking number: 9400 2')).toBeVisible();
  // A scanner presses Enter, which saves.
  await shipping.getByLabel('Tracking number').fill('9400 3');
  await shipping.getByLabel('Tracking number').press('Enter');
  await expect(shipping.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.reload();
  await unfold(page, 'Shipping');
  await expect(shipping.getByLabel('Tracking number')).toHaveValue('9400 3');
  await expect(
    mails.getByText(`Tracking number for order #${order.id}`, { exact: true }),
  ).toHaveCount(1);
});

test('a paid order is refunded in part, and cancelled after a question about its money', {
  tag: ['@phone', '@journey'],
}, async ({ page, context, piece, otherBrowser, complaints }) => {
  complaints.expect(answered(409, '/refunds'));
  const specimen = await piece('refunded');
  const visitor = await otherBrowser();
  const order = await placeOrder(visitor, [specimen]);
  await logIn(context);
  await context.request.put(`/api/orders/${order.id}/status`, { data: { status: 'paid' } });
  await page.goto(`/orders?order=${order.id}`);
  await unfold(page, 'Payment');
  const payment = page.getByRole('region', { name: 'Payment' });
  await pressMiddle(payment.getByRole('button', { name: 'Refund' }));
  const refund = page.getByRole('form', { name: `Refund order #${order.id}` });
  await refund.getByLabel('Amount to refund').fill('999');
  await pressMiddle(refund.getByRole('button', { name: 'Note the refund' }));
  await expect(refund.getByRole('alert')).toContainText('A refund can’t be more.');
  await refund.getByLabel('Amount to refund').fill('20');
  await pressMiddle(refund.getByRole('button', { name: 'Note the refund' }));
  await expect(toastOn(page)).toContainText('Refund Noted');
  await expect(payment).toContainText('You have$83.00');

  // From the list too.
  await page.goto(`/orders?search=%23${order.id}`);
  const row = rowOf(page, order.id);
  await row.getByLabel(`Status of order #${order.id}`).selectOption('Cancelled');
  await pressMiddle(row.getByRole('button', { name: `Update order #${order.id}` }));
  const question = page.getByRole('dialog', { name: `Cancel order #${order.id}` });
  await expect(question).toContainText(`You have $83.00 from ${buyer.name}.`);
  await pressMiddle(question.getByRole('button', { name: 'Keep the order' }));
  await expect(row).toContainText('PAID');
  await pressMiddle(row.getByRole('button', { name: `Update order #${order.id}` }));
  await pressMiddle(question.getByRole('button', { name: 'Cancel order and email the buyer' }));
  await expect(toastOn(page)).toContainText('Status Updated');
  await expect(row).toContainText('CANCELLED');

  const theirs = await visitor.newPage();
  await theirs.goto(`/order-confirmation/${order.id}`);
  await expect(theirs.getByText('Your refund is below.')).toBeVisible();
  await expect(theirs.getByText('−$83.00')).toBeVisible();
  await page.goto(specimen.path);
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
});

test('orders are found, filtered, and cancelled together', { tag: '@phone' }, async ({
  page,
  context,
  piece,
}) => {
  const [first, second] = [await piece('bulkFirst'), await piece('bulkSecond')];
  const orders = [await placeOrder(context, [first]), await placeOrder(context, [second])];
  await logIn(context);
  await page.goto('/orders');
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(first.title.toUpperCase());
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole('rowheader')).toHaveText([`#${orders[0]?.id}`]);
  const filters = page.getByRole('navigation', { name: 'Filter by status' });
  const unfolded = filters.getByRole('button');
  if (await unfolded.isVisible()) await unfolded.click();
  await filters.getByRole('link', { name: 'delivered' }).click();
  await expect(page.getByText('No matching orders')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await pressMiddle(page.getByRole('button', { name: 'Select orders' }));
  await page.getByLabel(`Select order #${orders[0]?.id}`).check();
  await page.getByRole('searchbox', { name: 'Search orders' }).fill(`#${orders[1]?.id}`);
  await page.getByLabel(`Select order #${orders[1]?.id}`).check();
  await expect(page.getByText('2 orders selected')).toBeVisible();
  // One of them is cancelled in another window meanwhile.
  await context.request.put(`/api/orders/${orders[1]?.id}/status`, {
    data: { status: 'cancelled' },
  });

  await page.getByRole('button', { name: 'Cancel orders' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel 2 orders?' });
  await expect(dialog).toContainText('Their specimens become available for purchase again');
  await dialog.getByRole('button', { name: 'Cancel orders' }).click();
  await expect(toastOn(page)).toHaveText('Orders Cancelled1 of 2 orders cancelled.');
  await expect(
    page.getByRole('alert').getByText(`Order #${orders[1]?.id} was already cancelled.`),
  ).toBeVisible();
  await expect(page.getByText('2 orders selected')).toBeHidden();
  await expect(rowOf(page, orders[1]?.id ?? 0)).toContainText('CANCELLED');
});

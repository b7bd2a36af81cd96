import { answered, atBothSizes, expect, logIn, placeOrder, test } from '#tests/support/e2e.ts';

for (const [size, tag] of atBothSizes) {
  test(`the confirmation says how to pay, and opens anywhere with its secret link${size}`, {
    tag,
  }, async ({ page, context, piece, otherBrowser, complaints, isMobile }) => {
    const order = await placeOrder(context, [await piece('confirmation')]);
    await page.goto(`/order-confirmation/${order.id}`);
    const payment = page.getByRole('region', { name: 'Payment Pending' });
    await expect(payment).toContainText('Send $1,250.00 via Venmo to @druse-demo');
    await expect(payment).toContainText(`include Order #${order.id} in the note`);
    await expect(payment).toContainText('Demo shop: do not pay');
    await expect(payment).toContainText('Specimens stay pending until payment is confirmed.');
    await expect(payment).toContainText(/On hold until [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d [AP]M/);
    await expect(payment).toContainText('Zelle or PayPal');
    await expect(payment.getByRole('link', { name: 'hello@druse.example' })).toBeVisible();
    const url = `https://venmo.com/druse-demo?txn=pay&amount=1250.00&note=Order%20%23${order.id}`;
    await expect(payment.getByRole('link', { name: 'Pay with Venmo' })).toHaveAttribute(
      'href',
      url,
    );
    await expect(payment.getByRole('img', { name: /^QR code/ })).toBeVisible({
      visible: !isMobile,
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await payment.getByRole('button', { name: 'Copy note' }).click();
    await expect(payment.getByRole('button', { name: 'Copy note' })).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`Order #${order.id}`);
    await expect(page.getByRole('region', { name: 'Shipping Details' })).toContainText(
      'Please pack it well.',
    );
    const link = page
      .getByRole('region', { name: 'Keep this link' })
      .getByText(/\/order-confirmation\/\d+#key=/);
    const secret = (await link.textContent()) ?? '';

    complaints.expect(answered(404));
    const stranger = await (await otherBrowser()).newPage();
    const refused = await stranger.goto(`/order-confirmation/${order.id}`);
    expect(refused?.status()).toBe(404);
    await expect(
      stranger.getByRole('heading', { level: 1, name: 'Order Not Found' }),
    ).toBeVisible();
    await expect(
      stranger.getByText("We couldn't find the order details you're looking for."),
    ).toBeVisible();
    await expect(stranger.getByRole('link', { name: 'Return to Gallery' })).toBeVisible();
    // No server sees a fragment: it cannot tell this browser from the one above, and what both get gives nothing away.
    const requested: string[] = [];
    stranger.on('request', (request) => requested.push(request.url()));
    await stranger.goto('about:blank');
    const shown = await stranger.goto(secret);
    expect(shown?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    await expect(
      stranger.getByRole('heading', { level: 1, name: 'Order Confirmed!' }),
    ).toBeVisible();
    await stranger.reload();
    await expect(
      stranger.getByRole('heading', { level: 1, name: 'Order Confirmed!' }),
    ).toBeVisible();

    // A link of an earlier version is answered for, and rewritten.
    const key = new URL(secret).hash.slice('#key='.length);
    expect(key).toMatch(/^[\w-]{32}$/);
    expect(requested.filter((url) => url.split('#')[0]?.includes(key))).toEqual([]);
    const old = await stranger.goto(secret.replace('#', '?'));
    expect(old?.status()).toBe(200);
    expect(old?.headers()).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    await expect(
      stranger.getByRole('heading', { level: 1, name: 'Order Confirmed!' }),
    ).toBeVisible();
    await expect(stranger).toHaveURL(secret);
    expect(requested.filter((url) => url.includes('/api/') && url.includes(key))).toEqual([]);
    await stranger.goto('about:blank');
    await stranger.goto(`/order-confirmation/soon#key=${key}`);
    await expect(
      stranger.getByRole('heading', { level: 1, name: 'Order Not Found' }),
    ).toBeVisible();
    expect((await stranger.goto('/order-confirmation/999999'))?.status()).toBe(404);
    await expect(
      stranger.getByRole('heading', { level: 1, name: 'Order Not Found' }),
    ).toBeVisible();

    // Saying that the payment is sent needs no more than the link.
    await stranger.goto(secret);
    await stranger.getByRole('button', { name: 'I have sent it' }).click();
    await expect(stranger.getByText('Thank you!')).toBeVisible();
    const progress = page.getByRole('list', { name: 'Progress' });
    await page.reload();
    await expect(progress.locator('[aria-current=step]')).toContainText('Payment sent');
    // Nobody has opened a mail's link, so the clock goes on.
    await expect(page.getByText('On hold until')).toBeVisible();

    // What the admin does shows when the page is opened again, and the link stays good.
    const admin = await otherBrowser();
    await logIn(admin);
    for (const [status, notice] of [
      ['paid', 'Payment Received'],
      ['cancelled', 'This order was cancelled after you paid.'],
    ] as const) {
      await admin.request.put(`/api/orders/${order.id}/status`, { data: { status } });
      await page.reload();
      await expect(page.getByText(notice)).toBeVisible();
      await expect(progress.locator('[aria-current=step]')).toContainText(
        { paid: 'Paid', cancelled: 'Cancelled' }[status],
      );
      await expect(payment).toBeHidden();
    }
  });
}

test('an order that cannot be fetched is not called missing', async ({
  page,
  context,
  piece,
  complaints,
}) => {
  const order = await placeOrder(context, [await piece('unfetchedOrder')]);
  complaints.expect(answered(404), answered(500));
  await page.route('/api/orders/*', (route) =>
    route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong.' } }),
  );
  await page.goto(`/order-confirmation/${order.id}`);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Failed to fetch order details' }),
  ).toBeVisible();
  await expect(page.getByText('Something went wrong.')).toBeVisible();
  // Deleted meanwhile.
  await page.unroute('/api/orders/*');
  await page.route('/api/orders/*', (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', message: 'Order not found' } }),
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Order Not Found' })).toBeVisible();
  await expect(page.getByText("We couldn't find the order details")).toBeVisible();
});

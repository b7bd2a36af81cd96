import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { pressMiddle } from '#tests/e2e/press-middle.ts';
import { answered, expect, logIn, placeOrder, test } from '#tests/support/e2e.ts';

test('who placed a deleted order, or has its link, reads that it was removed; others do not', {
  tag: '@phone',
}, async ({ page, context, piece, otherBrowser, complaints }) => {
  const order = await placeOrder(context, [await piece('removedOrder')]);
  complaints.expect(answered(410), answered(404));
  await page.goto(`/order-confirmation/${order.id}`);
  const pay = page.getByRole('link', { name: 'Pay with Venmo' });
  await expect(pay).toBeVisible();
  const admin = await otherBrowser();
  await logIn(admin);
  expect((await admin.request.delete(`/api/orders/${order.id}`)).status()).toBe(204);

  // The page that was open meanwhile says so at the next press.
  await pressMiddle(page.getByRole('button', { name: 'I have sent it' }));
  const removed = page.getByRole('heading', { level: 1, name: 'Order Removed' });
  await expect(removed).toBeVisible();
  await expect(pay).toBeHidden();
  expect((await page.reload())?.status()).toBe(200);
  await expect(removed).toBeVisible();
  await expect(page.getByRole('main')).toContainText(
    `We removed your order #${order.id}. Please don’t pay it.`,
  );
  await expect(page.getByRole('link', { name: 'Email us' })).toHaveAttribute(
    'href',
    `mailto:hello@druse.example?subject=Order%20%23${order.id}`,
  );
  await expectNoViolations(page);

  const other = await (await otherBrowser()).newPage();
  await other.goto(`/order-confirmation/${order.id}`);
  await expect(other.getByRole('heading', { level: 1, name: 'Order Not Found' })).toBeVisible();
  await other.goto('about:blank');
  await other.goto(order.secretPath);
  await expect(other.getByRole('heading', { level: 1, name: 'Order Removed' })).toBeVisible();
});

import { ORDER_KEY_HEADER } from '#core/contract/selling/order-key.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { pressMiddle } from '#tests/e2e/press-middle.ts';
import { buyer, expect, logIn, placeOrder, test, toastOn } from '#tests/support/e2e.ts';

test('the admin opens Today with what waits, and decides it', {
  tag: '@journey',
}, async ({ page, context, piece, otherBrowser }) => {
  const reported = await piece('reported');
  const visitor = await otherBrowser();
  const order = await placeOrder(visitor, [reported]);
  expect((await visitor.request.post(`/api/orders/${order.id}/payment-reports`)).status()).toBe(
    200,
  );
  await logIn(context);
  await page.goto('/today');
  const unverified = page.getByRole('region', { name: 'Payments reported, email unverified' });
  await pressMiddle(unverified.getByRole('link', { name: `Decide: Order #${order.id}` }));
  await expect(page.getByText('the email is unverified.')).toBeVisible();
  // The buyer confirms the email by the link in it, and it is a payment to confirm like any other.
  const detail: OrderDetail = await (
    await context.request.get(`/api/manage/orders/${order.id}`)
  ).json();
  const key = /#key=([\w-]+)/.exec(detail.mails[0]?.text ?? '')?.[1] ?? '';
  expect(
    (
      await visitor.request.post(`/api/orders/${order.id}/confirmation`, {
        headers: { [ORDER_KEY_HEADER]: key },
      })
    ).status(),
  ).toBe(200);
  await page.goto('/today');
  const today = page.getByRole('region', { name: 'Today' });
  const toConfirm = today.getByRole('region', { name: 'Payments to confirm' });
  const row = toConfirm.getByRole('listitem').filter({ hasText: `Order #${order.id}` });
  await expect(row).toContainText(`${buyer.name}$139.00sent`);
  await pressMiddle(row.getByRole('button', { name: `Mark paid: Order #${order.id}` }));
  const dialog = page.getByRole('dialog', { name: `Mark order #${order.id} paid` });
  await expect(dialog).toContainText(`“${reported.title}” becomes Sold.`);
  await expect(dialog).toContainText(
    `No mail server is set up. The email to ${buyer.email} is in the order, ready to send.`,
  );
  await pressMiddle(dialog.getByRole('button', { name: 'Mark paid' }));
  await expect(toastOn(page)).toContainText('Status Updated');
  await expect(row).toBeHidden();

  // Other tests have orders to pack too, and the oldest are shown.
  await pressMiddle(
    today
      .getByRole('region', { name: 'Orders to pack' })
      .getByRole('link', { name: /^Ship: Order #/ })
      .first(),
  );
  await expect(page).toHaveURL(/\/orders\?order=\d+#shipping$/);
  await expect(page.getByLabel('Tracking number')).toBeInViewport();
  await expect(today).toBeHidden();
});

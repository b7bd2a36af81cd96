import { ORDER_KEY_HEADER } from '#contract/selling/order-key.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { buyer, expect, logIn, placeOrder, test, toastOn } from '#tests/support/e2e.ts';

test('the admin opens Today with what waits, and enters a sale made elsewhere from a piece’s card', { tag: '@journey' }, async ({
  page,
  context,
  piece,
  otherBrowser,
}) => {
  const [reported, elsewhere] = [await piece('reported'), await piece('soldElsewhere')];
  const visitor = await otherBrowser();
  const order = await placeOrder(visitor, [reported]);
  expect((await visitor.request.post(`/api/orders/${order.id}/payment-reports`)).status()).toBe(200);
  await logIn(context);
  await page.goto('/today');
  const unverified = page.getByRole('region', { name: 'Payments reported, email unverified' });
  await unverified.getByRole('link', { name: `Decide: Order #${order.id}` }).click();
  await expect(page.getByText('the email is unverified.')).toBeVisible();
  // The buyer opens the link in the mail, and it is a payment to confirm like any other.
  const detail: OrderDetail = await (await context.request.get(`/api/manage/orders/${order.id}`)).json();
  const key = /#key=([\w-]+)/.exec(detail.mails[0]?.text ?? '')?.[1] ?? '';
  expect((await visitor.request.get(`/api/orders/${order.id}`, { headers: { [ORDER_KEY_HEADER]: key } })).status()).toBe(200);
  await page.goto('/today');
  const today = page.getByRole('region', { name: 'Today' });
  const toConfirm = today.getByRole('region', { name: 'Payments to confirm' });
  const row = toConfirm.getByRole('listitem').filter({ hasText: `Order #${order.id}` });
  await expect(row).toContainText(`${buyer.name}$139.00sent`);
  await row.getByRole('button', { name: `Mark paid: Order #${order.id}` }).click();
  const dialog = page.getByRole('dialog', { name: `Mark order #${order.id} paid` });
  await expect(dialog).toContainText(`“${reported.title}” becomes Sold.`);
  await expect(dialog).toContainText(`No mail server is set up. The email to ${buyer.email} is in the order, ready to send.`);
  await dialog.getByRole('button', { name: 'Mark paid' }).click();
  await expect(toastOn(page)).toContainText('Status Updated');
  await expect(row).toBeHidden();

  // Other tests have orders to pack too, and the oldest are shown.
  await today
    .getByRole('region', { name: 'Orders to pack' })
    .getByRole('link', { name: /^Ship: Order #/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/orders\?order=\d+#shipping$/);
  await expect(page.getByLabel('Tracking number')).toBeInViewport();
  await expect(today).toBeHidden();

  await page.goto(`/manage?search=${encodeURIComponent(elsewhere.title)}`);
  await page.getByRole('button', { name: `Sell or hold by hand: ${elsewhere.title}` }).click();
  const sale = page.getByRole('form', { name: 'Sell or hold by hand' });
  await expect(sale.getByLabel('Price paid')).toHaveValue('36.00');
  await expect(sale.getByRole('button', { name: 'Record sale' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toastOn(page)).toContainText(`${elsewhere.title} is sold, as order #`);
  await expect(page.getByRole('article', { name: elsewhere.title })).toContainText('$36.00 · Sold');
  await page.goto(`/orders?search=${encodeURIComponent(elsewhere.title)}`);
  await expect(page.getByRole('row').filter({ hasText: elsewhere.title })).toContainText('DELIVEREDSold elsewhere');
});

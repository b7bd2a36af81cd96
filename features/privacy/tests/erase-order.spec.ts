import { pressMiddle } from '#tests/e2e/press-middle.ts';
import {
  atBothSizes,
  buyer,
  expect,
  logIn,
  placeOrder,
  test,
  toastOn,
  unfold,
} from '#tests/support/e2e.ts';

for (const [size, tag] of atBothSizes)
  test(`an order’s page erases the buyer’s data, and the list says so${size}`, {
    tag,
  }, async ({ page, context, piece, otherBrowser }) => {
    const order = await placeOrder(await otherBrowser(), [await piece('erased')]);
    await logIn(context);
    await context.request.put(`/api/orders/${order.id}/status`, { data: { status: 'shipped' } });
    await page.goto(`/orders?order=${order.id}`);
    const customer = page.getByRole('region', { name: 'Customer' });
    await expect(customer).toContainText(buyer.email);
    await unfold(page, 'Emails', 'Remove');
    await pressMiddle(page.getByRole('button', { name: 'Erase personal data' }));
    const dialog = page.getByRole('dialog', { name: 'Erase personal data' });
    await expect(dialog).not.toContainText('still pending');
    await pressMiddle(dialog.getByRole('button', { name: 'Erase' }));
    await expect(toastOn(page)).toContainText('Personal Data Erased');
    // The button that was pressed has gone.
    await expect(page.getByRole('region', { name: 'Remove' })).toBeFocused();
    await expect(customer).toContainText('Personal data was erased on');
    await expect(page.getByText(buyer.email)).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Emails' })).toContainText(
      'No emails about this order.',
    );
    await pressMiddle(page.getByRole('link', { name: 'All orders' }));
    await expect(
      page
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name: `#${order.id}`, exact: true }) }),
    ).toContainText('Erased');
  });

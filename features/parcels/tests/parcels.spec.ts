import { expect, logIn, placeOrder, test, toastOn } from '#tests/support/e2e.ts';

test('two orders of a buyer are sent together and shipped by one act', async ({
  page,
  context,
  piece,
  otherBrowser,
}) => {
  const visitor = await otherBrowser();
  const [one, other] = [
    await placeOrder(visitor, [await piece('togetherFirst')]),
    await placeOrder(visitor, [await piece('togetherSecond')]),
  ];
  const customerEmail = 'right@buyer.example';
  await logIn(context);
  for (const { id } of [one, other]) {
    await context.request.patch(`/api/orders/${id}`, { data: { customerEmail } });
    await context.request.put(`/api/orders/${id}/status`, { data: { status: 'paid' } });
  }
  await page.goto(`/orders?order=${one.id}`);
  const shipping = page.getByRole('region', { name: 'Shipping' });
  await shipping.getByRole('button', { name: 'Send together' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send together' });
  await expect(dialog.getByRole('checkbox', { name: `Order #${other.id}` })).toBeChecked();
  await dialog.getByRole('button', { name: 'Send together' }).click();
  await expect(shipping).toContainText(`In one package with #${other.id} (paid)`);
  await shipping.getByRole('button', { name: 'Send separately' }).press('Enter');
  await expect(toastOn(page).filter({ hasText: 'Sent Separately' })).toBeVisible();
  await expect(shipping).toBeFocused();
  await shipping.getByRole('button', { name: 'Send together' }).click();
  await dialog.getByRole('button', { name: 'Send together' }).click();
  await expect(shipping).toContainText(`In one package with #${other.id} (paid)`);
  await shipping.getByRole('button', { name: /^Mark shipped/ }).click();
  await expect(toastOn(page).filter({ hasText: 'Status Updated' })).toBeVisible();
  await page.goto(`/orders?order=${other.id}`);
  await expect(page.getByLabel(`Status of order #${other.id}`)).toHaveValue('shipped');
  await expect(page.getByRole('region', { name: 'Shipping' })).toContainText(
    `In one package with #${one.id} (shipped)`,
  );
});

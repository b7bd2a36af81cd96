import { pressMiddle } from '#tests/e2e/press-middle.ts';
import { expect, logIn, placeOrder, test, toastOn } from '#tests/support/e2e.ts';

test('a slip of the finger is undone on the order’s page', { tag: '@phone' }, async ({
  page,
  context,
  piece,
  otherBrowser,
}) => {
  const { id } = await placeOrder(await otherBrowser(), [await piece('undone')]);
  await logIn(context);
  await page.goto(`/orders?order=${id}`);
  const next = page.getByRole('region', { name: 'Next step' });
  await expect(next).toContainText('Waiting for payment');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await pressMiddle(next.getByRole('button', { name: 'Mark paid' }));
  await pressMiddle(page.getByRole('dialog').getByRole('button', { name: 'Mark paid' }));
  await expect(next).toContainText('Ready to pack and ship');
  await expect(page.getByText('Marked paid on')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(toastOn(page).filter({ hasText: 'Undone' })).toContainText(
    `Order #${id} is as it was before.`,
  );
  await expect(next).toContainText('Waiting for payment');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page.locator('body')).not.toBeFocused();
});

import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { pressMiddle } from '#tests/e2e/press-middle.ts';
import { buyer, expect, placeOrder, test } from '#tests/support/e2e.ts';

test('on the order’s page the buyer changes the address, and cancels after a question', {
  tag: '@phone',
}, async ({ page, context, piece }) => {
  const specimen = await piece('ownCancelled');
  const order = await placeOrder(context, [specimen]);
  await page.goto(`/order-confirmation/${order.id}`);
  const change = page.getByRole('button', { name: 'Change the address' });
  await pressMiddle(change);
  const form = page.getByRole('form', { name: 'Change the address' });
  const field = form.getByLabel('Shipping Address');
  await expect(field).toHaveValue(buyer.address);
  await expect(field).toBeFocused();
  await field.fill('Butte');
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(field).toHaveAccessibleDescription(/Please enter your full shipping address/);
  await expectNoViolations(page);
  await field.fill('9 Harbor Street, Butte, Montana');
  await form.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(form).toBeHidden();
  await expect(change).toBeFocused();
  await expect(page.getByRole('region', { name: 'Shipping Details' })).toContainText(
    '9 Harbor Street',
  );

  const cancel = page.getByRole('button', { name: 'Cancel this order' });
  await cancel.press('Enter');
  const question = page.getByRole('dialog', { name: `Cancel your order #${order.id}?` });
  await expect(question.getByRole('listitem')).toHaveText([specimen.title]);
  await expect(question).toContainText('to the next person in line or back on sale');
  await expect(question.getByRole('button', { name: 'Keep my order' })).toBeFocused();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Order Confirmed!' })).toBeVisible();

  await cancel.press('Enter');
  await pressMiddle(question.getByRole('button', { name: 'Cancel this order' }));
  await expect(page.getByRole('heading', { level: 1, name: 'Order Cancelled' })).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: `You cancelled order #${order.id}.` }),
  ).toBeFocused();
  await expect(page.getByRole('main')).toContainText('You cancelled your order.');
  await expect(change).toBeHidden();
  await page.goto(specimen.path);
  await expect(page.getByRole('button', { name: /^Buy Now/ })).toBeVisible();
});

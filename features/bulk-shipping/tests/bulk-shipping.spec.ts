import { pressMiddle } from '#tests/e2e/press-middle.ts';
import { expect, logIn, placeOrder, test, toastOn } from '#tests/support/e2e.ts';

test('two orders are marked shipped at once, one of them unpaid, and both are taken back', {
  tag: '@phone',
}, async ({ page, context, piece, otherBrowser }) => {
  const buyer = await otherBrowser();
  const paid = await placeOrder(buyer, [await piece('shippedFirst')]);
  const owing = await placeOrder(buyer, [await piece('shippedSecond')]);
  await logIn(context);
  await context.request.put(`/api/orders/${paid.id}/status`, { data: { status: 'paid' } });
  await page.goto('/orders');
  const search = page.getByRole('searchbox', { name: 'Search orders' });
  await search.fill(`#${paid.id}`);
  await expect(page.getByRole('rowheader')).toHaveText([`#${paid.id}`]);
  await pressMiddle(page.getByRole('button', { name: 'Select orders' }));
  await page.getByLabel(`Select order #${paid.id}`).check();
  await search.fill(`#${owing.id}`);
  await page.getByLabel(`Select order #${owing.id}`).check();

  await pressMiddle(page.getByRole('button', { name: 'Mark shipped' }));
  const question = page.getByRole('dialog', { name: 'Mark 2 orders shipped?' });
  await expect(question).toContainText('1 isn’t paid in full: $49.00 still due.');
  const moving = question.getByRole('list', { name: 'To be marked shipped' }).getByRole('listitem');
  await expect(moving).toHaveText([
    new RegExp(`^#${paid.id}, [^$]+$`),
    new RegExp(`^#${owing.id}, .+: \\$49\\.00 due$`),
  ]);
  await pressMiddle(question.getByRole('button', { name: 'Mark shipped' }));
  await expect(toastOn(page)).toContainText('2 orders marked shipped.');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Select orders' })).toBeFocused();
  const row = page.getByRole('row').filter({ hasText: `#${owing.id}` });
  await expect(row).toContainText('SHIPPED');

  const marked = page.getByRole('region', { name: 'Marked at once' });
  await expect(marked).toContainText('2 orders marked shipped.');
  await pressMiddle(marked.getByRole('button', { name: 'Undo' }));
  await expect(toastOn(page).filter({ hasText: 'Undone' })).toContainText(
    '2 orders are as they were before.',
  );
  await expect(marked).toHaveCount(0);
  await expect(row).toContainText('PENDING');
});

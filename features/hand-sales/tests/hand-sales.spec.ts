import { pressMiddle } from '#tests/e2e/press-middle.ts';
import { expect, logIn, test, toastOn } from '#tests/support/e2e.ts';

test('a sale made elsewhere is entered from a piece’s card', async ({ page, context, piece }) => {
  const elsewhere = await piece('soldElsewhere');
  await logIn(context);
  await page.goto(`/manage?search=${encodeURIComponent(elsewhere.title)}`);
  await pressMiddle(page.getByRole('button', { name: `Sell or hold by hand: ${elsewhere.title}` }));
  const sale = page.getByRole('form', { name: 'Sell or hold by hand' });
  await expect(sale.getByLabel('Price paid')).toHaveValue('36.00');
  await expect(sale.getByRole('button', { name: 'Record sale' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toastOn(page)).toContainText(`${elsewhere.title} is sold, as order #`);
  await expect(page.getByRole('article', { name: elsewhere.title })).toContainText('$36.00 · Sold');
  await page.goto(`/orders?search=${encodeURIComponent(elsewhere.title)}`);
  await expect(page.getByRole('row').filter({ hasText: elsewhere.title })).toContainText(
    'DELIVEREDSold elsewhere',
  );
});

test('what was typed of a sale stays when its card leaves the list, and is recorded once', async ({
  page,
  context,
  piece,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const elsewhere = await piece('soldUnanswered');
  await logIn(context);
  await page.goto(`/manage?status=available&search=${encodeURIComponent(elsewhere.title)}`);
  const card = page.getByRole('article', { name: elsewhere.title });
  await pressMiddle(card.getByRole('button', { name: 'Sell or hold by hand' }));
  const sale = page.getByRole('form', { name: 'Sell or hold by hand' });
  await sale.getByLabel('Buyer, if known').fill('Ada Stein');
  // The shop records it, and its response is lost.
  await page.route('**/api/manage/sales', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await pressMiddle(sale.getByRole('button', { name: 'Record sale' }));
  await expect(sale.getByRole('alert')).toContainText('it won’t be recorded twice');
  await expect(card).toHaveCount(0);
  await expect(sale.getByLabel('Buyer, if known')).toHaveValue('Ada Stein');
  await page.unroute('**/api/manage/sales');
  await pressMiddle(sale.getByRole('button', { name: 'Record sale' }));
  await expect(toastOn(page)).toContainText(`${elsewhere.title} is sold, as order #`);
  await page.goto(`/orders?search=${encodeURIComponent(elsewhere.title)}`);
  await expect(page.getByRole('row').filter({ hasText: elsewhere.title })).toHaveCount(1);
});

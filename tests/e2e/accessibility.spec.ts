import { answered, expect, fillCart, lineOf, logIn, placeOrder, test } from '#tests/support/e2e.ts';
import { expectNoViolations } from './no-violations.ts';

const widths = [1440, 390];

test('the front page has no accessibility violations, with results, without, and with a quick view', async ({
  page,
  piece,
}) => {
  test.slow();
  await page.goto('/');
  await expect(page.getByRole('article')).toHaveCount(12);
  await expectNoViolations(page, { widths });
  await page.goto('/?search=no%20such%20stone');
  await expectNoViolations(page, { widths });
  await page.goto(`/?specimen=${(await piece('cheap')).id}`);
  const view = page.getByRole('dialog');
  await expect(view.getByRole('button', { name: 'Buy Now with Venmo' })).toBeVisible();
  await expectNoViolations(page, { widths });
  await view.getByRole('button', { name: 'Buy Now with Venmo' }).click();
  await view.getByRole('button', { name: 'Complete Order' }).click();
  await expect(view.locator('[aria-invalid=true]').first()).toBeVisible();
  await expectNoViolations(page, { widths });
});

test('specimen, search results and error pages have no accessibility violations', async ({
  page,
  request,
  complaints,
}) => {
  test.slow();
  complaints.expect(answered(404));
  const [amethyst] = await (
    await request.get('/api/specimens', { params: { search: 'amethyst veracruz' } })
  ).json();
  const [sold] = await (
    await request.get('/api/specimens', { params: { status: 'sold', limit: 1 } })
  ).json();
  const paths = [
    `/specimen/${amethyst.id}`,
    `/specimen/${sold.id}`,
    '/?search=quartz',
    '/specimen/abc',
    '/specimen/999999',
    '/nowhere',
  ];
  for (const path of paths) {
    await page.goto(path);
    await expectNoViolations(page, { widths });
  }
});

test('cart, login and toast have no accessibility violations', async ({ page, piece }) => {
  test.slow();
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Cart, 0 pieces' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoViolations(page, { widths });
  await fillCart(page, [
    lineOf(await piece('cheap')),
    lineOf(await piece('dear'), { price: '1.00' }),
  ]);
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Cart, 2 pieces' }).click();
  await expect(page.getByRole('dialog').getByText('The price is now')).toBeVisible();
  await expectNoViolations(page, { widths });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Admin Login' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Login' }).click();
  await expect(page.getByText('Username is required')).toBeVisible();
  await expectNoViolations(page, { widths });
});

test('checkout, confirmation and the owner’s lists have no accessibility violations', async ({
  page,
  context,
  piece,
}) => {
  test.slow();
  await page.goto('/checkout');
  await expect(page.getByText('Your Cart is Empty')).toBeVisible();
  await expectNoViolations(page, { widths });
  await fillCart(page, [lineOf(await piece('cheap'))]);
  await page.goto('/checkout');
  await page.getByRole('button', { name: 'Complete Order' }).click();
  await expect(page.getByText('Please fill out all required fields').first()).toBeVisible();
  await expectNoViolations(page, { widths });
  const order = await placeOrder(context, [await piece('accessible')]);
  await page.goto(`/order-confirmation/${order.id}`);
  await expect(page.getByRole('heading', { name: 'Payment Pending' })).toBeVisible();
  await expectNoViolations(page, { widths });
  await logIn(context);
  await page.goto('/orders');
  await expect(page.getByRole('table')).toBeVisible();
  await expectNoViolations(page, { widths });
  await page.goto('/manage');
  await expect(page.getByRole('article')).toHaveCount(12);
  await expectNoViolations(page, { widths });
  await page.goto('/manage/collections');
  await expect(page.getByRole('list', { name: 'Collections' })).toBeVisible();
  await expectNoViolations(page, { widths });
});

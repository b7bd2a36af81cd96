import type { Page } from '@playwright/test';
import {
  ADMIN,
  answered,
  expect,
  logIn,
  placeOrder,
  test,
  toastOn,
  unfold,
} from '#tests/support/e2e.ts';
import { addSpecimen, titled } from '#tests/support/e2e-specimens.ts';

/** Logs in where the page asks for it. */
async function logInOver(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Administrator Login' });
  await dialog.getByLabel('Username').fill(ADMIN.username);
  await dialog.getByLabel('Password').fill(ADMIN.password);
  await dialog.getByRole('button', { name: 'Login' }).click();
  await expect(dialog).toBeHidden();
}

test('all that is typed on an order survives the end of the session', async ({
  page,
  context,
  piece,
  complaints,
}) => {
  complaints.expect(answered(401), answered(403));
  const order = await placeOrder(context, [await piece('lostSession')]);
  await logIn(context);
  await page.goto(`/orders?order=${order.id}`);
  await unfold(page, 'Shipping', 'About this buyer', 'Private note', 'Remove');
  const tracking = page.getByLabel('Tracking number');
  const onOrder = page.getByRole('form', { name: 'Note on this order' });
  const onBuyer = page.getByRole('form', { name: 'Note on this buyer' });
  await tracking.fill('9400 2000');
  await onOrder.getByRole('textbox').fill('Pays on Friday');
  await onBuyer.getByRole('textbox').fill('Collects copper');
  await context.clearCookies();
  await onOrder.getByRole('button', { name: 'Save note' }).click();
  const read = page.waitForResponse(
    (response) => response.url().endsWith(`/api/manage/orders/${order.id}`) && response.ok(),
  );
  await logInOver(page);
  await read;
  await expect(onOrder.getByRole('textbox')).toHaveValue('Pays on Friday');
  await expect(onBuyer.getByRole('textbox')).toHaveValue('Collects copper');
  await expect(tracking).toHaveValue('9400 2000');
  await onOrder.getByRole('button', { name: 'Save note' }).click();
  await expect(toastOn(page)).toHaveText('Note Saved');
  await page
    .getByRole('region', { name: 'Shipping' })
    .getByRole('button', { name: 'Save only' })
    .click();
  await expect(toastOn(page)).toContainText('Carrier and tracking number have been saved.');

  // As the server answers ten minutes after the login.
  const unconfirmed = {
    code: 'confirmation_required',
    message: 'Please enter your password again.',
  };
  const refuseOnce = () =>
    page.route(/\/erase/, (route) => route.fulfill({ status: 403, json: unconfirmed }), {
      times: 1,
    });
  const question = page.getByRole('dialog', { name: 'Erase personal data' });
  const confirmation = page.getByRole('dialog', { name: 'Please confirm' });
  await refuseOnce();
  await page.getByRole('button', { name: 'Erase personal data' }).click();
  await question.getByRole('button', { name: 'Erase' }).click();
  await confirmation.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(toastOn(page)).toHaveCount(0);

  await refuseOnce();
  await page.getByRole('button', { name: 'Erase personal data' }).click();
  await question.getByRole('button', { name: 'Erase' }).click();
  await confirmation.getByLabel('Password').fill(ADMIN.password);
  await confirmation.getByRole('button', { name: 'Continue' }).click();
  await expect(toastOn(page)).toContainText('Personal Data Erased');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a bulk edit goes on after the end of the session, and what could not be loaded meanwhile is loaded', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(401));
  await logIn(context);
  const title = titled('Olivenite').replace(' ', '');
  await addSpecimen(context, { title, price: '45', forSale: true });
  await page.goto(`/manage?search=${encodeURIComponent(title)}`);
  await page.getByRole('button', { name: 'Select', exact: true }).press('Enter');
  await page.getByRole('checkbox', { name: `Select ${title}` }).press('Space');
  await page.getByRole('button', { name: 'Bulk edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 1 specimen' });
  await dialog.getByRole('textbox', { name: 'Percent' }).fill('10');
  await context.clearCookies();
  await dialog.getByRole('button', { name: 'Preview changes' }).click();
  await logInOver(page);
  await expect(dialog.getByRole('textbox', { name: 'Percent' })).toHaveValue('10');
  await dialog.getByRole('button', { name: 'Preview changes' }).click();
  const preview = page.getByRole('dialog', { name: 'Raise the price by 10 %' });
  await expect(preview).toContainText('$45.00 → becomes $49.50');
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();

  await context.clearCookies();
  await page.getByRole('link', { name: 'Hidden' }).click();
  await logInOver(page);
  await expect(page.getByText('No specimens match')).toBeVisible();
});

test('a panel of the settings opened after the end of the session is loaded after the login', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(401));
  await logIn(context);
  await page.goto('/settings');
  await expect(page.getByLabel('Site Title')).toBeVisible();
  await context.clearCookies();
  await page
    .getByRole('navigation', { name: 'More settings' })
    .getByRole('link', { name: 'Order Rules' })
    .click();
  await logInOver(page);
  await expect(page.getByLabel('Hold time (hours)')).toBeVisible();
});

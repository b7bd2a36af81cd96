import { answered, buyer, expect, logIn, placeOrder, test, toastOn } from '#tests/support/e2e.ts';

test('pieces are taken out and put in, and the buyer accepts a higher total on the order’s page', {
  tag: '@phone',
}, async ({ page, context, piece, otherBrowser, complaints }) => {
  complaints.expect(answered(400, '/change-preview'));
  const [first, second] = [await piece('changedFirst'), await piece('changedSecond')];
  const visitor = await otherBrowser();
  const order = await placeOrder(visitor, [first]);
  await logIn(context);
  await page.goto(`/orders?order=${order.id}`);
  await page.getByRole('button', { name: 'Edit pieces and prices' }).click();
  const dialog = page.getByRole('dialog', { name: `Edit order #${order.id}` });
  // Nothing is changed yet.
  await expect(dialog.getByRole('button', { name: 'Save changes' })).toBeDisabled();
  await dialog.getByLabel(`Price: ${first.title}`).fill('much');
  await expect(dialog.getByRole('status').filter({ hasText: 'amount' })).toBeVisible();
  await dialog.getByLabel(`Price: ${first.title}`).fill('95');
  await dialog.getByRole('searchbox', { name: 'Search pieces to add' }).fill(second.title);
  await dialog.getByRole('button', { name: `Add ${second.title}` }).click();
  await expect(dialog.getByRole('region', { name: 'Add pieces' })).toBeFocused();
  await expect(dialog).toContainText('The total rises, so the buyer is asked first.');
  await dialog.getByRole('button', { name: 'Ask the buyer' }).click();
  await expect(toastOn(page)).toContainText('Buyer Asked');
  const asked = page.getByRole('region', { name: 'Next step' });
  await expect(asked).toContainText(`Added: ${second.title}`);
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    'The buyer was asked about a change.',
  );

  const theirs = await visitor.newPage();
  await theirs.goto(`/order-confirmation/${order.id}`);
  await theirs.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(theirs.getByText('You accepted this change.')).toBeVisible();
  await expect(theirs.getByRole('heading', { name: 'Change to your order' })).toBeFocused();
  await expect(theirs.getByRole('region', { name: 'Order Summary' })).toContainText(second.title);

  await page.reload();
  await expect(asked).not.toContainText('Added');
  // What is saved has been shown: the button waits for the new total, which moves it.
  const counted = Promise.withResolvers<void>();
  await page.route('**/change-preview', async (route) => {
    await counted.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Edit pieces and prices' }).click();
  await dialog.getByRole('button', { name: `Take out: ${first.title}` }).click();
  const save = dialog.getByRole('button', { name: 'Save changes' });
  await expect(save).toBeDisabled();
  counted.resolve();
  await save.click();
  await expect(page.getByRole('region', { name: 'Specimens' })).not.toContainText(first.title);
  await page.goto(first.path);
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible();
});

test('an order’s edit dialog asks before it closes with changes that are not saved', async ({
  page,
  context,
  piece,
  otherBrowser,
}) => {
  const ordered = await piece('guarded');
  const order = await placeOrder(await otherBrowser(), [ordered]);
  await logIn(context);
  await page.goto('/orders');
  await page.getByRole('link', { name: `#${order.id}`, exact: true }).click();
  const edit = page.getByRole('button', { name: 'Edit pieces and prices' });
  const dialog = page.getByRole('dialog', { name: `Edit order #${order.id}` });
  await edit.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(edit).toBeFocused();

  await edit.click();
  const price = dialog.getByLabel(`Price: ${ordered.title}`);
  await price.fill('95');
  const question = page.getByRole('dialog', { name: 'Discard your changes?' });
  // Again and again: an Escape that follows no other key must not close what it asks about.
  for (const _ of [1, 2, 3, 4]) {
    await page.keyboard.press('Escape');
    await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
  }
  await expect(price).toHaveValue('95');
  await page.mouse.click(5, 5);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.goBack();
  await page
    .getByRole('dialog', { name: 'Leave this page?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await expect(price).toHaveValue('95');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(edit).toBeFocused();
  await edit.click();
  await expect(price).not.toHaveValue('95');

  await price.fill('99');
  await dialog.getByRole('button', { name: 'Ask the buyer' }).click();
  await page.getByRole('button', { name: 'Withdraw the change' }).press('Enter');
  await expect(toastOn(page).filter({ hasText: 'Change Withdrawn' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Next step' })).toBeFocused();
});

test('an email address is corrected, and the history says what it was', async ({
  page,
  context,
  piece,
  otherBrowser,
}) => {
  const one = await placeOrder(await otherBrowser(), [await piece('corrected')]);
  const email = 'right@buyer.example';
  await logIn(context);
  await page.goto(`/orders?order=${one.id}`);
  await page.getByText('Correct name, email or address').click();
  const details = page.getByRole('form', { name: 'Name, email and address' });
  await details.getByLabel('Email').fill(email);
  await details.getByRole('button', { name: 'Save the buyer’s details' }).click();
  await expect(page.getByRole('region', { name: 'History' })).toContainText(
    `Email: ${email} instead of ${buyer.email}.`,
  );
});

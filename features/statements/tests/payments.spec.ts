import { answered, expect, logIn, placeOrder, test } from '#tests/support/e2e.ts';
import { shuffledStatement, venmoStatement } from '#tests/support/statements.ts';

const file = (text: string, name = 'statement.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

test('the admin drops a statement, decides what is unclear, and notes the payments together', async ({
  page,
  context,
  piece,
  complaints,
}) => {
  complaints.expect(answered(422, '/payments/statement'));
  const [first, second] = [
    await placeOrder(context, [await piece('paidFirst')]),
    await placeOrder(context, [await piece('paidSecond')]),
  ];
  await logIn(context);
  await page.goto('/orders');
  await page.getByRole('button', { name: 'Tools' }).click();
  await page.getByRole('link', { name: 'Match payments' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible();
  const input = page.getByLabel('Statement', { exact: true });

  await input.setInputFiles(file('no\u0000thing'));
  await expect(page.getByRole('alert')).toHaveText('This isn’t a CSV file.');

  // The same payments under names of another app: asked for once.
  const rows = [
    {
      id: `${first.id}1`,
      note: `Order #${first.id}`,
      from: 'Somebody',
      amount: `+ $${first.totalAmount}`,
      at: '2099-01-01T10:00:00',
    },
    {
      id: `${second.id}2`,
      note: `#${second.id}`,
      from: 'Somebody',
      amount: `+ $${second.subtotalAmount}`,
      at: '2099-01-01T10:00:00',
    },
    { id: '3', note: 'rent', from: 'Secret Neighbour', amount: '+ $800.00' },
  ];
  await input.setInputFiles(file(shuffledStatement(rows).replace(';ID;', ';Reference;')));
  await expect(page.getByRole('heading', { name: 'Which column is which?' })).toBeVisible();
  const read = page.getByRole('button', { name: 'Read with these columns' });
  await expect(read).toBeDisabled();
  await page.getByLabel('Payment id').selectOption('Reference');
  await read.click();
  await expect(page.getByRole('region', { name: 'Matched' })).toBeVisible();

  const dataTransfer = await page.evaluateHandle((text) => {
    const dragged = new DataTransfer();
    dragged.items.add(new File([text], 'statement.csv', { type: 'text/csv' }));
    return dragged;
  }, venmoStatement(rows));
  await page.getByText('Drop your CSV payment statement').dispatchEvent('drop', { dataTransfer });
  const sure = page.getByRole('region', { name: 'Matched' });
  await expect(sure.getByRole('listitem')).toHaveCount(1);
  await expect(
    sure.getByRole('checkbox', { name: `Payment of Somebody for order #${first.id}` }),
  ).toBeChecked();
  const unclear = page.getByRole('region', { name: 'Unclear' });
  await expect(unclear).toContainText('The amount matches the order without shipping.');
  await expect(page.getByRole('region', { name: 'Left out' })).toContainText(
    'Not for an order of the shop1',
  );
  await expect(page.getByRole('main')).not.toContainText('Secret Neighbour');
  await page
    .getByLabel('The payment of Somebody is for')
    .selectOption({ label: `Order #${second.id}, Ada Buyer` });
  await page.getByRole('button', { name: 'Note 2 payments' }).click();

  const done = page.getByRole('region', { name: 'Result' });
  await expect(done).toContainText('2 payments are noted.');
  await expect(done).toBeFocused();
  await expect(page.getByRole('heading', { name: 'No matching payments' })).toBeVisible();
  await page.goto(`/orders?order=${second.id}`);
  await expect(page.getByRole('region', { name: 'Payment' })).toContainText('Still due');
  await page.goto(`/orders?order=${first.id}`);
  await expect(page.getByLabel('Venmo payment ID')).toHaveValue(`${first.id}1`);
});

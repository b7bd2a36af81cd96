import type { Page } from '@playwright/test';
import type { IntakeDrafts } from '#features/intake/contract/intakes.ts';
import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { answered, expect, logIn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { makeIntakeDrafts } from '#tests/support/intake-drafts.ts';

const test = testWithOwnShop();

const cell = (page: Page, column: string, number: string) =>
  page.getByLabel(`${column} of ${number}`, { exact: true });
/** Pastes as the browser does, with what a spreadsheet puts there. */
const paste = (page: Page, text: string) =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, text);

test('the drafts of an intake are typed down a table that saves each cell', async ({
  page,
  context,
  complaints,
}) => {
  test.slow();
  complaints.expect(answered(412));
  await logIn(context);
  const { intake, drafts } = await makeIntakeDrafts(context.request, 3, 'K-1');
  const stored = async (): Promise<IntakeDrafts> =>
    (await context.request.get(`/api/manage/intakes/${intake}/drafts`)).json();
  await page.goto(`/intake?intake=${intake}`);
  await page.getByRole('link', { name: 'Type them in a table' }).click();
  await expect(page.getByText('0 of 3 have a title and a price. All saved.')).toBeVisible();

  await cell(page, 'Title', 'K-1').focus();
  await page.keyboard.type('Fluorite');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Title', 'K-2')).toBeFocused();
  await page.keyboard.type('Galena');
  await page.keyboard.press('Shift+Enter');
  await expect(cell(page, 'Title', 'K-1')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(cell(page, 'Species', 'K-1')).toBeFocused();
  await page.keyboard.type('Fluorite');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Elmwood Mine, Tennessee, USA');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+d');
  await expect(cell(page, 'Locality', 'K-2')).toHaveValue('Elmwood Mine, Tennessee, USA');
  await page.getByRole('button', { name: 'Same for the rest' }).click();
  await expect(cell(page, 'Locality', 'K-3')).toHaveValue('Elmwood Mine, Tennessee, USA');
  await page.getByRole('button', { name: 'Undo “Same for the rest”' }).click();
  await expect(cell(page, 'Locality', 'K-3')).toHaveValue('');

  await cell(page, 'Price ($)', 'K-1').focus();
  await paste(page, '120\t45\r\n80\t30\r\n60\t20\r\n');
  await expect(cell(page, 'Cost ($)', 'K-3')).toHaveValue('20.00');
  await expect(page.getByText('2 of 3 have a title and a price. All saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo paste of 6 cells' }).click();
  await expect(cell(page, 'Price ($)', 'K-2')).toHaveValue('');
  await expect(cell(page, 'Price ($)', 'K-1')).toBeFocused();
  await paste(page, '120\n80');
  await page.getByRole('button', { name: 'Undo paste of 2 cells' }).waitFor();

  await cell(page, 'Cost ($)', 'K-3').fill('many');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Cost ($)', 'K-3')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('1 cell needs attention.')).toBeVisible();
  await cell(page, 'Cost ($)', 'K-3').fill('20,50');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Did you mean $20.50?')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Use $20.50' }).click();
  await expect(cell(page, 'Cost ($)', 'K-3')).toBeFocused();
  await expect(page.getByText('All saved.')).toBeVisible();
  await expect(cell(page, 'Cost ($)', 'K-3')).toHaveValue('20.50');
  await cell(page, 'Cost ($)', 'K-3').fill('');
  await page.keyboard.press('Tab');
  await expect(page.getByText('All saved.')).toBeVisible();

  // A second window.
  const other = { title: 'Theirs', category: 'Minerals', dimensions: '5 cm' };
  expect((await context.request.put(`/api/specimens/${drafts[1]}`, { data: other })).ok()).toBe(
    true,
  );
  await cell(page, 'Title', 'K-2').fill('Mine');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Changed in another window: “Theirs”.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('All saved.')).toBeVisible();
  await expect(cell(page, 'Size', 'K-2')).toHaveValue('5 cm');
  expect((await stored()).map(({ title, price, locality }) => [title, price, locality[0]])).toEqual(
    [
      ['Fluorite', '120.00', 'Elmwood Mine'],
      ['Mine', '80.00', 'Elmwood Mine'],
      ['K-3', null, undefined],
    ],
  );

  // The form of a draft asks for the same first, and folds the rest.
  await page.getByRole('link', { name: 'K-3: open its form' }).click();
  await expect(page.getByLabel('Title', { exact: false }).first()).toBeFocused();
  await expect(page.getByLabel('Weight')).toBeHidden();
  await page.getByRole('button', { name: 'Copy locality, source and date from K-2' }).click();
  await expect(page.getByLabel('Locality, mine to country')).toHaveValue(
    'Elmwood Mine, Tennessee, USA',
  );
  await page.getByText('Private', { exact: true }).last().click();
  await page.getByLabel('Cost ($)').fill('many');
  await page.getByText('Private', { exact: true }).last().click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Cost ($)')).toBeFocused();
  await page.getByLabel('Cost ($)').fill('20');
  await page.getByLabel('Title', { exact: false }).first().fill('Sphalerite');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Intake' })).toBeVisible();
  expect((await stored())[2]).toMatchObject({
    title: 'Sphalerite',
    cost: '20.00',
    locality: ['Elmwood Mine', 'Tennessee', 'USA'],
  });
});

test('on a phone the table shows one piece at a time @phone @phone-only', async ({
  page,
  context,
  complaints: _complaints,
}) => {
  await logIn(context);
  const { intake } = await makeIntakeDrafts(context.request, 2, 'P-1');
  await page.goto(`/intake/table?intake=${intake}`);
  await expect(cell(page, 'Title', 'P-1')).toBeVisible();
  await expect(cell(page, 'Title', 'P-2')).toBeHidden();
  await cell(page, 'Title', 'P-1').fill('Fluorite');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'Title', 'P-2')).toBeFocused();
  await expect(cell(page, 'Title', 'P-1')).toBeHidden();
  await page.getByRole('button', { name: 'Previous piece' }).click();
  await expect(cell(page, 'Title', 'P-1')).toHaveValue('Fluorite');
  await expectNoViolations(page);
});

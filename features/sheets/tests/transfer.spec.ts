/** The admin takes collection and orders out as tables, and brings them in, from Settings. */
import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { answered, expect, logIn, test, toastOn } from '#tests/support/e2e.ts';
import { titled } from '#tests/support/e2e-specimens.ts';

test('tables are exported, changed, checked and imported', async ({
  page,
  context,
  complaints,
}) => {
  await logIn(context);
  await page.goto('/settings#export-and-import');

  const tablesOnly = page.getByRole('button', { name: 'Export spreadsheets only' });
  const downloading = page.waitForEvent('download');
  await Promise.all([tablesOnly.click(), expect(toastOn(page)).toContainText('Export started')]);
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^druse-export-\d{4}-\d\d-\d\d\.zip$/);
  const zip = readFileSync(await download.path());
  // Nothing in it is compressed.
  const [, reference = '', title = ''] =
    /\r\n([0-9a-f]{6}-\d+),"?([^",]+)/.exec(zip.toString()) ?? [];
  expect(reference).not.toBe('');

  // No page shows it, so no other test minds.
  const mark = titled('Imported');
  const choose = (text: string) =>
    page
      .getByLabel('File to import')
      .setInputFiles({ name: 'stones.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await choose(`reference,title,acquisition date\n${reference},${title},${mark}\nX-1,,2019\n`);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Nothing has been saved yet.')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Specimens 0 1 0 1' })).toBeVisible();
  const errors = page.getByRole('list', { name: 'One thing to fix' });
  await expect(errors).toHaveText(
    'specimens.csv, line 3, title: Please provide a title for the specimen',
  );
  await expectNoViolations(page, { widths: [1440, 390] });

  await page.getByRole('button', { name: 'Import the rest' }).click();
  await expect(page.getByText('Import complete.')).toBeVisible();
  await choose(`reference,title,acquisition date\n${reference},${title},${mark}\n`);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('row', { name: 'Specimens 0 0 1 0' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import now' })).toBeHidden();

  await choose('Bezeichnung;Preis €;Farbe\nAzurit;1.250;blau\n');
  await expect(
    page.getByText('1 row. 2 of 3 columns come in, the rest is left out.'),
  ).toBeVisible();
  await expect(page.getByLabel('Bezeichnung')).toHaveValue('title');
  await expect(page.getByText('$1,250.00')).toBeVisible();
  await expectNoViolations(page, { widths: [1440, 390] });
  await page.getByLabel('Farbe').selectOption('Tags');
  await expect(
    page.getByText('1 row. 3 of 3 columns come in, the rest is left out.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(
    page.getByText(
      'All will be hidden from visitors. 1 will be for sale, the hidden ones once you show them.',
    ),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Back to the columns' }).click();

  complaints.expect(answered(401), answered(401));
  await context.clearCookies();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('dialog').getByLabel('Password')).toBeVisible();
});

test('what may be private is asked, and a number of another stone is answered, by keyboard alone', async ({
  page,
  context,
}) => {
  await logIn(context);
  await page.goto('/settings#export-and-import');
  const [number, first, other] = [titled('No'), titled('Here already'), titled('Another')];
  const choose = (name: string, text: string) =>
    page
      .getByLabel('File to import')
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });
  await choose('before.csv', `No,Title\n${number},${first}\n`);
  await page.getByRole('button', { name: 'Preview' }).press('Enter');
  await page.getByRole('button', { name: 'Import now' }).press('Enter');
  await expect(page.getByText('Import complete.')).toBeVisible();

  await choose('stock.csv', `No,Title,Location\n${number},${other} Größe,Upstairs\nN-2,,Left\n`);
  const preview = page.getByRole('button', { name: 'Preview' });
  await expect(preview).toBeDisabled();
  await page.getByLabel('Letters (encoding)').selectOption('Windows (Cyrillic)');
  await expect(page.getByText(`${other} GrцЯe`, { exact: true })).toBeVisible();
  await page.getByLabel('Letters (encoding)').selectOption('Windows (Western)');
  await expect(page.getByText(`${other} Größe`, { exact: true })).toBeVisible();
  await expectNoViolations(page, { widths: [1440, 390] });
  const location = page.getByRole('region', { name: 'Please choose' }).getByLabel('Location');
  await location.selectOption('Storage place');
  await preview.press('Enter');

  await expect(page.getByText('1 new hidden piece, 1 to decide.')).toBeVisible();
  await expect(page.getByText(`Here it is: ${first}`)).toBeVisible();
  await expectNoViolations(page, { widths: [1440, 390] });
  await page.getByRole('button', { name: 'New piece' }).press('Enter');
  await expect(page.getByText('2 new hidden pieces.')).toBeVisible();
  await page.getByRole('button', { name: 'Import now' }).press('Enter');
  await expect(page.getByRole('row', { name: 'Specimens 2 0 0 0' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo stock.csv' }).click();
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('Undone: 2 removed.')).toBeVisible();
});

test('a table that was changed after it was chosen must be chosen again', async ({
  page,
  context,
  complaints,
}, info) => {
  await logIn(context);
  await page.goto('/settings#export-and-import');
  const table = info.outputPath('stones.csv');
  writeFileSync(table, 'reference,title\nX-2,\n');
  await page.getByLabel('File to import').setInputFiles(table);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('list', { name: 'One thing to fix' })).toBeVisible();

  complaints.expect(/ERR_UPLOAD_FILE_CHANGED/);
  writeFileSync(table, 'reference,title\nX-2,A title that it lacked\n');
  // The browser goes by the time of the last change, in whole seconds.
  utimesSync(table, new Date(), new Date(Date.now() + 60_000));
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'The file was changed or removed. Please choose it again.',
  );
  await page.getByLabel('File to import').setInputFiles(table);
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText('Nothing has been saved yet.')).toBeVisible();
});

test('photos at addresses are asked for, what fails says why and can be tried again', async ({
  page,
  context,
}) => {
  await logIn(context);
  await page.goto('/settings#export-and-import');
  const title = titled('Photo elsewhere');
  // An address that no shop opens, whatever network it is in.
  const sheet = `Title,Photo\n${title},https://10.0.0.1/stone.jpg\n`;
  await page
    .getByLabel('File to import')
    .setInputFiles({ name: 'elsewhere.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByText('Import complete.')).toBeVisible();
  await expect(
    page.getByRole('link', { name: 'Open the hidden pieces in Manage' }),
  ).toHaveAttribute('href', '/manage?visibility=hidden');

  const photos = page.getByRole('region', { name: 'Photos in your other shop' });
  await expect(photos).toContainText('One photo from your sheet is still at 10.0.0.1.');
  await expectNoViolations(page, { widths: [1440, 390] });
  for (const button of ['Copy one photo', 'Try again']) {
    await photos.getByRole('button', { name: button }).press('Enter');
    await expect(photos.getByRole('list', { name: 'One photo couldn’t be copied' })).toContainText(
      `${title}: This address isn’t on the public internet, so we don’t open it.`,
    );
    await expect(photos.getByRole('status')).toHaveText('0 of 1 photo copied.');
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
  }
  await photos.getByRole('button', { name: 'Leave it out' }).press('Enter');
  const asked = page.getByRole('dialog', { name: 'Leave out one photo?' });
  await asked.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(photos.getByRole('list')).toBeVisible();
  await photos.getByRole('button', { name: 'Leave it out' }).press('Enter');
  await Promise.all([
    asked.getByRole('button', { name: 'Leave it out' }).click(),
    expect(toastOn(page)).toContainText('Photos Left Out'),
  ]);
  await expect(photos.getByRole('list')).toHaveCount(0);

  await page.getByRole('button', { name: 'Undo elsewhere.csv' }).click();
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('Undone: 1 removed.')).toBeVisible();
});

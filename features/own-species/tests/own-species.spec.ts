/** The admin corrects the table of species and adds to it, and says of one piece what care it needs. */

import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { answered, expect, logIn, toastOn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';
import { pictureFile } from '#tests/support/e2e-specimens.ts';

// What is said of a species is shown to everybody.
const test = testWithOwnShop();

test('the admin corrects a species, sees what the table says beside it, and takes it back', async ({
  page,
  context,
}) => {
  await logIn(context);
  await page.goto('/manage/collections');
  await page.getByRole('main').getByRole('link', { name: 'Species', exact: true }).click();
  await page.getByRole('searchbox', { name: /^Search names/ }).fill('flourite');
  await page.getByRole('link', { name: 'Edit Fluorite' }).click();
  await page.getByLabel('Hardness').fill('12');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter a hardness from 1 to 10')).toBeVisible();
  await expect(page.getByLabel('Hardness')).toBeFocused();
  await page.getByLabel('Hardness').fill('3.8 – 4.2');
  await expect(page.getByText('Please enter a hardness from 1 to 10')).toBeHidden();
  await expectNoViolations(page, { widths: [390, 1440] });
  await page.getByLabel('Habit').fill('Cubes with rounded edges');
  await page.getByLabel('Source').fill('Own measurements');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toastOn(page)).toContainText('Species Saved');
  await expect(
    page.getByRole('main').getByRole('listitem').filter({ hasText: 'Fluorite' }),
  ).toContainText('Corrected');
  await expectNoViolations(page, { widths: [390, 1440], within: 'main' });
  await page.goto('/species/fluorite');
  await expect(page.getByRole('main')).toContainText('3.8–4.2 (Mohs)');
  await expect(page.getByRole('main')).toContainText('Cubes with rounded edges');
  await expect(page.getByRole('main')).toContainText(
    'Own measurements, entered by us (hardness, habit)',
  );

  await page.goto('/manage/species?edit=fluorite');
  await page.getByRole('button', { name: 'Use that for Hardness' }).press('Enter');
  await expect(page.getByLabel('Hardness')).toHaveValue('4');
  await expect(page.getByLabel('Hardness')).toBeFocused();
  await page.getByRole('link', { name: 'Back to Species' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Undo Changes' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Nothing yet.')).toBeVisible();
  await page.goto('/species/fluorite');
  await expect(page.getByRole('main')).not.toContainText('entered by us');
});

test('an unknown name is added from the form’s hint, and the piece gets its care notes', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(400));
  await logIn(context);
  await page.goto('/upload');
  await page.getByLabel('Species', { exact: true }).fill('Kryptolith');
  const [tab] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: /^Add “Kryptolith”/ }).click(),
  ]);
  await expect(tab.getByLabel('Name', { exact: false }).first()).toHaveValue('Kryptolith');
  await tab.getByLabel('Variety of').fill('Nope');
  await tab.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(tab.getByText('There’s no species “Nope” in the table')).toBeVisible();
  await tab.getByLabel('Variety of').fill('');
  await tab.getByLabel('Formula').fill('PbSO4');
  await tab.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(toastOn(tab)).toContainText('Species Added');
  await tab.close();

  await page.getByLabel('Species', { exact: true }).fill('Kryptolith, Torbernite');
  const care = page.getByRole('group', { name: 'Care' });
  await expect(care.getByRole('switch', { name: /^Kryptolith: Its dust is toxic/ })).toBeChecked();
  const radioactive = care.getByRole('switch', { name: /^Torbernite: Radioactive/ });
  await radioactive.press('Space');
  await expect(page.getByText('Buyers won’t see that this piece is radioactive.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep It', exact: true }).click();
  await expect(radioactive).toBeChecked();
  await radioactive.press('Space');
  await page.getByRole('button', { name: 'Hide It', exact: true }).click();
  await expect(radioactive).not.toBeChecked();
  await care.getByRole('button', { name: /^Use your own words.*Loses water/ }).click();
  await care.getByLabel('Your words').fill('Keep it out of the sun.');
  const add = care.getByRole('button', { name: 'Add a note of your own' });
  await add.click();
  await care.getByRole('button', { name: 'Remove the note' }).press('Enter');
  await expect(add).toBeFocused();
  await add.click();
  await care.getByLabel('Your own note').fill('Wipe it dry.');
  await expectNoViolations(page, { widths: [390, 1440], within: 'main' });
  await page
    .getByLabel('Main Image', { exact: true })
    .setInputFiles(await pictureFile('kryptolith.jpg'));
  await page.getByRole('button', { name: 'Upload Specimen' }).click();
  await expect(toastOn(page)).toContainText('Upload Successful');
  const [{ id }] = await (
    await context.request.get('/api/specimens', { params: { search: 'kryptolith' } })
  ).json();
  await page.goto(`/specimen/${id}`);
  const shown = page.getByRole('definition').filter({ hasText: 'Its dust is toxic' });
  await expect(shown).toContainText('Torbernite: Keep it out of the sun.');
  await expect(shown).toContainText('Wipe it dry.');
  await expect(page.getByRole('main')).not.toContainText('Radioactive');
});

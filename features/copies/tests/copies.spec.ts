import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { ADMIN, answered, expect, logIn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';

const test = testWithOwnShop();

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Nightly copies' });

test('the owner sets up copies, and an empty shop begins with what was copied', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(
    answered(400, '/api/manage/copies'),
    answered(400, '/api/manage/restore'),
    answered(401),
  );
  const place = test.info().outputPath('copies');
  await logIn(context);
  await page.goto('/settings#copies');
  const section = sectionOf(page);
  await expect(section).toBeInViewport();
  await expect(section.getByRole('status')).toContainText('Choose a place, then make the key.');

  await section.getByRole('button', { name: 'Add a place' }).press('Enter');
  await expect(section.getByLabel('Kind of place')).toBeFocused();
  await section.getByRole('button', { name: 'Add the place' }).click();
  await expect(section.getByLabel('Folder')).toBeFocused();
  await section.getByLabel('Folder').fill('copies');
  await section.getByRole('button', { name: 'Add the place' }).click();
  await expect(section.getByRole('alert')).toContainText('Enter the folder’s whole path');
  await section.getByLabel('Folder').fill(place);
  await section.getByRole('button', { name: 'Add the place' }).press('Enter');
  await expect(section.getByRole('listitem').filter({ hasText: place })).toContainText('none yet');
  await expect(section.getByRole('heading', { name: 'Places' })).toBeFocused();

  const key = section.getByRole('heading', { name: 'Key' });
  await section.getByRole('button', { name: 'Make the key' }).press('Enter');
  await expect(key).toBeFocused();
  const shown = section.getByRole('list', { name: 'The words of the key' });
  await expect(shown.getByRole('listitem')).toHaveCount(24);
  await expectNoViolations(page);
  const words = (await shown.getByRole('listitem').allTextContents()).map((text) =>
    text.replace(/^\d+/, ''),
  );
  await page.emulateMedia({ media: 'print' });
  const sheet = page
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: 'Key of the nightly copies' }) });
  await expect(sheet).toContainText(`npm run restore -- --from ${place}`);
  await expect(sheet.getByRole('img', { name: 'The words as a QR code' })).toBeVisible();
  await expect(section).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await expect(sheet).toBeHidden();

  await section.getByRole('button', { name: 'I have the words' }).click();
  await expect(shown).toBeHidden();
  const fields = section.getByRole('form', { name: 'Words of the key' }).getByRole('textbox');
  for (const field of await fields.all()) await field.fill('wrong');
  await section.getByRole('button', { name: 'Use this key' }).click();
  await expect(section.getByRole('alert')).toContainText('don’t match the sheet');
  for (const label of await section.getByText(/^Word \d+$/).allTextContents()) {
    await section
      .getByLabel(label, { exact: true })
      .fill(words[Number(label.replace('Word ', '')) - 1] ?? '');
  }
  await section.getByRole('button', { name: 'Use this key' }).press('Enter');
  await expect(section.getByRole('status')).toContainText('Copies are on.');
  await expect(key).toBeFocused();

  await section.getByRole('button', { name: 'Copy now' }).click();
  await expect(section.getByRole('status')).toContainText('A copy is being made.');
  await expect(section.getByRole('listitem').filter({ hasText: place })).toContainText(
    'Copies there1, the last one',
    { timeout: 200_000 },
  );
  await expect(section.getByRole('status')).toContainText('Copies are on.', { timeout: 200_000 });
  await section.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Copies are off')).toHaveCount(1);
  await expect(section.getByRole('status')).toContainText('Copies are off.');
  await section.getByRole('button', { name: 'Turn on' }).click();
  await expect(section.getByRole('status')).toContainText('Copies are on.');

  const pieces = async () =>
    (await (await context.request.get('/api/specimens')).json()) as { id: number }[];
  const before = await pieces();
  for (const { id } of before)
    expect((await context.request.delete(`/api/specimens/${id}`)).ok()).toBe(true);
  expect([before.length > 0, await pieces()]).toEqual([true, []]);
  await page.goto('/manage?step=overview');
  await page.getByRole('heading', { name: 'Begin with a copy' }).click();
  const form = page.getByRole('form', { name: 'Copy to begin with' });
  await form.getByLabel('Restore from').selectOption('copy');
  await form.getByLabel('Folder').fill(place);
  await form.getByLabel('The 24 words').fill(words.slice(1).join(' '));
  await form.getByRole('button', { name: 'Begin with this copy' }).click();
  await expect(form.getByRole('alert')).toContainText('The key has 24 words. You entered 23.');
  await form.getByLabel('The 24 words').fill(words.join(' '));
  await form.getByRole('button', { name: 'Begin with this copy' }).click();
  const login = page.getByRole('dialog', { name: 'Administrator Login' });
  await expect(login).toBeVisible({ timeout: 200_000 });
  await expect(page.getByText('The shop is restored.')).toBeVisible();
  await login.getByLabel('Username').fill(ADMIN.username);
  await login.getByLabel('Password').fill(ADMIN.password);
  await login.getByRole('button', { name: 'Login' }).click();
  await expect(login).toBeHidden();
  expect(await pieces()).toEqual(before);
});

test('the owner restores a backup in Settings, over what the shop has, and reads how far it is', async ({
  page,
  context,
  complaints,
}) => {
  complaints.expect(answered(401));
  await logIn(context);
  const backup = await context.request.get('/api/manage/backup');
  const file = test.info().outputPath('druse.tar');
  await writeFile(file, await backup.body());
  const titles = async () =>
    ((await (await context.request.get('/api/specimens')).json()) as { title: string }[])
      .map(({ title }) => title)
      .toSorted();
  const before = await titles();
  const [first] = (await (await context.request.get('/api/specimens')).json()) as { id: number }[];
  expect((await context.request.delete(`/api/specimens/${first?.id}`)).ok()).toBe(true);

  await page.goto('/settings#restore');
  const form = page.getByRole('form', { name: 'Restore' });
  const restore = form.getByRole('button', { name: 'Restore the shop' });
  await restore.press('Enter');
  await expect(form.getByRole('alert')).toContainText('Please choose the file.');
  await form.getByLabel('Backup file').setInputFiles(file);
  await expect(form.getByRole('status')).toContainText('druse.tar');
  await form.getByRole('switch', { name: /^Replace / }).click();
  await restore.click();
  await expect(form.getByLabel('Passphrase')).toBeFocused();
  await form.getByLabel('Passphrase').fill('five random words of ours');
  await expectNoViolations(page);

  // The restore as it would be in the middle of a large shop.
  const far = { step: 'files', share: 0.42 };
  await page.route('**/api/manage/restore', async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    return route.fulfill({ json: { ...(await response.json()), isRunning: true, progress: far } });
  });
  await restore.click();
  const bar = page.getByRole('progressbar', { name: 'Storing photos and videos' });
  await expect(bar).toHaveAttribute('value', '42');
  await expect(page.getByText('The shop is restored.')).toBeVisible({ timeout: 200_000 });
  await logIn(context);
  expect(await titles()).toEqual(before);
});

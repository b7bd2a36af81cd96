/** What was typed and not sent, in the windows of one device. */
import { expect, logIn, test } from '#tests/support/e2e.ts';
import { pictureFile } from '#tests/support/e2e-specimens.ts';

test.beforeEach(async ({ context, page }) => {
  await logIn(context);
  await page.goto('/upload');
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Specimen' })).toBeVisible();
});

test('what was typed and chosen survives a closed tab, is offered in words, and ends at logout', async ({
  page,
  context,
}) => {
  const drafts = () =>
    page.evaluate(async () => {
      const found = (await indexedDB.databases()).some(({ name }) => name === 'druse-drafts');
      if (!found) return 0;
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('druse-drafts');
        opening.onsuccess = () => resolve(opening.result);
      });
      const count = await new Promise<number>((resolve) => {
        const counting = db.transaction(['drafts', 'files']).objectStore('drafts').count();
        counting.onsuccess = () => resolve(counting.result);
      });
      db.close();
      return count;
    });
  await page.getByLabel('Title').fill('Half a Legrandite');
  await page.getByLabel('Main Image', { exact: true }).setInputFiles(await pictureFile('half.jpg'));
  await expect.poll(drafts).toBe(1);
  await page.close();

  const later = await context.newPage();
  page = later;
  await page.goto('/upload');
  const offer = page.getByRole('list', { name: 'Unsaved drafts' });
  await expect(offer).toContainText(
    /Draft from \w+ \d+, .*: “Half a Legrandite”, with one new file\./,
  );
  await expect(page.getByLabel('Title')).toHaveValue('');
  const seen = page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open('druse-drafts');
      opening.onsuccess = () => resolve(opening.result);
    });
    const keys = () =>
      new Promise<string>((resolve) => {
        const reading = db.transaction('drafts').objectStore('drafts').getAllKeys();
        reading.onsuccess = () => resolve(reading.result.join(' '));
      });
    const [left, all] = [await keys(), new Set<string>()];
    for (let now = left; ; now = await keys()) {
      all.add(now);
      if (!now.includes(left)) return [...all].map((held) => held.split(' ').length);
    }
  });
  await offer.getByRole('button', { name: 'Restore draft' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Half a Legrandite');
  await expect(page.getByText('half.jpg')).toBeVisible();
  await expect(offer).toBeHidden();
  // No window ever sees it twice: neither does a logout that asks meanwhile.
  expect(await seen).toEqual([1, 1]);

  const other = await context.newPage();
  await expect.poll(drafts).toBe(1);
  await other.goto('/');
  await other.getByRole('button', { name: 'Logout' }).click();
  const question = other.getByRole('dialog', { name: 'Log out and lose it?' });
  await expect(question).toContainText(
    'You haven’t uploaded what you typed for “Half a Legrandite”. Logging out deletes it from this device.',
  );
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(other.getByRole('button', { name: 'Logout' })).toBeHidden();
  await expect.poll(drafts).toBe(0);
  // The form that is still open stores nothing more.
  await page.getByLabel('Title').fill('Half a Legrandite and more');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.waitForTimeout(1_000);
  expect(await drafts()).toBe(0);
});

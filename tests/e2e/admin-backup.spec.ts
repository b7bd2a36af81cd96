/** Downloading the whole shop from Settings. */
import { statSync } from 'node:fs';
import { answered, expect, logIn, test, toastOn } from '#tests/support/e2e.ts';

test('a backup is downloaded, one at a time, and a lost session asks for the login', { tag: '@phone' }, async ({
  page,
  context,
  complaints,
}) => {
  await logIn(context);
  await page.goto('/settings#account');
  const button = page.getByRole('button', { name: 'Download backup' });

  // The download may begin only after the message has gone.
  const downloading = page.waitForEvent('download');
  await button.click();
  await expect(toastOn(page)).toContainText('Backup started');
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^druse-\d{4}-\d\d-\d\d\.tar$/);
  expect(statSync(await download.path()).size).toBeGreaterThan(10_000_000);

  complaints.expect(answered(409), answered(401));
  await page.route('/api/manage/backup', (route) => route.fulfill({ status: 409 }), { times: 1 });
  await button.click();
  await expect(toastOn(page)).toContainText('A backup is being made already. Please wait until it is done.');

  await context.clearCookies();
  await button.click();
  await expect(page.getByRole('dialog').getByLabel('Password')).toBeVisible();
});

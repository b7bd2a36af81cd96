/** Downloading the whole shop from Settings. */
import { openSync, readSync, statSync } from 'node:fs';
import { listenTo } from '#tests/e2e/listening.ts';
import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { ADMIN, answered, expect, logIn, toastOn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';

// A shop makes one backup at a time, so the tests have their own and run one after the other.
const test = testWithOwnShop();
test.describe.configure({ mode: 'default' });

test('a backup is downloaded, one at a time, and a lost session asks for the login', async ({
  page,
  context,
  complaints,
}) => {
  await logIn(context);
  await page.goto('/settings#backup');
  const button = page.getByRole('button', { name: 'Download backup' });

  // The download may begin only after the message has gone, and the click ends with its beginning.
  const downloading = page.waitForEvent('download');
  await Promise.all([button.click(), expect(toastOn(page)).toContainText('Backup started')]);
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^druse-\d{4}-\d\d-\d\d\.tar$/);
  expect(statSync(await download.path()).size).toBeGreaterThan(10_000_000);

  // As the server answers ten minutes after the login.
  complaints.expect(answered(403));
  await page.route('/api/manage/backup', (route) => route.fulfill({ status: 403 }), { times: 1 });
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Please confirm' });
  await dialog.getByLabel('Password').fill('not this one');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('That isn’t your password')).toBeVisible();
  await expectNoViolations(page, { widths: [1440, 390] });
  await dialog.getByLabel('Password').fill(ADMIN.password);
  const again = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog).toBeHidden();
  await (await again).cancel();

  complaints.expect(answered(409), answered(401));
  await page.route('/api/manage/backup', (route) => route.fulfill({ status: 409 }), { times: 1 });
  await button.click();
  await expect(toastOn(page)).toContainText(
    'A backup is already running. Please wait until it’s done.',
  );

  await context.clearCookies();
  await button.click();
  await expect(page.getByRole('dialog').getByLabel('Password')).toBeVisible();
});

test('a backup is encrypted with a passphrase that is typed twice and is in no URL', async ({
  page,
  context,
}) => {
  await logIn(context);
  const heard = await listenTo(page);
  await page.goto('/settings#backup');
  const form = page.getByRole('form', { name: 'Backup' });
  const button = form.getByRole('button', { name: 'Download backup' });
  await form.getByRole('switch', { name: 'Encrypt it with a passphrase' }).click();
  const [passphrase, repeated] = [
    form.getByLabel('Passphrase', { exact: true }),
    form.getByLabel('Repeat Passphrase'),
  ];

  await passphrase.fill('too short');
  await button.click();
  await expect(passphrase).toHaveAccessibleDescription(
    /Please choose a passphrase of at least 12 characters/,
  );
  await expect(repeated).toHaveAccessibleDescription('The passphrases don’t match');
  await expect(passphrase).toBeFocused();
  await passphrase.fill('five random words here & there');
  await repeated.fill('five random words here');
  await button.click();
  await expect(passphrase).not.toHaveAttribute('aria-invalid');
  await expect(repeated).toHaveAccessibleDescription('The passphrases don’t match');
  await expect(repeated).toBeFocused();
  await expectNoViolations(page, { widths: [1440, 390] });

  await repeated.fill('five random words here & there');
  const sending = page.waitForRequest((request) => request.method() === 'POST');
  const downloading = page.waitForEvent('download');
  // While a busy machine makes the key, the page is being left, and nothing on it can be looked at.
  await Promise.all([
    button.click(),
    expect.poll(() => heard.said()).toContainEqual(expect.stringContaining('Backup started')),
  ]);
  expect((await sending).url()).toMatch(/\/api\/manage\/backup$/);
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^druse-\d{4}-\d\d-\d\d\.tar\.age$/);
  const file = await download.path();
  expect(statSync(file).size).toBeGreaterThan(10_000_000);
  const beginning = Buffer.alloc(32);
  readSync(openSync(file, 'r'), beginning);
  expect(String(beginning)).toBe('age-encryption.org/v1\n-> scrypt ');
  await expect(page).toHaveURL('/settings#backup');
  await expect(passphrase).toHaveValue('');
});

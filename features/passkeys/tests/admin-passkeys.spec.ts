/** Passkeys from their first to their last use, with authenticators that Chromium plays itself. */
import type { CDPSession } from '@playwright/test';
import { expectNoViolations } from '#tests/e2e/no-violations.ts';
import { ADMIN, answered, expect, toastOn } from '#tests/support/e2e.ts';
import { testWithOwnShop } from '#tests/support/e2e-own-shop.ts';

const base = testWithOwnShop();
// A passkey belongs to a name, and to no number.
const test = base.extend({
  baseURL: async ({ shop }, use) => use(shop.replace('127.0.0.1', 'localhost')),
});

/** Plugs a device in that has a fingerprint reader, whose owner always agrees. @returns a function that takes it away. */
async function plugIn(
  devTools: CDPSession,
  transport: 'internal' | 'usb',
): Promise<() => Promise<unknown>> {
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return () => devTools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
}

test('two passkeys are added, log in, confirm a download, and one that was removed opens nothing', async ({
  page,
  context,
  complaints,
}) => {
  const devTools = await context.newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const dialog = page.getByRole('dialog', { name: 'Administrator Login' });
  const withPasskey = dialog.getByRole('button', { name: 'Sign in with a passkey' });
  await page.goto('/manage');
  await dialog.getByLabel('Username').fill(ADMIN.username);
  await dialog.getByLabel('Password').fill(ADMIN.password);
  await expect(withPasskey, 'there is none yet').toHaveCount(0);
  await dialog.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/settings#passkeys');
  const panel = page.getByRole('region', { name: 'Passkeys' });
  const rows = panel.getByRole('listitem');
  const add = async (name: string) => {
    await panel.getByLabel('Name of a new passkey').fill(name);
    await panel.getByRole('button', { name: 'Add a passkey' }).click();
  };
  await add('');
  await expect(panel.getByLabel('Name of a new passkey')).toHaveAccessibleDescription(
    /Please give the passkey a name$/,
  );
  const unplugPhone = await plugIn(devTools, 'internal');
  await add('Phone');
  await expect(rows).toHaveText([/^Phone.*never used/]);
  await add('Phone again');
  await expect(panel.getByLabel('Name of a new passkey')).toHaveAccessibleDescription(
    /This device or key already has a passkey for the shop\.$/,
  );
  await unplugPhone();
  await plugIn(devTools, 'usb');
  await add('Blue key');
  await expect(rows).toHaveText([/^Phone/, /^Blue key/]);
  await rows.nth(1).getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Red key');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect(rows.nth(1)).toHaveText(/^Red key/);
  await expectNoViolations(page);

  await context.clearCookies();
  await page.goto('/manage');
  await expect(dialog).toBeVisible();
  await expectNoViolations(page);
  await withPasskey.click();
  await expect(dialog).toBeHidden();
  await expect(toastOn(page)).toContainText('Login Successful');

  const open = (room: string) =>
    page
      .getByRole('navigation', { name: 'More settings' })
      .getByRole('link', { name: room })
      .click();
  await page.goto('/settings#passkeys');
  await expect(rows.nth(1)).toHaveText(/^Red key.*last used/);
  await open('Sessions');
  await expect(page.getByRole('region', { name: 'Sessions' })).toContainText(
    'by the passkey “Red key”',
  );
  await open('Activity');
  await expect(page.getByRole('region', { name: 'Recent activity' })).toContainText(
    'Logged in with the passkey “Red key”',
  );
  await open('Backup');
  // As the server answers ten minutes after the login.
  complaints.expect(answered(403));
  await page.route('/api/manage/backup', (route) => route.fulfill({ status: 403 }), { times: 1 });
  await page.getByRole('button', { name: 'Download backup' }).click();
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('dialog', { name: 'Please confirm' })
    .getByRole('button', { name: 'Use a passkey' })
    .click();
  await (await downloading).cancel();

  await open('Passkeys');
  await rows.nth(1).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(rows).toHaveText([/^Phone/]);
  await context.clearCookies();
  complaints.expect(answered(401));
  await page.goto('/manage');
  await withPasskey.click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'The shop doesn’t know this passkey. Use another one, or your password.',
  );
});

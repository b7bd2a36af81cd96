import type { FirstSteps } from '#contract/admin/first-steps.ts';
import { DEFAULT_EMAIL } from '#contract/admin/setting-rules.ts';
import { isDemoHandle, withoutAt } from '#contract/selling/venmo.ts';
import type { Context } from '#server/context.ts';
import { hasOwnPassword } from '#server/features/admin/auth/admin.service.ts';
import { isSettingStored, readSettings } from '#server/features/admin/settings/settings.service.ts';
import { hasMailServer } from '#server/features/messages/mail/mail-server.service.ts';
import { isDemoRemoved } from '#server/features/transfer/demo/demo-removal.service.ts';

/** Which of the first steps the admin has done. */
export async function readFirstSteps(ctx: Context): Promise<FirstSteps> {
  const { venmo_settings: venmo, general, legalPages } = await readSettings(ctx);
  const venmoUsername = withoutAt(venmo.venmoUsername);
  return {
    password: await hasOwnPassword(ctx),
    // Who has switched it off takes no payments by Venmo; a new shop has decided nothing yet.
    venmo: venmo.enabled ? venmoUsername !== '' && !isDemoHandle(venmoUsername) : await isSettingStored(ctx.db, 'venmo_settings'),
    contactEmail: general.contactEmail !== DEFAULT_EMAIL,
    policies: legalPages.includes('shipping') && legalPages.includes('returns'),
    mail: await hasMailServer(ctx),
    demo: await isDemoRemoved(ctx),
  };
}

/** Writes to the admin about their own account. */
import type { Context } from '#server/context.ts';
import type { AccountMailer } from '#server/features/admin/auth/activity.service.ts';
import { readSettingIn } from '#server/features/admin/settings/settings.service.ts';
import { queueMail } from './mail.service.ts';
import { hasMailServer } from './mail-server.service.ts';

/** Queues a mail to the contact email address. Without a mail server none: what it would say is under Recent activity, beside where it would be read. */
export const accountMailer =
  (ctx: Context): AccountMailer =>
  async (tx, kind, about) => {
    if (!(await hasMailServer(ctx, tx))) return;
    const general = await readSettingIn(tx, 'general');
    const contactEmail = about.contactEmails?.former ?? general.contactEmail;
    const settings = { general: { ...general, contactEmail }, venmo_settings: await readSettingIn(tx, 'venmo_settings') };
    await queueMail(ctx, tx, { kind, about, other: null }, settings);
  };

import type { AccountMailer } from '#core/server/admin/auth/activity.service.ts';
import { queueMail } from './mail.service.ts';
import { hasMailServer } from './mail-server.service.ts';

/** Without a mail server, Recent activity alone says it. */
export const accountMailer: AccountMailer = async (act, kind, about) => {
  if (!(await hasMailServer(act))) return;
  const { general, venmo_settings } = await act.settings();
  const contactEmail = about.contactEmails?.former ?? general.contactEmail;
  const settings = { general: { ...general, contactEmail }, venmo_settings };
  await queueMail(act, { kind, about, other: null }, settings);
};

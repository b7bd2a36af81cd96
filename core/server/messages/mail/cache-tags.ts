/** Pages say whether the shop sends email. */
import { SETTINGS } from '#core/server/admin/settings/cache-tags.ts';

export const MAIL_SERVER_SECRET = 'mail server';

export const secretRows = {
  sealed_secrets: (name: string) => (name === MAIL_SERVER_SECRET ? [SETTINGS] : []),
};

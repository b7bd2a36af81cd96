/** What the admin is told about their own account. */
import { formatDate } from '#contract/dates.ts';
import type { MailKindAbout } from '#contract/mail-statuses.ts';
import type { AccountNotice } from '#server/features/auth/activity.service.ts';
import { rows, type Shop, say, shopName, signature, type Template } from './template.ts';

const NOT_YOU = 'Not you? Log in, end that session under Sessions and change your password. Changing it ends all other sessions.';

export const accountMailTemplates: Record<MailKindAbout<'account'>, Template<AccountNotice>> = {
  new_login: (notice, shop) => ({
    subject: `New login at ${shopName(shop)}`,
    blocks: [
      say(`Someone logged in to ${shopName(shop)} as its admin, from a new device or network.`),
      facts(notice, shop),
      say(`Was it you? Then there’s nothing to do. ${NOT_YOU}`),
      ...account(shop),
    ],
  }),

  password_changed: (notice, shop) => ({
    subject: `Your ${shopName(shop)} password was changed`,
    blocks: [
      say(`Your admin password at ${shopName(shop)} was changed. All other sessions have ended.`),
      facts(notice, shop),
      say('Not you? Set a new password on the shop’s own computer: npm run user -- set-password'),
      ...account(shop),
    ],
  }),

  passkey_added: (notice, shop) => ({
    subject: `A passkey was added at ${shopName(shop)}`,
    blocks: [
      say(`A new passkey can now log in to ${shopName(shop)} as its admin.`),
      facts(notice, shop),
      say('Not you? Log in, remove it under Passkeys and change your password. Changing it ends all other sessions.'),
      ...account(shop),
    ],
  }),

  passkey_removed: (notice, shop) => ({
    subject: `A passkey was removed at ${shopName(shop)}`,
    blocks: [
      say(`One of your passkeys no longer logs in to ${shopName(shop)}.`),
      facts(notice, shop),
      say(`Was it you? Then there’s nothing to do. ${NOT_YOU}`),
      ...account(shop),
    ],
  }),
};

function facts({ at, client, passkey }: AccountNotice, shop: Shop) {
  const when = formatDate(at, shop.settings.general.timeZone);
  return rows(...(passkey ? [['Passkey', passkey] as const] : []), ['When', when], ['With', client.device], ['From', client.network]);
}

const account = (shop: Shop) => [
  { kind: 'link', text: 'Sessions and password', href: `${shop.origin}/settings#account` } as const,
  signature(shop),
];

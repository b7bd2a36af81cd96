/** What the admin is told about their own account. */
import { formatDate } from '#contract/dates.ts';
import type { MailKindAbout } from '#contract/messages/mail-statuses.ts';
import type { AccountNotice } from '#server/features/admin/auth/activity.service.ts';
import { farewell, rows, type Shop, say, shopName, type Template } from './template.ts';

const NOT_YOU = 'If it was not you, log in, end the session under Sessions and change your password: that ends all other sessions.';

export const accountMailTemplates: Record<MailKindAbout<'account'>, Template<AccountNotice>> = {
  new_login: (notice, shop) => ({
    subject: `New login at ${shopName(shop)}`,
    blocks: [
      say(`Somebody logged in to ${shopName(shop)} as its owner, with a device or in a network that was not seen before.`),
      facts(notice, shop),
      say(`If it was you, there is nothing to do. ${NOT_YOU}`),
      ...account(shop),
    ],
  }),

  password_changed: (notice, shop) => ({
    subject: `Your password at ${shopName(shop)} was changed`,
    blocks: [
      say(`The password of the owner of ${shopName(shop)} was changed, and all other sessions were ended.`),
      facts(notice, shop),
      say('If it was not you, set a new password on the shop’s own computer, with: npm run user -- set-password'),
      ...account(shop),
    ],
  }),

  passkey_added: (notice, shop) => ({
    subject: `A passkey was added at ${shopName(shop)}`,
    blocks: [
      say(`From now on a new passkey logs in to ${shopName(shop)} as its owner.`),
      facts(notice, shop),
      say('If it was not you, log in, remove it under Passkeys and change your password: that ends all other sessions.'),
      ...account(shop),
    ],
  }),

  passkey_removed: (notice, shop) => ({
    subject: `A passkey was removed at ${shopName(shop)}`,
    blocks: [
      say(`A passkey of the owner of ${shopName(shop)} does not log in any more.`),
      facts(notice, shop),
      say(`If it was you, there is nothing to do. ${NOT_YOU}`),
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
  farewell(shop),
];

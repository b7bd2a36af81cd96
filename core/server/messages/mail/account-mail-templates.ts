import { formatDate } from '#core/contract/dates.ts';
import type { MailKindAbout } from '#core/contract/messages/mail-statuses.ts';
import { type AccountNotice, handleText } from '#core/server/admin/auth/activity.service.ts';
import { asTyped } from '#platform/process/way-of-running.ts';
import { farewell, rows, type Shop, say, shopName, type Template } from './template.ts';

const NOT_YOU = 'If it wasn’t you, log in and change your password. That ends all other sessions.';
const WAS_IT_YOU = say(`If it was you, there’s nothing to do. ${NOT_YOU}`);

export const accountMailTemplates: Record<MailKindAbout<'account'>, Template<AccountNotice>> = {
  new_login: (notice, shop) => ({
    subject: `New login at ${shopName(shop)}`,
    blocks: [
      say(`Someone logged in to your account at ${shopName(shop)} from a new device or network.`),
      facts(notice, shop),
      WAS_IT_YOU,
      ...account(shop),
    ],
  }),

  password_changed: (notice, shop) => ({
    subject: `Your password at ${shopName(shop)} was changed`,
    blocks: [
      say(`Your password at ${shopName(shop)} was changed, and all other sessions were ended.`),
      facts(notice, shop),
      say(
        `If it wasn’t you, set a new password on the shop’s own computer with: ${asTyped('npm run user -- set-password')}`,
      ),
      ...account(shop),
    ],
  }),

  passkey_added: (notice, shop) => ({
    subject: `A passkey was added at ${shopName(shop)}`,
    blocks: [
      say(`A new passkey can now log in to your account at ${shopName(shop)}.`),
      facts(notice, shop),
      say('If it wasn’t you, remove it now. The link shows you how, once you’ve logged in.'),
      notYou(shop),
      farewell(shop),
    ],
  }),

  /** Goes to the former address, whose reader may be the only one to notice. */
  contact_email_changed: (notice, shop) => ({
    subject: `Your contact email at ${shopName(shop)} was changed`,
    blocks: [
      say(
        `Emails from ${shopName(shop)} and its buyers now go to ${notice.contactEmails?.present ?? 'another address'}.`,
      ),
      facts(notice, shop),
      WAS_IT_YOU,
      notYou(shop),
      farewell(shop),
    ],
  }),

  payee_changed: (notice, shop) => ({
    subject: `Where buyers pay at ${shopName(shop)} was changed`,
    blocks: [
      say(
        notice.payees
          ? `Buyers now pay ${handleText(notice.payees.present)} on Venmo, not ${handleText(notice.payees.former)}.`
          : 'The payment instructions that buyers read were changed.',
      ),
      facts(notice, shop),
      WAS_IT_YOU,
      notYou(shop),
      farewell(shop),
    ],
  }),

  passkey_removed: (notice, shop) => ({
    subject: `A passkey was removed at ${shopName(shop)}`,
    blocks: [
      say(`One of your passkeys can no longer log in to ${shopName(shop)}.`),
      facts(notice, shop),
      WAS_IT_YOU,
      ...account(shop),
    ],
  }),
};

function facts({ at, client, passkey, removedPasskeys = [] }: AccountNotice, shop: Shop) {
  const when = formatDate(at, shop.settings.general.timeZone);
  const passkeys = [
    ...(passkey ? [['Passkey', passkey] as const] : []),
    ...removedPasskeys.map((name) => ['Removed passkey', name] as const),
  ];
  return rows(...passkeys, ['When', when], ['With', client.device], ['From', client.network]);
}

/** The page needs a login, so a scanner that follows the link changes nothing. */
const notYou = (shop: Shop) =>
  ({ kind: 'link', text: 'This was not me', href: `${shop.origin}/settings#not-me` }) as const;

const account = (shop: Shop) => [
  { kind: 'link', text: 'Sessions and password', href: `${shop.origin}/settings#account` } as const,
  farewell(shop),
];

/**
 * Each feature that stores an email address has its entry here, with every column that leads to a
 * person; a test searches a filled shop for addresses of email, networks and houses that no entry
 * covers.
 */
import type { Context } from '#core/server/context.ts';
import type { PersonalData } from '#core/server/feature.ts';
import { eraseOtherMailsOf, otherMailsOf } from '#core/server/messages/mail/mail.service.ts';
import { entriesAt } from '#core/server/plugged-in.ts';
import { eraseNotesOf, notesOf } from '#core/server/selling/buyers/buyers.service.ts';
import { eraseOrdersOf, ordersOf } from '#core/server/selling/orders/buyer-orders.service.ts';
import { clearLeft, leftBehind, tablesLeft } from './left-behind.service.ts';

const MAIL_COLUMNS = [
  ...([
    'to_name',
    'to_address',
    'reply_to',
    'subject',
    'body_text',
    'body_html',
    'message_id',
    'dedupe_key',
  ] as const),
  ...(['last_error', 'unsubscribe_url'] as const),
];

/** Why a column may have an address that belongs to no buyer, or is gone a day later. */
export const otherAddresses: Record<string, string> = {
  'events.data': 'the network from which the admin logged in',
  'copy_places.address': 'a folder or a bucket of the shop’s own',
  'credit_notes.seller': 'the shop’s own, as on an invoice',
  'invoices.buyer_address':
    'whom an invoice bills, which the law wants kept for years; then it is erased by itself',
  'invoices.seller': 'the shop’s own name and address, as the law wants it on an invoice',
  'login_attempts.ip_address':
    'counts attempts of a quarter of an hour, and is then deleted; in no backup',
  'login_attempts.network': 'the same',
  'login_networks.network':
    'the admin’s, until 90 days after the last login from there; in no backup',
  'mails.from_address': 'the shop’s own',
  'photo_addresses.address': 'of a photo in a former shop',
  'passkey_challenges.network': 'deleted after minutes; in no backup',
  'rate_limit_hits.key': 'an IP address until its limit’s time is over; in no backup',
  'sessions.network': 'the admin’s, until the session ends; in no backup',
  'site_settings.value': 'the shop’s own',
  'visitor_days.marks':
    'one mark for many visitors, until the day is over; no address can be read from it, and in no backup',
  'users.username': 'the admin’s own, which may be an email address',
};

/** In the order of erasing. */
const coreData: Record<string, PersonalData & { order: number }> = {
  orders: {
    order: 20,
    columns: {
      orders: [
        ...([
          'customer_name',
          'customer_email',
          'customer_address',
          'ip_address',
          'search_text',
        ] as const),
        ...([
          'notes',
          'private_note',
          'paid_how',
          'venmo_username',
          'venmo_payment_id',
          'carrier',
          'tracking_number',
        ] as const),
      ],
      order_money: ['payer', 'note'],
      mails: MAIL_COLUMNS,
    },
    find: ordersOf,
    erase: eraseOrdersOf,
  },
  notes: { order: 50, columns: { buyers: ['email', 'note'] }, find: notesOf, erase: eraseNotesOf },
  mails: {
    order: 60,
    columns: { mails: MAIL_COLUMNS },
    find: otherMailsOf,
    erase: eraseOtherMailsOf,
  },
};

export async function personalDataKinds(): Promise<[name: string, data: PersonalData][]> {
  const ofFeatures = Object.entries(entriesAt('personalData')).map(
    async ([name, { order, load }]) => [name, { order, ...(await load()) }] as const,
  );
  const kinds = [...Object.entries(coreData), ...(await Promise.all(ofFeatures))]
    .toSorted(([, a], [, b]) => a.order - b.order)
    .map(([name, data]): [string, PersonalData] => [name, data]);
  const left = tablesLeft(kinds.map(([, data]) => data));
  return left.length === 0 ? kinds : [...kinds, ['leftBehind', leftBehind(left)]];
}

export async function clearLeftBehind(ctx: Context, before: string): Promise<void> {
  const kinds = await personalDataKinds();
  await clearLeft(ctx, tablesLeft(kinds.map(([, data]) => data)), before);
}

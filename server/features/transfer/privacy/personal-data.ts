/**
 * Everything in the shop that is stored under an email address. A feature that stores one has its entry here, with every column that leads to
 * a person; a test looks in every column of a filled shop for addresses of email, of networks and of houses that no entry covers.
 */
import type { PersonalData } from '#server/extra.ts';
import { eraseInquiriesOf, inquiriesOf } from '#server/features/messages/inquiries/inquiries.service.ts';
import { eraseOtherMailsOf, otherMailsOf } from '#server/features/messages/mail/mail.service.ts';
import { eraseNotesOf, notesOf } from '#server/features/selling/buyers/buyers.service.ts';
import { eraseOrdersOf, ordersOf } from '#server/features/selling/orders/buyer-orders.service.ts';
import { entriesAt } from '#server/plugged-in.ts';

const MAIL_COLUMNS = [
  ...(['to_name', 'to_address', 'reply_to', 'subject', 'body_text', 'body_html', 'message_id', 'dedupe_key'] as const),
  ...(['last_error', 'unsubscribe_url'] as const),
];

/** Columns with an address that belongs to no buyer, or that is no longer there a day later, and why it may be there. */
export const otherAddresses: Record<string, string> = {
  'events.data': 'the network from which the admin logged in',
  'copy_places.address': 'a folder or a bucket of the shop’s own',
  'credit_notes.seller': 'the shop’s own, as on an invoice',
  'invoices.buyer_address': 'whom an invoice bills, which the law wants kept for years; then it is erased by itself',
  'invoices.seller': 'the shop’s own name and address, as the law wants it on an invoice',
  'login_attempts.ip_address': 'counts attempts of a quarter of an hour, and is then deleted; in no backup',
  'login_attempts.network': 'the same',
  'login_networks.network': 'the admin’s, until 90 days after the last login from there; in no backup',
  'mails.from_address': 'the shop’s own',
  'photo_addresses.address': 'of a photo in a former shop',
  'passkey_challenges.network': 'deleted after minutes; in no backup',
  'rate_limit_hits.key': 'an IP address until its limit’s time is over; in no backup',
  'sessions.network': 'the admin’s, until the session ends; in no backup',
  'site_settings.value': 'the shop’s own',
  'visitor_days.marks': 'one mark for many visitors, until the day is over; no address can be read from it, and in no backup',
  'users.username': 'the admin’s own, which may be an email address',
};

/** The core's, in the order in which they are erased. */
const coreData: Record<string, PersonalData & { order: number }> = {
  inquiries: {
    order: 10,
    columns: { inquiries: ['name', 'email', 'ip_address'], inquiry_messages: ['text'] },
    find: inquiriesOf,
    erase: eraseInquiriesOf,
  },
  orders: {
    order: 20,
    columns: {
      orders: [
        ...(['customer_name', 'customer_email', 'customer_address', 'ip_address', 'search_text'] as const),
        ...(['notes', 'private_note', 'paid_how', 'venmo_username', 'venmo_payment_id', 'carrier', 'tracking_number'] as const),
      ],
      mails: MAIL_COLUMNS,
    },
    find: ordersOf,
    erase: eraseOrdersOf,
  },
  notes: { order: 50, columns: { buyers: ['email', 'note'] }, find: notesOf, erase: eraseNotesOf },
  mails: { order: 60, columns: { mails: MAIL_COLUMNS }, find: otherMailsOf, erase: eraseOtherMailsOf },
};

/** All kinds with their names, those of the extras too, in the order in which they are erased. */
export async function personalDataKinds(): Promise<[name: string, data: PersonalData][]> {
  const extra = Object.entries(entriesAt('personalData')).map(
    async ([name, { order, load }]) => [name, { order, ...(await load()) }] as const,
  );
  return [...Object.entries(coreData), ...(await Promise.all(extra))]
    .toSorted(([, a], [, b]) => a.order - b.order)
    .map(([name, data]) => [name, data]);
}

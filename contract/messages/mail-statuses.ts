/** The kinds and statuses of mails, with what the admin reads of them. Free of schemas, so pages may import it. */

import { keysOf, type Tone } from '#contract/catalogue/statuses.ts';
import type { OrderStatus, orderStatusTable } from '#contract/selling/order-statuses.ts';

type MailKindEntry = {
  /** What its text is made from (`server/features/messages/mail/mail-templates.ts`). */
  about: 'order' | 'hold' | 'shield' | 'inquiry' | 'account' | 'trouble';
  /** Who reads it: the admin, or the one the shop deals with. */
  to: 'admin' | 'buyer';
};

type StatusMail = NonNullable<(typeof orderStatusTable)[OrderStatus]['mail']>;

/** The core's kinds of mail; extras bring their own, all of them to buyers. A new one is an entry here and its template; the database takes any. */
export const mailKindTable = {
  order_placed: { about: 'order', to: 'buyer' },
  /** Of a sale made elsewhere. */
  order_receipt: { about: 'order', to: 'buyer' },
  order_paid: { about: 'order', to: 'buyer' },
  order_shipped: { about: 'order', to: 'buyer' },
  /** A tracking number that became known, or changed, after the order was shipped. */
  order_tracking: { about: 'order', to: 'buyer' },
  order_refunded: { about: 'order', to: 'buyer' },
  /** Lines or totals have changed. */
  order_changed: { about: 'order', to: 'buyer' },
  /** A change that raises the total, which the buyer is asked about. */
  order_proposal: { about: 'order', to: 'buyer' },
  proposal_answered: { about: 'order', to: 'admin' },
  /** Several orders travel in one parcel. */
  orders_together: { about: 'order', to: 'buyer' },
  /** The buyer's email address was corrected: the new one gets the link. */
  order_link: { about: 'order', to: 'buyer' },
  /** The admin's own words. */
  order_words: { about: 'order', to: 'buyer' },
  order_cancelled: { about: 'order', to: 'buyer' },
  /** It was cancelled, and is pending again. */
  order_reopened: { about: 'order', to: 'buyer' },
  new_order: { about: 'order', to: 'admin' },
  /** The hold of an order is about to end. */
  hold_reminder: { about: 'hold', to: 'buyer' },
  /** It has ended, and the order is cancelled. */
  hold_ended: { about: 'hold', to: 'buyer' },
  hold_ended_notice: { about: 'hold', to: 'admin' },
  /** It has ended, and the admin decides. */
  hold_question: { about: 'hold', to: 'admin' },
  hold_extended: { about: 'hold', to: 'buyer' },
  /** "I have sent it". */
  payment_reported: { about: 'hold', to: 'admin' },
  /** Strangers hold much of the shop. */
  shield_raised: { about: 'shield', to: 'admin' },
  /** A visitor's question, and the admin's answer. */
  inquiry: { about: 'inquiry', to: 'admin' },
  inquiry_answer: { about: 'inquiry', to: 'buyer' },
  /** A login with a device or from a network that was not seen before. */
  new_login: { about: 'account', to: 'admin' },
  password_changed: { about: 'account', to: 'admin' },
  passkey_added: { about: 'account', to: 'admin' },
  passkey_removed: { about: 'account', to: 'admin' },
  contact_email_changed: { about: 'account', to: 'admin' },
  /** Something is wrong with the shop itself, and once it is over. */
  trouble_began: { about: 'trouble', to: 'admin' },
  trouble_over: { about: 'trouble', to: 'admin' },
} as const satisfies Record<StatusMail, MailKindEntry> & Record<string, MailKindEntry>;

export type MailKind = keyof typeof mailKindTable;
export const mailKinds = keysOf(mailKindTable);
/** Mails of extras go to buyers. */
export const isMailToAdmin = (kind: string): boolean => kind in mailKindTable && mailKindTable[kind as MailKind].to === 'admin';
/** The kinds whose text is made from `About`. */
export type MailKindAbout<About extends MailKindEntry['about']> = {
  [K in MailKind]: (typeof mailKindTable)[K]['about'] extends About ? K : never;
}[MailKind];

type MailStatusEntry = { label: string; tone: Tone };

export const mailStatusTable = {
  /** Written while there was no mail server; goes only by hand. */
  kept: { label: 'Not sent', tone: 'quiet' },
  /** Goes when it is due. */
  waiting: { label: 'Waiting to be sent', tone: 'quiet' },
  /** A process is handing it over. */
  sending: { label: 'Being sent', tone: 'quiet' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Could not be sent', tone: 'bad' },
  /** The mail server may have it or not, so it is not sent again automatically. */
  uncertain: { label: 'May have been sent', tone: 'warn' },
} as const satisfies Record<string, MailStatusEntry>;

export type MailStatus = keyof typeof mailStatusTable;
export const mailStatuses = keysOf(mailStatusTable);

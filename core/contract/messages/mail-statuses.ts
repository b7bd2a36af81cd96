/** Pages import this: keep schemas out. */

import type { OrderStatus, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import { keysOf, type Tone } from '#core/contract/tables.ts';
import * as toAdmin from '#features/mail-kinds.ts';

type MailKindEntry = {
  /** See `core/server/messages/mail/mail-templates.ts`. */
  about: 'order' | 'hold' | 'shield' | 'account' | 'trouble';
  to: 'admin' | 'buyer';
};

type StatusMail = NonNullable<(typeof orderStatusTable)[OrderStatus]['mail']>;

/** A new kind is an entry here and its template; the database takes any. */
export const mailKindTable = {
  order_placed: { about: 'order', to: 'buyer' },
  /** A sale elsewhere sends it. */
  order_receipt: { about: 'order', to: 'buyer' },
  /** A part came, and the rest is still due. */
  order_payment: { about: 'order', to: 'buyer' },
  order_paid: { about: 'order', to: 'buyer' },
  /** It takes the former back. */
  order_unpaid: { about: 'order', to: 'buyer' },
  order_shipped: { about: 'order', to: 'buyer' },
  /** The number became known, or changed, after shipping. */
  order_tracking: { about: 'order', to: 'buyer' },
  order_refunded: { about: 'order', to: 'buyer' },
  order_changed: { about: 'order', to: 'buyer' },
  order_proposal: { about: 'order', to: 'buyer' },
  proposal_answered: { about: 'order', to: 'admin' },
  orders_together: { about: 'order', to: 'buyer' },
  order_link: { about: 'order', to: 'buyer' },
  order_words: { about: 'order', to: 'buyer' },
  order_cancelled: { about: 'order', to: 'buyer' },
  order_reopened: { about: 'order', to: 'buyer' },
  new_order: { about: 'order', to: 'admin' },
  hold_reminder: { about: 'hold', to: 'buyer' },
  hold_ended: { about: 'hold', to: 'buyer' },
  hold_ended_notice: { about: 'hold', to: 'admin' },
  /** The hold has ended, and the admin decides. */
  hold_question: { about: 'hold', to: 'admin' },
  hold_extended: { about: 'hold', to: 'buyer' },
  payment_reported: { about: 'hold', to: 'admin' },
  shield_raised: { about: 'shield', to: 'admin' },
  new_login: { about: 'account', to: 'admin' },
  password_changed: { about: 'account', to: 'admin' },
  passkey_added: { about: 'account', to: 'admin' },
  passkey_removed: { about: 'account', to: 'admin' },
  contact_email_changed: { about: 'account', to: 'admin' },
  payee_changed: { about: 'account', to: 'admin' },
  /** It is written again once the trouble is over. */
  trouble_began: { about: 'trouble', to: 'admin' },
  trouble_over: { about: 'trouble', to: 'admin' },
} as const satisfies Record<StatusMail, MailKindEntry> & Record<string, MailKindEntry>;

export type MailKind = keyof typeof mailKindTable;
export const mailKinds = keysOf(mailKindTable);
/** Includes features' kinds. */
export const kindsToAdmin: readonly string[] = [
  ...mailKinds.filter((kind) => mailKindTable[kind].to === 'admin'),
  ...Object.keys(toAdmin),
];
export const isMailToAdmin = (kind: string): boolean => kindsToAdmin.includes(kind);
export type MailKindAbout<About extends MailKindEntry['about']> = {
  [K in MailKind]: (typeof mailKindTable)[K]['about'] extends About ? K : never;
}[MailKind];

type MailStatusEntry = { label: string; tone: Tone };

export const mailStatusTable = {
  /** It goes only by hand. */
  kept: { label: 'Not sent', tone: 'quiet' },
  waiting: { label: 'Waiting to be sent', tone: 'quiet' },
  /** A process is handing it over. */
  sending: { label: 'Being sent', tone: 'quiet' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Could not be sent', tone: 'bad' },
  /** No one knows, so it is not sent again automatically. */
  uncertain: { label: 'May have been sent', tone: 'warn' },
} as const satisfies Record<string, MailStatusEntry>;

export type MailStatus = keyof typeof mailStatusTable;
export const mailStatuses = keysOf(mailStatusTable);

/** Everything in the shop that is stored under an email address. A feature that stores one has its entry here; a test looks for tables without. */
import type { Context } from '#server/context.ts';
import { eraseFollowsOf, followsOf } from '#server/extras/follows/follows.service.ts';
import { entriesOf, eraseEntriesOf } from '#server/extras/waiting-list/entries.service.ts';
import { eraseInquiriesOf, inquiriesOf } from '#server/features/messages/inquiries/inquiries.service.ts';
import { eraseOtherMailsOf, otherMailsOf } from '#server/features/messages/mail/mail.service.ts';
import { eraseNotesOf, notesOf } from '#server/features/selling/buyers/buyers.service.ts';
import { eraseOrdersOf, ordersOf } from '#server/features/selling/orders/buyer-orders.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Schema } from '#server/platform/db/schema.ts';

type PersonalData = {
  /** The tables with an email address whose rows it stands for. */
  tables: readonly (keyof Schema)[];
  /** What is stored under the email address, whatever its case, as it is handed to the buyer. */
  find(ctx: Context, email: string): Promise<object[]>;
  /** Erases it for good. @param now ISO 8601 in UTC. */
  erase(tx: Tx, email: string, now: string): Promise<void>;
};

/** In the order in which they are erased. */
export const personalData = {
  inquiries: { tables: ['inquiries'], find: inquiriesOf, erase: eraseInquiriesOf },
  orders: { tables: ['orders'], find: ordersOf, erase: eraseOrdersOf },
  waitingLists: { tables: ['waiting_entries'], find: entriesOf, erase: eraseEntriesOf },
  follows: { tables: ['follows'], find: followsOf, erase: eraseFollowsOf },
  notes: { tables: ['buyers'], find: notesOf, erase: eraseNotesOf },
  mails: { tables: ['mails'], find: otherMailsOf, erase: eraseOtherMailsOf },
} as const satisfies Record<string, PersonalData>;

export const personalDataKinds = Object.entries<PersonalData>(personalData);

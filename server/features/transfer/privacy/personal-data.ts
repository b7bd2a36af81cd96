/** Everything in the shop that is stored under an email address. A feature that stores one has its entry here; a test looks for tables without. */
import type { PersonalData } from '#server/extra.ts';
import { eraseInquiriesOf, inquiriesOf } from '#server/features/messages/inquiries/inquiries.service.ts';
import { eraseOtherMailsOf, otherMailsOf } from '#server/features/messages/mail/mail.service.ts';
import { eraseNotesOf, notesOf } from '#server/features/selling/buyers/buyers.service.ts';
import { eraseOrdersOf, ordersOf } from '#server/features/selling/orders/buyer-orders.service.ts';
import { entriesAt } from '#server/plugged-in.ts';

/** The core's, in the order in which they are erased. */
const coreData: Record<string, PersonalData & { order: number }> = {
  inquiries: { order: 10, tables: ['inquiries'], find: inquiriesOf, erase: eraseInquiriesOf },
  orders: { order: 20, tables: ['orders'], find: ordersOf, erase: eraseOrdersOf },
  notes: { order: 50, tables: ['buyers'], find: notesOf, erase: eraseNotesOf },
  mails: { order: 60, tables: ['mails'], find: otherMailsOf, erase: eraseOtherMailsOf },
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

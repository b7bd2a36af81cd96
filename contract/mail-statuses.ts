/** The kinds and statuses of mails, with what the admin reads of them. Free of schemas, so pages may import it. */
import { keysOf, orderStatuses, orderStatusTable, type Tone } from './statuses.ts';

/** What a mail tells: of an order and its statuses to its buyer, and of a new one to the admin. */
export const mailKinds = ['order_placed', ...orderStatuses.flatMap((status) => orderStatusTable[status].mail ?? []), 'new_order'] as const;
export type MailKind = (typeof mailKinds)[number];

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
  uncertain: { label: 'Sent or not: nobody knows', tone: 'warn' },
} as const satisfies Record<string, MailStatusEntry>;

export type MailStatus = keyof typeof mailStatusTable;
export const mailStatuses = keysOf(mailStatusTable);

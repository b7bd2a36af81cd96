/** What can wait for the admin: the kinds that Today lists, in its order. Free of schemas, so pages may import it. */
import { keysOf } from './statuses.ts';

type TodayKindEntry = {
  /** The heading of its rows. */
  label: string;
  /** The word before a row's time: `until Nov 24, 6:00 PM`. */
  timeLabel: string;
  /** The label of each row's one button. */
  button: string;
};

/** A new kind is an entry here; the compiler asks for its rows (`server/features/today/today.service.ts`) and for what its button does. */
export const todayKindTable = {
  /** The buyer has pressed "I have sent it". */
  toConfirm: { label: 'Payments to confirm', timeLabel: 'sent', button: 'Mark paid' },
  holdEnded: { label: 'Holds that ended', timeLabel: 'ended', button: 'Decide' },
  holdEnding: { label: 'Holds that end today', timeLabel: 'until', button: 'Extend 1 day' },
  toPack: { label: 'Orders to pack', timeLabel: 'paid', button: 'Ship' },
  question: { label: 'Questions', timeLabel: 'asked', button: 'Answer' },
  /** What one of those who wait alone may buy. */
  nextInLine: { label: 'Next in line', timeLabel: 'until', button: 'See waiting list' },
  failedMail: { label: 'Emails that failed', timeLabel: 'written', button: 'Send again' },
  failedMedia: { label: 'Photos and videos that failed', timeLabel: '', button: 'Try again' },
} as const satisfies Record<string, TodayKindEntry>;

export type TodayKind = keyof typeof todayKindTable;
export const todayKinds = keysOf(todayKindTable);

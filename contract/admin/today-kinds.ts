/** What can wait for the admin: the core's kinds in Today; extras bring their own. Free of schemas, so pages may import it. */

export type TodayKindEntry = {
  /** Its place in Today: kinds with a lower number come first. */
  order: number;
  /** The heading of its rows. */
  label: string;
  /** The word before a row's time: `until Nov 24, 6:00 PM`. */
  timeLabel: string;
  /** The label of each row's one button. */
  button: string;
  /** It waits for its buyer, not for the admin: shown, but not counted as something to do. */
  isBuyers?: true;
  /** What is said once it has been pressed, wherever it can be. */
  done?: { title: string; description: string };
};

/** A new kind is an entry here; the compiler asks for its rows (`server/features/admin/today/today.service.ts`) and for what its button does. */
export const todayKindTable = {
  /** What is wrong with the shop itself: `conditions.ts`. */
  trouble: { order: 1, label: 'Trouble', timeLabel: 'since', button: 'Check again' },
  /** The Venmo handle is less than a day old. */
  newHandle: { order: 5, label: 'Venmo username changed', timeLabel: 'changed', button: 'Not you?' },
  /** The buyer has pressed "I have sent it". */
  toConfirm: { order: 10, label: 'Payments to confirm', timeLabel: 'sent', button: 'Mark paid' },
  /** The same for an order with an unverified email address. */
  unverifiedPayment: { order: 15, label: 'Payments reported, email unverified', timeLabel: 'sent', button: 'Decide' },
  holdEnded: { order: 20, label: 'Holds that ended', timeLabel: 'ended', button: 'Decide' },
  holdEnding: { order: 30, label: 'Holds that end today', timeLabel: 'until', button: 'Extend 1 day' },
  /** Orders with an unverified email address, where they hold much of the shop. */
  newBuyers: { order: 35, label: 'On hold for new buyers', timeLabel: 'until', button: 'See order' },
  toPack: { order: 40, label: 'Orders to pack', timeLabel: 'paid', button: 'Ship' },
  question: { order: 50, label: 'Questions', timeLabel: 'asked', button: 'Answer' },
  failedMail: {
    order: 70,
    label: 'Emails that failed',
    timeLabel: 'written',
    button: 'Send again',
    done: { title: 'Email Queued', description: 'It will be sent in a moment.' },
  },
  failedMedia: {
    order: 80,
    label: 'Photos and videos that failed',
    timeLabel: '',
    button: 'Try again',
    done: { title: 'Trying Again', description: 'If it fails again, it’ll be back here in two days.' },
  },
  /** Orders of the day that wait for their payment. */
  newOrder: { order: 90, label: 'New orders', timeLabel: 'on hold until', button: 'Mark paid', isBuyers: true },
  /** Those of the days before. */
  onHold: { order: 95, label: 'On hold', timeLabel: 'until', button: 'Mark paid', isBuyers: true },
} as const satisfies Record<string, TodayKindEntry>;

export type TodayKind = keyof typeof todayKindTable;

const coreKinds: Record<string, TodayKindEntry> = todayKindTable;
/** Whether it waits for its buyer, and not for the admin. */
export const isBuyers = (kind: string): boolean => coreKinds[kind]?.isBuyers ?? false;

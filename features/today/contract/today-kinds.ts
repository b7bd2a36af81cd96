/** Features bring kinds of their own. Free of schemas, so pages may import it. */
import type { TodayKindEntry } from '#core/contract/admin/today-rows.ts';
import { FAILED_MEDIA_LABEL } from '#core/contract/media/failed-media.ts';

type CoreKindEntry = TodayKindEntry & {
  /** It is shown, but not counted as something to do. */
  isBuyers?: true;
};

/**
 * The compiler asks for a new kind's rows (`features/today/server/today.service.ts`) and for what
 * its button does.
 */
export const todayKindTable = {
  /** The Venmo handle is less than a day old. */
  newHandle: {
    order: 5,
    label: 'Venmo username changed',
    timeLabel: 'changed',
    button: 'Not you?',
  },
  toConfirm: { order: 10, label: 'Payments to confirm', timeLabel: 'sent', button: 'Mark paid' },
  unverifiedPayment: {
    order: 15,
    label: 'Payments reported, email unverified',
    timeLabel: 'sent',
    button: 'Decide',
  },
  holdEnded: { order: 20, label: 'Holds that ended', timeLabel: 'ended', button: 'Decide' },
  holdEnding: {
    order: 30,
    label: 'Holds that end today',
    timeLabel: 'until',
    button: 'Extend 1 day',
  },
  newBuyers: {
    order: 35,
    label: 'On hold for new buyers',
    timeLabel: 'until',
    button: 'See order',
  },
  toPack: { order: 40, label: 'Orders to pack', timeLabel: 'paid', button: 'Ship' },
  due: { order: 43, label: 'Still to pay', timeLabel: 'ordered', button: 'See order' },
  toRefund: { order: 45, label: 'To refund', timeLabel: 'since', button: 'See order' },
  asked: {
    order: 47,
    label: 'Questions to buyers',
    timeLabel: 'asked',
    button: 'See order',
    isBuyers: true,
  },
  lapsed: {
    order: 48,
    label: 'Canceled by the clock since yesterday',
    timeLabel: 'ended',
    button: 'See order',
    isBuyers: true,
  },
  failedMail: {
    order: 70,
    label: 'Emails that failed',
    timeLabel: 'written',
    button: 'Send again',
  },
  failedMedia: {
    order: 80,
    label: FAILED_MEDIA_LABEL,
    timeLabel: '',
    button: 'Try again',
  },
  newOrder: {
    order: 90,
    label: 'New orders',
    timeLabel: 'on hold until',
    button: 'Mark paid',
    isBuyers: true,
  },
  onHold: { order: 95, label: 'On hold', timeLabel: 'until', button: 'Mark paid', isBuyers: true },
} as const satisfies Record<string, CoreKindEntry>;

export type TodayKind = keyof typeof todayKindTable;

const coreKinds: Record<string, CoreKindEntry> = todayKindTable;
export const isBuyers = (kind: string): boolean => coreKinds[kind]?.isBuyers ?? false;

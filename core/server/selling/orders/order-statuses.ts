import { HOUR_MS } from '#core/contract/durations.ts';
import type { MailKindAbout } from '#core/contract/messages/mail-statuses.ts';
import {
  type Claim,
  isOnItsWay,
  type OrderStatus,
  orderStatusTable,
} from '#core/contract/selling/order-statuses.ts';

/** Moves from claim to claim; null: the pieces stay. */
export const moves = {
  held: { held: null, taken: 'take', none: 'release' },
  taken: { held: 'holdAgain', taken: null, none: 'giveBack' },
  none: { held: 'hold', taken: 'takeFree', none: null },
} as const satisfies Record<Claim, Record<Claim, string | null>>;

/** Deleting frees what is held; what was paid stays sold. */
export const movesOnDeletion = {
  held: 'release',
  taken: null,
  none: null,
} as const satisfies Record<Claim, string | null>;

export type Refusal = 'deleted' | 'marked_sold' | 'reserved' | 'claimed' | 'too_few';

export const refusals: Record<Refusal, (title: string, otherOrder: number | null) => string> = {
  deleted: (title) => `“${title}” has been deleted from the collection.`,
  marked_sold: (title) => `“${title}” is marked as sold. Set it to Available first.`,
  reserved: (title) =>
    `“${title}” is reserved for the next in line. Clear its waiting list on its edit page first.`,
  claimed: (title, otherOrder) => `“${title}” is in order #${otherOrder}.`,
  too_few: (title) => `Not enough of “${title}” is left.`,
};

/** Milliseconds, whenever the hold ends. */
export const OVERDUE_AFTER = 72 * HOUR_MS;

export const isOverdue = (order: { status: OrderStatus; created_at: string }, now: Date): boolean =>
  order.status === 'pending' && now.getTime() - Date.parse(order.created_at) > OVERDUE_AFTER;

/** Returns null for no mail: the admin's correction is told only where the order had ended. */
export function mailOnChange(from: OrderStatus, to: OrderStatus): MailKindAbout<'order'> | null {
  const { progress, mail } = orderStatusTable[to];
  const isForward =
    progress === null ? from !== to : progress > (orderStatusTable[from].progress ?? -1);
  return isForward ? mail : null;
}

type Parcel = { status: OrderStatus; carrier: string | null; tracking_number: string | null };

/** Returns null where it did not change, or the mail about shipping tells it. */
export function mailOnParcel(before: Parcel, after: Parcel): MailKindAbout<'order'> | null {
  const isChanged =
    before.carrier !== after.carrier || before.tracking_number !== after.tracking_number;
  return isOnItsWay(before.status) && isChanged && after.tracking_number !== null
    ? 'order_tracking'
    : null;
}

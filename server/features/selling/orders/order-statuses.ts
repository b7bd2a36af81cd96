/** What moving an order between its statuses (`contract/selling/order-statuses.ts`) does to stock and mails. */

import type { MailKindAbout } from '#contract/messages/mail-statuses.ts';
import { type Claim, isOnItsWay, type OrderStatus, orderStatusTable } from '#contract/selling/order-statuses.ts';

/** How the pieces of a line move from one claim to another (the moves of `specimens/stock/stock-moves.ts`); null: they stay as they are. */
export const moves = {
  held: { held: null, taken: 'take', none: 'release' },
  taken: { held: 'holdAgain', taken: null, none: 'giveBack' },
  none: { held: 'hold', taken: 'takeFree', none: null },
} as const satisfies Record<Claim, Record<Claim, string | null>>;

/** What a deleted order leaves behind: it frees what it holds; what has been paid stays sold. */
export const movesOnDeletion = { held: 'release', taken: null, none: null } as const satisfies Record<Claim, string | null>;

/** Why a line cannot claim its pieces (again). */
export type Refusal = 'deleted' | 'marked_sold' | 'reserved' | 'claimed' | 'too_few';

export const refusals: Record<Refusal, (title: string, otherOrder: number | null) => string> = {
  deleted: (title) => `“${title}” has been deleted from the collection.`,
  marked_sold: (title) => `“${title}” is marked as sold. Set it to Available first.`,
  reserved: (title) => `“${title}” is reserved for the next in line. Clear its waiting list on its edit page first.`,
  claimed: (title, otherOrder) => `“${title}” is in order #${otherOrder}.`,
  too_few: (title) => `Not enough of “${title}” is left.`,
};

/** An unpaid order is marked for the admin after this time, in milliseconds, whenever its hold ends. */
export const OVERDUE_AFTER = 72 * 60 * 60 * 1000;

export const isOverdue = (order: { status: OrderStatus; created_at: string }, now: Date): boolean =>
  order.status === 'pending' && now.getTime() - Date.parse(order.created_at) > OVERDUE_AFTER;

/** The mail that tells the buyer of a change, or null. Moving back is the admin's correction, and no email is sent but where the order had ended. */
export function mailOnChange(from: OrderStatus, to: OrderStatus): MailKindAbout<'order'> | null {
  const { progress, mail } = orderStatusTable[to];
  const isForward = progress === null ? from !== to : progress > (orderStatusTable[from].progress ?? -1);
  return isForward ? mail : null;
}

type Parcel = { status: OrderStatus; carrier: string | null; tracking_number: string | null };

/** The mail that tells the buyer of another tracking number, or null: it is known with the mail that says the order was shipped, or it did not change. */
export function mailOnParcel(before: Parcel, after: Parcel): MailKindAbout<'order'> | null {
  const isChanged = before.carrier !== after.carrier || before.tracking_number !== after.tracking_number;
  return isOnItsWay(before.status) && isChanged && after.tracking_number !== null ? 'order_tracking' : null;
}

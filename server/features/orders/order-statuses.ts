/** The states of an order and what moving between them does to the pieces of its lines, as data. */
import type { MailKind, OrderStatus } from '#contract/words.ts';
import type { OrderLines } from '#server/platform/db/schema.ts';

/** What a line does to its specimen's stock: holds pieces of it, has taken them out of the shop, or nothing. */
export type Claim = OrderLines['claim'];

/** The claim of every line of an order in this state. */
export const claimIn: Record<OrderStatus, Claim> = {
  pending: 'held',
  paid: 'taken',
  shipped: 'taken',
  delivered: 'taken',
  cancelled: 'none',
};

/** How the pieces of a line move from one claim to another (the moves of `specimens/stock-moves.ts`); null: they stay as they are. */
export const moves = {
  held: { held: null, taken: 'take', none: 'release' },
  taken: { held: 'holdAgain', taken: null, none: 'giveBack' },
  none: { held: 'hold', taken: 'takeFree', none: null },
} as const satisfies Record<Claim, Record<Claim, string | null>>;

/** What a deleted order leaves behind: it frees what it holds; what has been paid stays sold. */
export const movesOnDeletion = { held: 'release', taken: null, none: null } as const satisfies Record<Claim, string | null>;

/** Why a line cannot claim its pieces (again). */
export type Refusal = 'deleted' | 'marked_sold' | 'claimed' | 'too_few';

export const refusals: Record<Refusal, (title: string, otherOrder: number | null) => string> = {
  deleted: (title) => `“${title}” has been deleted from the collection.`,
  marked_sold: (title) => `“${title}” is marked as sold. Set it to Available first.`,
  claimed: (title, otherOrder) => `“${title}” is in order #${otherOrder}.`,
  too_few: (title) => `Not enough pieces of “${title}” are left.`,
};

/** An unpaid order is marked for the owner after this time, in milliseconds. Nothing releases its pieces by itself. */
export const OVERDUE_AFTER = 72 * 60 * 60 * 1000;

export const isOverdue = (order: { status: OrderStatus; created_at: string }, now: Date): boolean =>
  order.status === 'pending' && now.getTime() - Date.parse(order.created_at) > OVERDUE_AFTER;

const progress: Partial<Record<OrderStatus, number>> = { pending: 0, paid: 1, shipped: 2, delivered: 3 };

/** The mail that tells the buyer of a change, or null. Going back is a correction of the owner's, of which nobody is told. */
export function mailOnChange(from: OrderStatus, to: OrderStatus): MailKind | null {
  if (to === 'cancelled') return 'order_cancelled';
  const isForward = (progress[to] ?? 0) > (progress[from] ?? 0);
  if (!isForward) return null;
  return to === 'paid' ? 'order_paid' : to === 'shipped' ? 'order_shipped' : null;
}

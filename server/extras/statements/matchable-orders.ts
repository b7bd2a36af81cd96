/** Orders as payments are matched to them. */
import type { OrderStatus } from '#contract/selling/order-statuses.ts';
import type { Context } from '#server/context.ts';
import { previewStatusChange } from '#server/features/selling/orders/admin-orders.service.ts';
import { usesOf } from '#server/features/selling/orders/used-payments.service.ts';
import { selectByIds, selectMatchable, selectTitles } from './matchable-orders.queries.ts';

/** An order as payments are matched to it. */
export type MatchableOrder = {
  id: number;
  status: OrderStatus;
  /** The keys of the buyer's name and user name, see `keyOf` of `matchableOrders`. */
  names: string[];
  totalCents: number;
  shippingCents: number;
  /** In milliseconds. */
  placedAt: number;
  /** The payment that is noted on it. */
  paymentId: string | null;
  row: Awaited<ReturnType<typeof selectMatchable>>[number];
};

/** A payment for an order that is not pending and older is matched by its number only. */
const RECENT_MS = 90 * 24 * 60 * 60_000;
/** Databases limit how many values a statement has. */
const BATCH = 500;

/**
 * Orders that may still be paid or were without a payment's id, and those with these ids.
 * @param keyOf makes a name comparable; '' for none.
 */
export async function matchableOrders({ db, clock }: Context, ids: number[], keyOf: (name: string) => string): Promise<MatchableOrder[]> {
  const since = new Date(clock.now().getTime() - RECENT_MS).toISOString();
  const recent = await selectMatchable(db, since);
  const known = new Set(recent.map(({ id }) => id));
  const named = await inBatches(
    [...new Set(ids)].filter((id) => !known.has(id)),
    (some) => selectByIds(db, some),
  );
  return [...recent, ...named].map((row) => ({
    id: row.id,
    status: row.status,
    names: [...new Set([row.customer_name, row.venmo_username ?? ''].map(keyOf))].filter((name) => name !== ''),
    totalCents: row.total_cents,
    shippingCents: row.shipping_cents,
    placedAt: Date.parse(row.created_at),
    paymentId: row.venmo_payment_id,
    row,
  }));
}

/** Those of these payments that are noted on an order, or were, and on which; null: on one that is gone. */
export const usedPayments = async ({ db }: Context, paymentIds: string[]): Promise<Map<string, number | null>> =>
  new Map(await inBatches(paymentIds, (some) => usesOf(db, some)));

/** The titles of the orders' lines, by order. */
export async function titlesOf({ db }: Context, orderIds: number[]): Promise<Map<number, string[]>> {
  const lines = await inBatches(orderIds, (some) => selectTitles(db, some));
  return new Map([...Map.groupBy(lines, (line) => line.order_id)].map(([id, own]) => [id, own.map(({ title }) => title)]));
}

/** Why the order can no longer be paid, in a sentence; null: it can. */
export const whyNotPayable = async (ctx: Context, id: number): Promise<string | null> =>
  (await previewStatusChange(ctx, id, { status: 'paid' })).refusal;

async function inBatches<Value, Found>(values: Value[], find: (some: Value[]) => Promise<Found[]>): Promise<Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < values.length; start += BATCH) found.push(...(await find(values.slice(start, start + BATCH))));
  return found;
}

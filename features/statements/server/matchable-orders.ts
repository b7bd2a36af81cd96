import { DAY_MS } from '#core/contract/durations.ts';
import type { OrderStatus } from '#core/contract/selling/order-statuses.ts';
import type { Context } from '#core/server/context.ts';
import { previewStatusChange } from '#core/server/selling/orders/admin-orders.service.ts';
import { usesOf } from '#core/server/selling/orders/used-payments.service.ts';
import { turns } from '#platform/jobs/slices.ts';
import { selectByIds, selectMatchable, selectTitles } from './matchable-orders.queries.ts';

export type MatchableOrder = {
  id: number;
  status: OrderStatus;
  names: string[];
  totalCents: number;
  shippingCents: number;
  /** In milliseconds. */
  placedAt: number;
  paymentId: string | null;
  row: Awaited<ReturnType<typeof selectMatchable>>[number];
};

/** An older payment that is not for a pending order is matched by its number only. */
const RECENT_MS = 90 * DAY_MS;
/** Databases limit how many values a statement has. */
const BATCH = 500;

/**
 * Includes orders that may still be paid or were without a payment's id.
 * @param keyOf makes a name comparable; '' for none.
 */
export async function matchableOrders(
  { db, clock }: Context,
  ids: number[],
  keyOf: (name: string) => string,
): Promise<MatchableOrder[]> {
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
    names: [...new Set([row.customer_name, row.venmo_username ?? ''].map(keyOf))].filter(
      (name) => name !== '',
    ),
    totalCents: row.total_cents,
    shippingCents: row.shipping_cents,
    placedAt: Date.parse(row.created_at),
    paymentId: row.venmo_payment_id,
    row,
  }));
}

/** Maps payments that are, or were, noted on an order; null: that is gone. */
export const usedPayments = async (
  { db }: Context,
  paymentIds: string[],
): Promise<Map<string, number | null>> =>
  new Map(await inBatches(paymentIds, (some) => usesOf(db, some)));

export async function titlesOf(
  { db }: Context,
  orderIds: number[],
): Promise<Map<number, string[]>> {
  const lines = await inBatches(orderIds, (some) => selectTitles(db, some));
  return new Map(
    [...Map.groupBy(lines, (line) => line.order_id)].map(([id, own]) => [
      id,
      own.map(({ title }) => title),
    ]),
  );
}

/** A sentence; null: the order can be paid. */
export const whyNotPayable = async (ctx: Context, id: number): Promise<string | null> =>
  (await previewStatusChange(ctx, id, { status: 'paid' })).refusal;

async function inBatches<Value, Found>(
  values: Value[],
  find: (some: Value[]) => Promise<Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  const turn = turns();
  for (let start = 0; start < values.length; start += BATCH) {
    found.push(...(await find(values.slice(start, start + BATCH))));
    await turn();
  }
  return found;
}

import { sql } from 'kysely';
import { ORDER_KEY_HEADER, orderKeyIn } from '#core/contract/selling/order-key.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { Context } from '#core/server/context.ts';
import { dueOf, receivedOf } from '#core/server/selling/orders/order-money.ts';
import type { Db } from '#platform/db/db.ts';

const buyer = {
  customerName: 'Ada Buyer',
  customerEmail: 'ada@buyer.example',
  customerAddress: '1 Quarry Road, Butte',
};

type Item = {
  specimenId: number;
  quantity: number;
  title?: string;
  price?: string;
  shippingPrice?: string | number;
  imageUrl?: string;
};

/** The body of a cart's checkout; its total is high enough for everything. */
export const cartBody = (items: Item[]) => ({ items, ...buyer, totalAmount: '99999.00' });

/** The body of a direct purchase. */
export const directBody = (specimenId: number) => ({
  specimenId,
  ...buyer,
  totalAmount: '99999.00',
  venmoUsername: '@ada',
});

/** The key of an order's secret link. */
export const keyOf = ({ secretPath }: { secretPath: string }): string =>
  orderKeyIn(new URL(secretPath, 'http://shop.example').hash) ?? '';

/** The headers with which the link's holder reads the order. */
export const withKey = (order: { secretPath: string }) => ({ [ORDER_KEY_HEADER]: keyOf(order) });

/** `quantity-held status` of each specimen, in the order of the ids. */
export async function stockOf(ctx: Context, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('specimens')
    .select(['id', 'quantity', 'held', 'status'])
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, `${row.quantity}-${row.held} ${row.status}`]));
  return ids.map((id) => byId.get(id) ?? 'gone');
}

/**
 * Goes over the shop's books. Every specimen's counters must be what the orders' lines claim, its status what follows from
 * them, and every order whole: with lines, claims that belong to its state, totals that add up, and what was received less what was refunded.
 * @returns a sentence for each error; none if the books are right.
 */
export async function auditBooks(db: Db): Promise<string[]> {
  // One snapshot: PostgreSQL may still be finishing what a killed process has sent.
  const { specimens, orders, lines, money, entries, corrections } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      specimens: await tx
        .selectFrom('specimens')
        .select(['id', 'quantity', 'held', 'waiting', 'status', 'status_by_hand'])
        .execute(),
      orders: await tx.selectFrom('orders').selectAll().execute(),
      lines: await tx.selectFrom('order_lines').selectAll().execute(),
      money: await tx.selectFrom('order_money').selectAll().execute(),
      corrections: await tx
        .selectFrom('events')
        .select(['order_id', 'kind'])
        .where('kind', 'in', [
          'payment_removed',
          'payment_moved',
          'money_corrected',
          'order_changed',
          'order_imported',
        ])
        .execute(),
      // As SQL: the table is there also without the feature that describes it.
      entries: (
        await sql<{ specimen_id: number; offered_until: string | null }>`
          select specimen_id, offered_until from waiting_entries where ended_at is null and confirmed_at is not null`.execute(
          tx,
        )
      ).rows,
    }));
  const sum = <T>(rows: T[], of: (row: T) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  // The admin may say that a payment never came, of a parcel that is gone.
  const corrected = (kind: string) =>
    new Set(corrections.flatMap((event) => (event.kind === kind ? [event.order_id] : [])));
  const [removed, changed] = [
    new Set(
      ['payment_removed', 'payment_moved', 'money_corrected'].flatMap((kind) => [
        ...corrected(kind),
      ]),
    ),
    new Set([...corrected('order_changed'), ...corrected('order_imported')]),
  ];
  const wrong: string[] = [];
  for (const { id, quantity, held, waiting, status, status_by_hand } of specimens) {
    const claims = lines.filter((line) => line.specimen_id === id && line.claim === 'held');
    const claimed = sum(claims, (line) => line.quantity);
    const follows =
      quantity === 0
        ? 'sold'
        : (status_by_hand ?? (held + waiting >= quantity ? 'pending' : 'available'));
    const inLine = entries.filter((entry) => entry.specimen_id === id);
    const offers = inLine.filter((entry) => entry.offered_until !== null).length;
    if (held !== claimed)
      wrong.push(
        `specimen ${id}: ${held} held, ${claimed} claimed by orders ${claims.map((line) => line.order_id)}`,
      );
    if (held < 0 || held > quantity) wrong.push(`specimen ${id}: ${held} of ${quantity} held`);
    if (waiting !== inLine.length)
      wrong.push(`specimen ${id}: ${waiting} waiting, ${inLine.length} in line`);
    if (quantity > 0 && offers > quantity - held)
      wrong.push(`specimen ${id}: ${offers} offers of ${quantity - held} free pieces`);
    if (status !== follows)
      wrong.push(`specimen ${id}: ${status} with ${held} of ${quantity} held`);
  }
  for (const order of orders) {
    const every = lines.filter((line) => line.order_id === order.id);
    const own = every.filter((line) => line.standing === 'in');
    const subtotal = sum(own, (line) => line.price_cents * line.quantity);
    const freeFrom = order.kind === 'cart' ? 50_000 : Number.POSITIVE_INFINITY;
    const shipping =
      subtotal >= freeFrom ? 0 : sum(own, (line) => line.shipping_cents * line.quantity);
    // The admin may have set shipping by hand.
    const isShipping = order.shipping_cents === shipping || changed.has(order.id);
    const isSum =
      order.subtotal_cents === subtotal &&
      isShipping &&
      order.total_cents === subtotal + order.shipping_cents;
    if (
      every.some(
        ({ standing, claim }) =>
          standing !== 'in' && claim !== (standing === 'proposed' ? 'held' : 'none'),
      )
    )
      wrong.push(`order ${order.id}: a line that is not in it claims otherwise`);
    if (own.length === 0) wrong.push(`order ${order.id} has no lines`);
    if (!isSum) wrong.push(`order ${order.id}: totals do not add up`);
    if (own.some((line) => line.claim !== orderStatusTable[order.status].claim))
      wrong.push(`order ${order.id}: ${order.status}, but its lines claim otherwise`);
    const rows = money.filter((row) => row.order_id === order.id);
    const due = dueOf(order, rows);
    const received = receivedOf(rows);
    const isPaid =
      order.status !== 'paid' || due === 0 || removed.has(order.id) || changed.has(order.id);
    if (!isPaid || received < 0)
      wrong.push(
        `order ${order.id}: ${order.status}, ${received} of ${order.total_cents} received`,
      );
    for (const row of rows) {
      const of = rows.find(({ id }) => id === row.payment_id);
      const isWhole =
        row.kind === 'fee'
          ? of?.kind === 'payment' && row.amount_cents <= of.amount_cents
          : row.surplus_cents <= (row.kind === 'refund' ? row.amount_cents : 0);
      if (!isWhole) wrong.push(`order ${order.id}: ${row.kind} ${row.id} can’t be`);
    }
  }
  return wrong;
}

import type { ExpressionBuilder, Insertable } from 'kysely';
import { type OrderStatus, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { isOfMailbox } from '#platform/db/mailboxes.ts';
import type { OrderLines, Orders, RowChange, Schema } from '#platform/db/schema.ts';

export const orderColumns = [
  'id',
  'kind',
  'status',
  'customer_name',
  'customer_email',
  'customer_address',
  'subtotal_cents',
  'shipping_cents',
  'total_cents',
  'venmo_username',
  'venmo_payment_id',
  'paid_how',
  'private_note',
  'notes',
  'access_key',
  'mail_key',
  'email_proved_at',
  'hold_ends_at',
  'hold_reminds_at',
  'hold_asked_at',
  'sign_of_life_at',
  'payment_reported_at',
  'awaits_proof',
  'carrier',
  'tracking_number',
  'parcel',
  'paid_at',
  'written_off_cents',
  'erased_at',
  'updated_at',
  'created_at',
] as const;

const lineColumns = [
  'id',
  'order_id',
  'specimen_id',
  'title',
  'price_cents',
  'shipping_cents',
  'quantity',
  'media_id',
  'image_url',
  'claim',
  'cost',
  'standing',
] as const;

export type OrderRow = NonNullable<Awaited<ReturnType<typeof selectOrder>>>;
export type LineRow = Awaited<ReturnType<typeof selectLines>>[number];

export async function selectOrder(db: Db | Tx, id: number) {
  return db.selectFrom('orders').select(orderColumns).where('id', '=', id).executeTakeFirst();
}

export async function selectOrders(
  db: Db,
  before: number | null,
  limit: number,
): Promise<OrderRow[]> {
  let query = db.selectFrom('orders').select(orderColumns).orderBy('id', 'desc').limit(limit);
  if (before !== null) query = query.where('id', '<', before);
  return query.execute();
}

export async function selectOrdersOf(db: Db, ids: number[]): Promise<OrderRow[]> {
  return db.selectFrom('orders').select(orderColumns).where('id', 'in', ids).execute();
}

/** Leaves out lines taken out or proposed. */
export async function selectLines(db: Db | Tx, orderIds: number[]) {
  return every(db, orderIds).where('standing', '=', 'in').execute();
}

/** Includes lines taken out or proposed. */
export const selectEveryLine = (db: Db | Tx, orderIds: number[]): Promise<LineRow[]> =>
  every(db, orderIds).execute();

const every = (db: Db | Tx, orderIds: number[]) =>
  db.selectFrom('order_lines').select(lineColumns).where('order_id', 'in', orderIds).orderBy('id');

export async function selectOrderEvents(db: Db, orderId: number) {
  return db
    .selectFrom('events')
    .select(['created_at', 'actor', 'kind', 'specimen_id', 'data'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
}

/** Locks until this transaction ends. An UPDATE locks on both engines alike. */
export async function lockOrder(tx: Tx, id: number): Promise<OrderRow | undefined> {
  return tx
    .updateTable('orders')
    .set((eb) => ({ status: eb.ref('status') }))
    .where('id', '=', id)
    .returning(orderColumns)
    .executeTakeFirst();
}

export const keyedOrder = {
  kind: 'order',
  lock: async (tx: Tx, id: number) => (await lockOrder(tx, id)) !== undefined,
} as const;

/** @returns the order's id. */
export async function insertOrder(
  tx: Tx,
  order: Insertable<Orders>,
  lines: Omit<Insertable<OrderLines>, 'order_id'>[],
): Promise<number> {
  const { id } = await tx
    .insertInto('orders')
    .values(order)
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertLines(tx, id, lines);
  return id;
}

export async function insertLines(
  tx: Tx,
  orderId: number,
  lines: Omit<Insertable<OrderLines>, 'order_id'>[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .insertInto('order_lines')
    .values(lines.map((line) => ({ ...line, order_id: orderId })))
    .execute();
}

/**
 * Sets the lines' claims too. Who is paid, or sends the pieces, trusts the email address. @param paid when it was paid.
 */
export async function updateOrder(
  tx: Tx,
  id: number,
  status: OrderStatus,
  now: string,
  paid = now,
): Promise<void> {
  const { claim, paidAt } = orderStatusTable[status];
  await tx
    .updateTable('orders')
    .set({ status, updated_at: now })
    .$if(paidAt === 'set', (query) =>
      query.set((eb) => ({ paid_at: eb.fn.coalesce('paid_at', eb.val(paid)) })),
    )
    .$if(paidAt === 'cleared', (query) => query.set({ paid_at: null, written_off_cents: 0 }))
    .where('id', '=', id)
    .execute();
  if (claim === 'taken') await proveEmail(tx, id, now);
  await tx
    .updateTable('order_lines')
    .set({ claim })
    .where('order_id', '=', id)
    .where('standing', '=', 'in')
    .execute();
}

/** Replaces a hold by hand by its sale. */
export async function updateSale(tx: Tx, id: number, columns: RowChange<Orders>): Promise<void> {
  await tx.updateTable('orders').set(columns).where('id', '=', id).execute();
}

/** Expects lines without money whose pieces are free. */
export async function removeLines(tx: Tx, orderId: number): Promise<void> {
  await tx
    .deleteFrom('order_lines')
    .where('order_id', '=', orderId)
    .where('standing', '=', 'in')
    .execute();
}

/** Keeps an earlier proof. */
export async function proveEmail(db: Db | Tx, id: number, now: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ email_proved_at: now })
    .where('id', '=', id)
    .where('email_proved_at', 'is', null)
    .execute();
}

/** Any order may have proved it. */
export async function isEmailProved(db: Db | Tx, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('email_proved_at', 'is not', null)
    .where((eb) => eb(eb.fn('lower', ['customer_email']), '=', eb.fn('lower', [eb.val(email)])))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteOrderRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('orders').where('id', '=', id).execute();
}

export async function selectOtherClaimant(
  db: Db | Tx,
  specimenId: number,
  orderId: number,
): Promise<number | null> {
  const line = await db
    .selectFrom('order_lines')
    .select('order_id')
    .where('specimen_id', '=', specimenId)
    .where('order_id', '<>', orderId)
    .where('claim', '<>', 'none')
    .orderBy('order_id', 'desc')
    .executeTakeFirst();
  return line?.order_id ?? null;
}

/** @returns how many orders it cleared. */
export async function clearIpAddresses(db: Db, until: string, limit: number): Promise<number> {
  const some = db
    .selectFrom('orders')
    .select('id')
    .where('ip_address', '<>', '')
    .where('created_at', '<=', until)
    .limit(limit);
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ ip_address: '' })
    .where('id', 'in', some)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** A network is the beginning of its IP addresses. */
export type OrderSource =
  | { ipAddress: string }
  | { network: string }
  | { email: string }
  | { mailboxOf: string };

/** IP addresses are cleared after a day. */
export async function countUnpaid(
  tx: Tx,
  source: OrderSource,
): Promise<{ orders: number; pieces: number }> {
  return tx
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .where('status', '=', 'pending')
    .where('claim', '=', 'held')
    .where(isFrom(source))
    .select((eb) => [
      eb.fn.count<number>('order_id').distinct().as('orders'),
      eb.fn.coalesce(eb.fn.sum<number>('quantity'), eb.lit(0)).as('pieces'),
    ])
    .executeTakeFirstOrThrow();
}

export function isFrom(source: OrderSource) {
  return (eb: ExpressionBuilder<Schema, 'orders'>) => {
    if ('ipAddress' in source) return eb('ip_address', '=', source.ipAddress);
    if ('network' in source) return eb('ip_address', 'like', `${source.network}%`);
    if ('mailboxOf' in source) return isOfMailbox('customer_email', source.mailboxOf);
    // Both by the database: SQLite leaves letters outside ASCII as they are.
    return eb(
      eb.fn('lower', ['customer_email']),
      '=',
      eb.fn<string>('lower', [eb.val(source.email)]),
    );
  };
}

export async function addBuyer(tx: Tx, orderId: number, buyerHash: string): Promise<void> {
  await tx
    .insertInto('order_buyers')
    .values({ order_id: orderId, buyer_hash: buyerHash })
    .onConflict((conflict) => conflict.columns(['order_id', 'buyer_hash']).doNothing())
    .execute();
}

export async function isBuyer(db: Db, orderId: number, buyerHashes: string[]): Promise<boolean> {
  const row = await db
    .selectFrom('order_buyers')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('buyer_hash', 'in', buyerHashes)
    .executeTakeFirst();
  return row !== undefined;
}

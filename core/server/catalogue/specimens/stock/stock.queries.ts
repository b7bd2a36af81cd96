/**
 * Every change of stock goes through one conditional UPDATE here. Why:
 * `docs/decisions/0004-stock-by-one-conditional-update.md`.
 */
import { type RawBuilder, sql } from 'kysely';
import type { SpecimenStatus } from '#core/contract/catalogue/statuses.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { StockMove } from './stock-moves.ts';

const columns = [
  'id',
  'title',
  'visible',
  'for_sale',
  'price_cents',
  'shipping_cents',
  'status',
  'status_by_hand',
  'quantity',
  'held',
  'waiting',
] as const;

export type StockRow = Awaited<ReturnType<typeof selectStock>>[number];

export async function selectStock(db: Db | Tx, ids: number[]) {
  return db.selectFrom('specimens').select(columns).where('id', 'in', ids).execute();
}

/**
 * Moves counters and status, if 0 ≤ held ≤ quantity still holds afterwards. Only the next in line can
 * claim what is reserved. @param who `buyer`: only what a visitor can buy now; `next`: that, of
 * what is reserved for the next in line; `admin`: only what is not marked as sold by hand;
 * `claimant`: an order with a claim on the pieces. @returns the specimen after the change;
 * undefined where it was refused.
 */
export async function updateStock(
  tx: Tx,
  change: {
    id: number;
    move: StockMove;
    pieces: number;
    who: 'buyer' | 'next' | 'admin' | 'claimant';
    now: string;
  },
): Promise<StockRow | undefined> {
  const quantity = sql<number>`quantity + ${change.move.quantity * change.pieces}`;
  const held = sql<number>`held + ${change.move.held * change.pieces}`;
  const waiting = sql<number>`waiting + ${(change.move.waiting ?? 0) * change.pieces}`;
  let query = tx
    .updateTable('specimens')
    .set({
      quantity,
      held,
      waiting,
      status: statusFrom(quantity, held, waiting),
      updated_at: change.now,
      // What an order claims must not be deleted.
      delete_at: null,
      // An edit of the quantity must be based on the present one.
      ...(change.move.quantity !== 0 && { version: sql<number>`version + 1` }),
    })
    .where('id', '=', change.id)
    .where(sql<boolean>`${held} >= 0 and ${held} <= ${quantity}`);
  if (change.who === 'buyer' || change.who === 'next') {
    query = query
      .where('visible', '=', true)
      .where('for_sale', '=', true)
      .where('price_cents', 'is not', null)
      .where('shipping_cents', 'is not', null);
  }
  if (change.who === 'buyer') query = query.where('status', '=', 'available');
  if (change.who === 'next')
    query = query.where('status_by_hand', 'is', null).where(sql<boolean>`${waiting} >= 0`);
  if (change.who === 'admin')
    query = query.where((eb) =>
      eb.or([eb('status_by_hand', 'is', null), eb('status_by_hand', '<>', 'sold')]),
    );
  if (change.who === 'buyer' || change.who === 'admin')
    query = query.where(sql<boolean>`${held} + ${waiting} <= ${quantity}`);
  return query.returning(columns).executeTakeFirst();
}

/** Computes in SQL what `statusOf` says. */
const statusFrom = (
  quantity: RawBuilder<number>,
  held: RawBuilder<number>,
  waiting: RawBuilder<number>,
) =>
  sql<SpecimenStatus>`case when ${quantity} = 0 then 'sold'
    else coalesce(status_by_hand, case when ${held} + ${waiting} >= ${quantity} then 'pending' else 'available' end) end`;

/** Locks until the transaction ends. An UPDATE locks on both engines alike. */
export async function lockStock(tx: Tx, id: number): Promise<StockRow | undefined> {
  return tx
    .updateTable('specimens')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
}

export async function setWaiting(tx: Tx, id: number, waiting: number, now: string): Promise<void> {
  const status = statusFrom(sql`quantity`, sql`held`, sql`${waiting}`);
  await tx
    .updateTable('specimens')
    .set({ waiting, status, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/**
 * Keeps pieces that come back pending until the admin says otherwise. Their move sets the status.
 */
export async function setAside(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length > 0)
    await tx
      .updateTable('specimens')
      .set({ status_by_hand: 'pending' })
      .where('id', 'in', ids)
      .execute();
}

/** Returns null where it is unknown. */
export async function selectHeldUntil(
  db: Db | Tx,
  id: number,
  now: string,
): Promise<string | null> {
  const first = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .where('specimen_id', '=', id)
    .where('claim', '=', 'held')
    .where((eb) =>
      eb.or([eb('payment_reported_at', 'is', null), eb('email_proved_at', 'is', null)]),
    )
    .where('hold_asked_at', 'is', null)
    .where('hold_ends_at', '>', now)
    .select('hold_ends_at')
    .orderBy('hold_ends_at')
    .limit(1)
    .executeTakeFirst();
  return first?.hold_ends_at ?? null;
}

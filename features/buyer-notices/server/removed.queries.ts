import type { Db, Tx } from '#platform/db/db.ts';

export const ORDER_REMOVED = 'order_removed';

/** `hashes`: of the keys and cookies that opened the order. */
export type Removed = { hashes: string[]; wasPending: boolean };

export async function selectBuyerHashes(tx: Tx, orderId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('order_buyers')
    .select('buyer_hash')
    .where('order_id', '=', orderId)
    .execute();
  return rows.map(({ buyer_hash }) => buyer_hash);
}

export async function selectRemoved(db: Db | Tx, orderId: number): Promise<Removed | undefined> {
  const row = await db
    .selectFrom('events')
    .select('data')
    .where('order_id', '=', orderId)
    .where('kind', '=', ORDER_REMOVED)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.data as Removed | undefined;
}

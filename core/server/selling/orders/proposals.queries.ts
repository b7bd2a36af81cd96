import type { ProposalState } from '#core/contract/selling/order-changes.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { NewRow, OrderLines, Orders, RowChange } from '#platform/db/schema.ts';
import type { OrderProposals } from '#platform/db/schema-orders.ts';

export type ProposalRow = NonNullable<Awaited<ReturnType<typeof selectLatestProposal>>>;

export async function insertProposal(tx: Tx, proposal: NewRow<OrderProposals>): Promise<void> {
  await tx.insertInto('order_proposals').values(proposal).execute();
}

export async function selectLatestProposal(db: Db | Tx, orderId: number) {
  return db
    .selectFrom('order_proposals')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function selectOpenProposals(db: Db, orderIds: number[]): Promise<ProposalRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .selectFrom('order_proposals')
    .selectAll()
    .where('state', '=', 'open')
    .where('order_id', 'in', orderIds)
    .execute();
}

export async function selectProposal(
  tx: Tx,
  orderId: number,
  id: number,
): Promise<ProposalRow | undefined> {
  return tx
    .selectFrom('order_proposals')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateProposal(
  tx: Tx,
  id: number,
  state: ProposalState,
  now: string,
): Promise<void> {
  await tx
    .updateTable('order_proposals')
    .set({ state, ended_at: now })
    .where('id', '=', id)
    .execute();
}

const open = (db: Db | Tx) =>
  db.selectFrom('order_proposals').where('state', '=', 'open').where('ends_at', 'is not', null);

/** Returns null where none ends. */
export async function selectNextProposalEnd(db: Db): Promise<string | null> {
  return (
    (await open(db).select('ends_at').orderBy('ends_at').limit(1).executeTakeFirst())?.ends_at ??
    null
  );
}

export async function selectDueProposals(db: Db, now: string, limit: number): Promise<number[]> {
  const due = await open(db)
    .where('ends_at', '<=', now)
    .select('order_id')
    .orderBy('ends_at')
    .limit(limit)
    .execute();
  return due.map(({ order_id }) => order_id);
}

export async function updateLine(
  tx: Tx,
  id: number,
  change: Pick<RowChange<OrderLines>, 'price_cents' | 'quantity' | 'claim' | 'standing'>,
): Promise<void> {
  await tx.updateTable('order_lines').set(change).where('id', '=', id).execute();
}

export async function updateTotals(
  tx: Tx,
  id: number,
  totals: Pick<
    RowChange<Orders>,
    'subtotal_cents' | 'shipping_cents' | 'total_cents' | 'search_text' | 'updated_at'
  >,
): Promise<void> {
  await tx.updateTable('orders').set(totals).where('id', '=', id).execute();
}

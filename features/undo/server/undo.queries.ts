import { kindsToAdmin } from '#core/contract/messages/mail-statuses.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Orders, RowChange } from '#platform/db/schema.ts';

export const STEP_BEGUN = 'step_begun';

export async function selectEventsOf(db: Db | Tx, orderId: number) {
  return db
    .selectFrom('events')
    .select(['created_at', 'kind', 'data'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
}

/** By number, so that two acts never wait for each other. */
export async function selectInParcel(tx: Tx, parcel: string): Promise<number[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('id')
    .where('parcel', '=', parcel)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function selectMoneyOf(db: Db | Tx, orderId: number) {
  return db
    .selectFrom('order_money')
    .select(['id', 'kind', 'amount_cents', 'method'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute();
}

/** A payment's fee goes with it. */
export async function deleteMoney(tx: Tx, ids: number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('order_money').where('id', 'in', ids).execute();
}

export async function selectMailsAfter(db: Db | Tx, orderId: number, after: number) {
  return db
    .selectFrom('mails')
    .select(['id', 'kind', 'subject', 'status', 'due_at'])
    .where('order_id', '=', orderId)
    .where('id', '>', after)
    .where('kind', 'not in', kindsToAdmin)
    .orderBy('id')
    .execute();
}

/** Those that nobody can have got. @returns whether the mail is gone. */
export async function deleteUnsent(tx: Tx, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('mails')
    .where('id', '=', id)
    .where('status', 'in', ['waiting', 'kept', 'failed'])
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function lastMailOf(tx: Tx, orderId: number): Promise<number> {
  const row = await tx
    .selectFrom('mails')
    .select((eb) => eb.fn.max('id').as('last'))
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row?.last ?? 0;
}

export async function restoreColumns(tx: Tx, id: number, columns: RowChange<Orders>) {
  await tx.updateTable('orders').set(columns).where('id', '=', id).execute();
}

/** With the claim that the order's status gives them. */
export async function restoreClaims(tx: Tx, orderId: number, claim: 'held' | 'taken' | 'none') {
  await tx
    .updateTable('order_lines')
    .set({ claim })
    .where('order_id', '=', orderId)
    .where('standing', '=', 'in')
    .execute();
}

/** What the step has set aside. */
export async function takeFromAside(tx: Tx, orderId: number): Promise<void> {
  await tx
    .updateTable('specimens')
    .set({ status_by_hand: null })
    .where('status_by_hand', '=', 'pending')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('order_lines')
        .select('specimen_id')
        .where('order_id', '=', orderId)
        .where('standing', '=', 'in')
        .where('specimen_id', 'is not', null)
        .$castTo<{ specimen_id: number }>(),
    )
    .execute();
}

import type { Db, Tx } from '#platform/db/db.ts';
import type { Orders, RowChange } from '#platform/db/schema.ts';

export type HoldColumns = Pick<
  RowChange<Orders>,
  | 'hold_ends_at'
  | 'hold_reminds_at'
  | 'hold_asked_at'
  | 'payment_reported_at'
  | 'sign_of_life_at'
  | 'awaits_proof'
>;

export async function updateHold(tx: Tx, id: number, columns: HoldColumns): Promise<void> {
  await tx.updateTable('orders').set(columns).where('id', '=', id).execute();
}

/** @returns whether it is the first. */
export async function noteFirstSign(tx: Tx, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set({ sign_of_life_at: now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('sign_of_life_at', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** A reported payment stops the clock of a proved address alone. */
const running = (db: Db | Tx) =>
  db
    .selectFrom('orders')
    .where('status', '=', 'pending')
    .where('hold_asked_at', 'is', null)
    .where((eb) =>
      eb.or([eb('payment_reported_at', 'is', null), eb('email_proved_at', 'is', null)]),
    );

export async function selectNextHold(
  db: Db,
  column: 'hold_ends_at' | 'hold_reminds_at',
): Promise<string | null> {
  const next = await running(db)
    .where(column, 'is not', null)
    .select(column)
    .orderBy(column)
    .limit(1)
    .executeTakeFirst();
  return next?.[column] ?? null;
}

export async function selectDueHolds(
  db: Db,
  column: 'hold_ends_at' | 'hold_reminds_at',
  now: string,
  limit: number,
): Promise<number[]> {
  const due = await running(db)
    .where(column, '<=', now)
    .select('id')
    .orderBy(column)
    .orderBy('id')
    .limit(limit)
    .execute();
  return due.map(({ id }) => id);
}

import { formatAmount } from '#core/contract/money.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import type { OtherOrder } from '#core/contract/selling/other-order.ts';
import { eraseNote, importNote, readBuyer } from '#core/server/selling/buyers/buyers.service.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { countPaid, hasOtherOrders, selectOthersOf } from './known-buyer.queries.ts';
import type { OrderRow } from './orders.queries.ts';

const MAX_SHOWN = 10;

/** Returns null where no email address is known. */
export async function knownBuyer(
  db: Db,
  { id, customer_email: email }: OrderRow,
): Promise<OrderDetail['buyer']> {
  if (email === '') return null;
  const { orders, paidCents } = await countPaid(db, email);
  const others = await selectOthersOf(db, email, id, MAX_SHOWN);
  return {
    ...(await readBuyer(db, email)),
    others: others.map(toOther),
    otherCount: orders - 1,
    paidAmount: formatAmount(paidCents),
  };
}

export const toOther = ({
  id,
  status,
  created_at: createdAt,
  total_cents: total,
}: Pick<OrderRow, 'id' | 'status' | 'created_at' | 'total_cents'>): OtherOrder => ({
  id,
  status,
  createdAt,
  totalAmount: formatAmount(total),
});

/**
 * Moves the note only where this order was all that the shop knew of the earlier address. The other
 * may have one already.
 */
export async function moveBuyer(
  tx: Tx,
  { id, customer_email: before }: OrderRow,
  email: string,
): Promise<void> {
  if (
    before === '' ||
    before.toLowerCase() === email.toLowerCase() ||
    (await hasOtherOrders(tx, before, id))
  )
    return;
  const { note } = await readBuyer(tx, before);
  if (note !== '') await importNote(tx, email, note);
  await eraseNote(tx, before);
}

/** Spares an address with other orders. */
export async function forgetBuyer(tx: Tx, { id, customer_email: email }: OrderRow): Promise<void> {
  if (email !== '' && !(await hasOtherOrders(tx, email, id))) await eraseNote(tx, email);
}

/** What else an email address has ordered. */
import { formatAmount } from '#contract/money.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { eraseNote, importNote, readBuyer } from '#server/features/selling/buyers/buyers.service.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { countPaid, hasOtherOrders, selectOthersOf } from './known-buyer.queries.ts';
import type { OrderRow } from './orders.queries.ts';

const MAX_SHOWN = 10;

/** The buyer of an order as the admin knows him; null where no email address is known. */
export async function knownBuyer(db: Db, { id, customer_email: email }: OrderRow): Promise<OrderDetail['buyer']> {
  if (email === '') return null;
  const { orders, paidCents } = await countPaid(db, email);
  const others = await selectOthersOf(db, email, id, MAX_SHOWN);
  return {
    ...(await readBuyer(db, email)),
    others: others.map((other) => ({
      id: other.id,
      status: other.status,
      createdAt: other.created_at,
      totalAmount: formatAmount(other.total_cents),
    })),
    otherCount: orders - 1,
    paidAmount: formatAmount(paidCents),
  };
}

/** Moves the note on an order's buyer to another address, which may have one already, where this order was all that the shop knew of the earlier one. */
export async function moveBuyer(tx: Tx, { id, customer_email: before }: OrderRow, email: string): Promise<void> {
  if (before === '' || before.toLowerCase() === email.toLowerCase() || (await hasOtherOrders(tx, before, id))) return;
  const { note } = await readBuyer(tx, before);
  if (note !== '') await importNote(tx, email, note);
  await eraseNote(tx, before);
}

/** Erases the note on an order's buyer where this order was all that the shop knew of the address. */
export async function forgetBuyer(tx: Tx, { id, customer_email: email }: OrderRow): Promise<void> {
  if (email !== '' && !(await hasOtherOrders(tx, email, id))) await eraseNote(tx, email);
}

/** Only hashes are kept: they outlive personal data. */
import { createHash } from 'node:crypto';
import { Problem } from '#core/contract/problems.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { updateNotes } from './admin-orders.queries.ts';
import { daysOf } from './money-days.ts';
import { selectMoney } from './order-money.queries.ts';
import { effectOnMoney, type NotedPayment } from './order-money.ts';
import { changeStatusIn, erasedText, lockWithLines } from './orders.service.ts';
import {
  deleteUsed,
  insertUsed,
  moveUsed,
  selectOtherWith,
  selectUsed,
} from './payments.queries.ts';
import { mailPayment, noteReceived } from './payments.service.ts';

export const hashOf = (paymentId: string): string =>
  createHash('sha256').update(paymentId).digest('hex');

export type StatementPayment = {
  paymentId: string;
  /** null: what is due. */
  cents: number | null;
  /** What the payment app kept; null: unknown. */
  feeCents: number | null;
  payer: string | null;
  /** A day in the shop's time zone; undefined: today. */
  on: string | undefined;
};

/**
 * Notes a statement's payment with its own amount. A pending order is paid once nothing is due;
 * one that was paid already, or has ended, has more money then. @returns whether it is paid now.
 * @throws Problem not_found; state_conflict for a used payment, and where the pieces of an order
 * that ended are gone.
 */
export async function payOrder(
  ctx: Context,
  id: number,
  { paymentId, cents, feeCents, payer, on }: StatementPayment,
): Promise<boolean> {
  return perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    const { order, lines } = await lockWithLines(tx, id);
    if (order.erased_at !== null) throw new Problem('state_conflict', erasedText(id));
    const isTaken = orderStatusTable[order.status].claim === 'taken';
    if (isTaken && cents === null)
      throw new Problem('state_conflict', `Order #${id} is already paid.`);
    if (!(await claimPayment(tx, id, paymentId)))
      throw new Problem(
        'state_conflict',
        'This payment already belongs to an order. Nothing was changed.',
      );
    const claimed = { ...order, venmo_payment_id: order.venmo_payment_id ?? paymentId };
    await updateNotes(tx, id, { venmo_payment_id: claimed.venmo_payment_id }, act.now);
    await act.record({
      kind: 'payment_matched',
      orderId: id,
      data: feeCents === null ? {} : { feeCents },
    });
    const { instantOn } = await daysOf(act);
    const payment: NotedPayment = {
      method: null,
      at: instantOn(on),
      feeCents: feeCents ?? 0,
      payer,
      paymentHash: hashOf(paymentId),
      ...(cents !== null && { cents }),
    };
    const effect = effectOnMoney(order, 'paid', await selectMoney(tx, [id]));
    const due = effect.do === 'receive' ? effect.cents : 0;
    if (!isTaken && due > 0 && (cents ?? due) >= due) {
      await changeStatusIn(act, claimed, lines, 'paid', payment);
      return true;
    }
    await noteReceived(act, claimed, cents ?? 0, { ...payment, origin: 'statement' });
    if (order.status === 'pending') await mailPayment(act, claimed, lines, cents ?? 0);
    return false;
  });
}

/** Maps used payments to their orders; null: gone, or noted there. */
export async function usesOf(
  db: Db,
  paymentIds: string[],
): Promise<[paymentId: string, orderId: number | null][]> {
  const byHash = new Map(paymentIds.map((paymentId) => [hashOf(paymentId), paymentId]));
  return (await selectUsed(db, [...byHash.keys()])).map(({ payment_hash, order_id, money_id }) => [
    byHash.get(payment_hash) ?? '',
    money_id === null ? order_id : null,
  ]);
}

/** @returns false where it is noted, or another order has it: an id may have been typed on this. */
export async function claimPayment(tx: Tx, orderId: number, paymentId: string): Promise<boolean> {
  const hash = hashOf(paymentId);
  if (await insertUsed(tx, hash, orderId)) return true;
  const [use] = await selectUsed(tx, [hash]);
  return (
    use?.order_id === orderId &&
    use.money_id === null &&
    (await selectOtherWith(tx, paymentId, orderId)) === undefined
  );
}

/** A typed id may be on another order too. */
export async function replacePayment(
  tx: Tx,
  orderId: number,
  before: string | null,
  after: string | null,
): Promise<void> {
  if (before !== null && before !== after) await releasePayment(tx, orderId, before);
  if (after !== null) await insertUsed(tx, hashOf(after), orderId);
}

/** Frees an id that no order has. */
async function releasePayment(tx: Tx, orderId: number, paymentId: string): Promise<void> {
  const hash = hashOf(paymentId);
  const other = await selectOtherWith(tx, paymentId, orderId);
  if (other === undefined) await deleteUsed(tx, hash);
  else await moveUsed(tx, hash, orderId, other);
}

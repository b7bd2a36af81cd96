import { noAmount } from '#core/contract/amount-question.ts';
import { HOUR_MS } from '#core/contract/durations.ts';
import { parseAmount } from '#core/contract/money.ts';
import { PRICE_MESSAGE } from '#core/contract/number-words.ts';
import { invalidField, Problem } from '#core/contract/problems.ts';
import { MAX_HOLD_HOURS } from '#core/contract/selling/holds.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import type { Act } from '#core/server/act.ts';
import { noSuchSpecimen } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import {
  moveStock,
  readStock,
  takeFreed,
} from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { cleanUpKeys, makeOnce } from '#core/server/selling/idempotency/idempotency.service.ts';
import {
  type ClaimedLine,
  enterOrder,
  keyedOrder,
  newHold,
} from '#core/server/selling/orders/entering.service.ts';
import { readDetail } from '#core/server/selling/orders/order-detail.service.ts';
import { type LineRow, refusalOf } from '#core/server/selling/orders/orders.service.ts';
import { SHIPPING_MISSING } from '#features/hand-sales/contract/hand-made.ts';
import type { Sale } from '#features/hand-sales/contract/sales.ts';
import type { Tx } from '#platform/db/db.ts';
import { sendReceiptOf } from './receipts.service.ts';
import { type Before, endHeld, undoSale } from './sales-before.ts';

/** Cents for each piece. */
type SoldLine = { specimenId: number; quantity: number; cents: number };

/**
 * Pieces leave the stock, or are held until paid; no email is sent but a receipt. The admin may
 * sell what visitors cannot buy, but nothing that an order holds, except the sale's own hold.
 * @param key sent again with the same sale, it returns the existing order; null: none was sent.
 * @throws Problem not_found; invalid_input; state_conflict with the reason where the pieces are not
 * free; key_reused; then nothing has changed.
 */
export async function recordSale(
  ctx: Context,
  sale: Sale,
  key: string | null,
): Promise<OrderDetail> {
  const sold = linesOf(sale);
  const keyed = { key, input: sale, ...keyedOrder, isAdmin: true };
  const { id, isNew } = await perform(ctx, 'owner', async (act) => {
    const hold = await holdOf(act, sale);
    return makeOnce(act, keyed, async () => {
      refuseEnded(sale, act.now);
      const undone = await undoSale(act, sale);
      const held = await endHeld(act, sale.fromHold);
      const order = await enter(act, sale, sold, { hold, held, undone });
      if (sale.sendsReceipt && hold === null) await sendReceiptOf(act, order);
      return order;
    });
  });
  if (isNew) await cleanUpKeys(ctx, id);
  return readDetail(ctx, id);
}

/** A device has sent the hold too late. @throws Problem invalid_input */
function refuseEnded({ holdUntil }: Sale, now: string): void {
  if (holdUntil === undefined) return;
  if (holdUntil <= now) throw invalidField('holdUntil', 'This hold has ended already.');
  const longest = new Date(Date.parse(now) + MAX_HOLD_HOURS * HOUR_MS).toISOString();
  if (holdUntil > longest)
    throw invalidField('holdUntil', `A hold lasts ${MAX_HOLD_HOURS / 24} days at most.`);
}

/** In one order, as every transaction claims pieces, so none waits for another in a circle. */
function linesOf({ further = [], ...first }: Sale): SoldLine[] {
  const lines = [first, ...further].map(({ specimenId, quantity, price }, index) => ({
    specimenId,
    quantity,
    cents: centsOf(price, index === 0 ? 'price' : `further.${index - 1}.price`),
  }));
  return lines.toSorted((a, b) => a.specimenId - b.specimenId);
}

function centsOf(price: string, path: string): number {
  const cents = parseAmount(price);
  if (cents !== null && cents > 0) return cents;
  throw invalidField(path, cents === null ? noAmount(price) : PRICE_MESSAGE);
}

/** A blank is no answer: free shipping is a 0. */
function shippingOf({ shipping }: Sale): number {
  const cents = parseAmount(shipping ?? '0');
  if (cents !== null) return cents;
  throw invalidField('shipping', shipping?.trim() ? noAmount(shipping) : SHIPPING_MISSING);
}

type Hold = Partial<ReturnType<typeof newHold> & { sign_of_life_at: string | null }>;

/**
 * Null: it is paid.
 * @throws Problem invalid_input where what is paid has the length of a hold.
 */
async function holdOf(
  act: Act,
  { status, holdHours, holdUntil, fromHold, insteadOf, customerEmail = '' }: Sale,
): Promise<Hold | null> {
  if (status !== 'pending') {
    for (const [name, value] of Object.entries({ holdHours, holdUntil }))
      if (value !== undefined) throw invalidField(name, 'Only what isn’t paid yet is on hold.');
    return null;
  }
  if (fromHold !== undefined || insteadOf !== undefined)
    throw invalidField('status', 'Only a sale can take the place of a hold or another sale.');
  if (holdHours !== undefined && holdUntil !== undefined)
    throw invalidField('holdUntil', 'Please name either the hours or the end.');
  const now = new Date(act.now);
  // The end was agreed with the buyer: as after an order that showed no sign of life, nobody needs
  // to be asked when it comes.
  if (holdUntil !== undefined)
    return { ...newHold(now, 0), hold_ends_at: holdUntil, sign_of_life_at: null };
  const { orders } = await act.settings();
  // The buyer has spoken to the admin, who is asked before the hold ends.
  const hold = {
    ...newHold(now, holdHours ?? orders.holdHours),
    sign_of_life_at: act.now,
  };
  // Nobody can be reminded without an address.
  return customerEmail === '' ? { ...hold, hold_reminds_at: null } : hold;
}

/**
 * A sale may be entered days later, and its year is the one it was made in. A clock that is ahead
 * of ours counts for nothing.
 */
const soldAt = (sale: Sale, now: string): string =>
  sale.soldAt !== undefined && sale.soldAt < now ? sale.soldAt : now;

/**
 * @param held the hold that becomes this sale, whose pieces are free by now; null: it is an order
 * of its own.
 * @param undone the sale that it corrects.
 * @returns the order's id.
 */
async function enter(
  act: Act,
  sale: Sale,
  sold: SoldLine[],
  { hold, held: before, undone }: { hold: Hold | null; held: Before | null; undone: Before | null },
): Promise<number> {
  const { tx, now } = act;
  const held = before?.order;
  const earlier = held ?? undone?.order;
  const { status, method } = sale;
  const name = sale.customerName || (held?.customer_name ?? '');
  const email = sale.customerEmail || (held?.customer_email ?? '');
  const move = hold === null ? 'takeFree' : 'hold';
  const freed = [...(before?.lines ?? []), ...(undone?.lines ?? [])];
  const lines = await claim(tx, sold, move, { now, claim: orderStatusTable[status].claim, freed });
  const subtotal = sold.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
  const shipping = shippingOf(sale);
  const total = subtotal + shipping;
  const columns = {
    status,
    customer_name: name,
    customer_email: email,
    customer_address: sale.customerAddress || (earlier?.customer_address ?? ''),
    subtotal_cents: subtotal,
    shipping_cents: shipping,
    total_cents: total,
    paid_how: sale.paidHow || null,
    notes: sale.notes || (earlier?.notes ?? null),
    // A payment proves it; without an address there is nothing to prove.
    email_proved_at: email === '' || hold !== null ? null : now,
    paid_at: hold === null ? soldAt(sale, now) : null,
    ...hold,
  };
  const order = await enterOrder(act, columns, lines, {
    held: held?.id,
    payment: hold === null ? { method: method ?? null, at: soldAt(sale, now) } : null,
  });
  await act.record([
    {
      orderId: order,
      kind: hold === null ? 'sale_recorded' : 'hold_recorded',
      data: { totalCents: total, status },
    },
    ...sold.map(({ specimenId, quantity }) => ({
      orderId: order,
      kind: move,
      specimenId,
      data: { pieces: quantity },
    })),
  ]);
  return order;
}

/**
 * @param freed lines whose pieces the sale has freed, so they are its own before anybody else's.
 * @returns the lines of the order.
 * @throws Problem not_found; state_conflict with the reasons of all that are not free.
 */
async function claim(
  tx: Tx,
  sold: SoldLine[],
  move: 'takeFree' | 'hold',
  { now, claim, freed }: { now: string; claim: 'held' | 'taken' | 'none'; freed: LineRow[] },
) {
  const ids = sold.map(({ specimenId }) => specimenId);
  const stock = await readStock(tx, ids);
  const own = new Map<number | null, number>();
  for (const line of freed)
    own.set(line.specimen_id, (own.get(line.specimen_id) ?? 0) + line.quantity);
  const reasons: string[] = [];
  const lines: ClaimedLine[] = [];
  for (const { specimenId, quantity, cents } of sold) {
    const title = stock.get(specimenId)?.title;
    if (title === undefined) throw noSuchSpecimen();
    const taken = Math.min(quantity, own.get(specimenId) ?? 0);
    own.set(specimenId, (own.get(specimenId) ?? 0) - taken);
    if (taken > 0) await takeFreed(tx, { specimenId, quantity: taken }, now);
    const rest = quantity - taken;
    if (rest > 0 && !(await moveStock(tx, { specimenId, quantity: rest }, move, now)))
      reasons.push(
        await refusalOf(tx, { specimen_id: specimenId, title, order_id: 0, quantity: rest }),
      );
    lines.push({
      specimen_id: specimenId,
      title,
      price_cents: cents,
      shipping_cents: 0,
      quantity,
      claim,
    });
  }
  if (reasons.length > 0) throw new Problem('state_conflict', [...new Set(reasons)].join(' '));
  return lines;
}

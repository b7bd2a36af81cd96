/** Sales made elsewhere, at a show or by phone, and pieces put on hold for somebody, which the admin enters as orders. */

import { noAmount } from '#contract/amount-question.ts';
import { parseAmount } from '#contract/money.ts';
import { PRICE_MESSAGE } from '#contract/number-words.ts';
import { Problem } from '#contract/problems.ts';
import { MAX_HOLD_HOURS } from '#contract/selling/holds.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import type { Sale } from '#contract/selling/sales.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSetting, readSettings } from '#server/features/admin/settings/settings.service.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { mainPictures, noSuchSpecimen } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { moveStock, readStock, takeFreed } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { stockFollower } from '#server/features/catalogue/specimens/stock/stock-followers.service.ts';
import { cleanUpKeys, makeOnce } from '#server/features/selling/idempotency/idempotency.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { readDetail } from './admin-orders.service.ts';
import { invalid } from './amounts.ts';
import { newHold } from './hold-rules.ts';
import { keyedOrder } from './keyed-order.ts';
import { linePicture } from './line-picture.ts';
import { moneyDays } from './money-days.ts';
import { newKey } from './new-key.ts';
import { insertMoney } from './order-money.queries.ts';
import { orderSearchText } from './order-search.ts';
import { insertLines, insertOrder, type LineRow, removeLines, updateSale } from './orders.queries.ts';
import { refusalOf } from './orders.service.ts';
import { sendReceiptOf } from './receipts.service.ts';
import { type Before, endHeld, undoSale } from './sales-before.ts';

/** Pieces as they are sold; cents for each. */
type SoldLine = { specimenId: number; quantity: number; cents: number };

/**
 * Records a sale, whose pieces leave the stock, or puts pieces on hold until they are paid; but for a receipt, no email is sent. The admin may sell what visitors
 * cannot buy, but nothing that an order holds, except the hold that the sale comes from.
 * @param key sent again with the same sale, it returns the existing order; null: none was sent.
 * @throws Problem not_found; invalid_input; state_conflict with the reason where the pieces are not free; key_reused; then nothing has changed.
 */
export async function recordSale(ctx: Context, sale: Sale, key: string | null): Promise<OrderDetail> {
  const sold = linesOf(sale);
  const hold = await holdOf(ctx, sale);
  const [follow, settings] = await Promise.all([stockFollower(ctx), readSettings(ctx)]);
  const { id, isNew, specimens } = await inTransaction(ctx.db, async (tx) => {
    const specimens = sold.map(({ specimenId }) => specimenId);
    const made = await makeOnce(ctx, tx, { key, input: sale, ...keyedOrder, isAdmin: true }, async () => {
      const days = moneyDays(ctx, settings);
      refuseEnded(sale, days.now);
      const undone = await undoSale(tx, sale, days);
      const held = await endHeld(tx, sale.fromHold, days.now);
      specimens.push(...(undone?.specimens ?? []), ...(held?.specimens ?? []));
      const order = await enter(ctx, tx, sale, sold, { hold, held, undone });
      await follow(tx, [...new Set(specimens)]);
      if (sale.sendsReceipt && hold === null) await sendReceiptOf(ctx, tx, order, settings);
      return order;
    });
    return { ...made, specimens };
  });
  if (isNew) {
    ctx.invalidateCache(changedStock(specimens));
    await cleanUpKeys(ctx, id);
  }
  return readDetail(ctx, id);
}

/** A hold that a device has sent too late. @throws Problem invalid_input */
function refuseEnded({ holdUntil }: Sale, now: string): void {
  if (holdUntil === undefined) return;
  if (holdUntil <= now) throw invalid('holdUntil', 'This hold has ended already.');
  const longest = new Date(Date.parse(now) + MAX_HOLD_HOURS * 3_600_000).toISOString();
  if (holdUntil > longest) throw invalid('holdUntil', `A hold lasts ${MAX_HOLD_HOURS / 24} days at most.`);
}

/** In order of the specimens' ids, as every transaction claims them, so that none waits for another in a circle. */
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
  throw invalid(path, cents === null ? noAmount(price) : PRICE_MESSAGE);
}

type Hold = Partial<ReturnType<typeof newHold> & { sign_of_life_at: string | null }>;

/** The columns of the hold; null: it is paid. @throws Problem invalid_input where what is paid has the length of a hold. */
async function holdOf(ctx: Context, { status, holdHours, holdUntil, fromHold, insteadOf, customerEmail = '' }: Sale): Promise<Hold | null> {
  if (status !== 'pending') {
    for (const [name, value] of Object.entries({ holdHours, holdUntil }))
      if (value !== undefined) throw invalid(name, 'Only what isn’t paid yet is on hold.');
    return null;
  }
  if (fromHold !== undefined || insteadOf !== undefined)
    throw invalid('status', 'Only a sale can take the place of a hold or another sale.');
  if (holdHours !== undefined && holdUntil !== undefined) throw invalid('holdUntil', 'Please name either the hours or the end.');
  const now = ctx.clock.now();
  // The end was agreed with the buyer: as after an order that showed no sign of life, nobody needs to be asked when it comes.
  if (holdUntil !== undefined) return { ...newHold(now, 0), hold_ends_at: holdUntil, sign_of_life_at: null };
  const setting = await readSetting(ctx, 'orders');
  // The buyer has spoken to the admin, who is asked before the hold ends.
  const hold = { ...newHold(now, holdHours ?? setting.holdHours), sign_of_life_at: instantOf(ctx.clock) };
  // Nobody can be reminded without an address.
  return customerEmail === '' ? { ...hold, hold_reminds_at: null } : hold;
}

/** When it was paid: a sale may be entered days later, and its year is the one it was made in. A clock that is ahead of ours counts for nothing. */
const soldAt = (sale: Sale, now: string): string => (sale.soldAt !== undefined && sale.soldAt < now ? sale.soldAt : now);

/**
 * @param held the hold that becomes this sale, whose pieces are free by now; null: it is an order of its own. @param undone the sale that it corrects.
 * @returns the order's id.
 */
async function enter(
  ctx: Context,
  tx: Tx,
  sale: Sale,
  sold: SoldLine[],
  { hold, held: before, undone }: { hold: Hold | null; held: Before | null; undone: Before | null },
): Promise<number> {
  const held = before?.order;
  const earlier = held ?? undone?.order;
  const { status, method } = sale;
  const name = sale.customerName || (held?.customer_name ?? '');
  const email = sale.customerEmail || (held?.customer_email ?? '');
  const now = instantOf(ctx.clock);
  const move = hold === null ? 'takeFree' : 'hold';
  const freed = [...(before?.lines ?? []), ...(undone?.lines ?? [])];
  const lines = await claim(tx, sold, move, { now, claim: orderStatusTable[status].claim, freed });
  const total = sold.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
  const columns = {
    status,
    customer_name: name,
    customer_email: email,
    customer_address: sale.customerAddress || (earlier?.customer_address ?? ''),
    subtotal_cents: total,
    shipping_cents: 0,
    total_cents: total,
    paid_how: sale.paidHow || null,
    notes: sale.notes || (earlier?.notes ?? null),
    // A payment proves it; without an address there is nothing to prove.
    email_proved_at: email === '' || hold !== null ? null : now,
    paid_at: hold === null ? soldAt(sale, now) : null,
    ...hold,
    search_text: orderSearchText({ name, email }, lines),
    updated_at: now,
  };
  if (held) {
    await removeLines(tx, held.id);
    await updateSale(tx, held.id, columns);
    await insertLines(tx, held.id, lines);
  }
  const keys = { access_key: newKey(), mail_key: newKey(), venmo_username: null, venmo_payment_id: null, ip_address: '' };
  const order = held?.id ?? (await insertOrder(tx, { kind: 'elsewhere', ...columns, ...keys, created_at: now }, lines));
  if (hold === null)
    await insertMoney(tx, { order_id: order, kind: 'payment', amount_cents: total, method: method ?? null, at: soldAt(sale, now) });
  const about = { at: now, actor: 'owner', orderId: order } as const;
  await addEvents(tx, [
    { ...about, kind: hold === null ? 'sale_recorded' : 'hold_recorded', data: { totalCents: total, status } },
    ...sold.map(({ specimenId, quantity }) => ({ ...about, kind: move, specimenId, data: { pieces: quantity } })),
  ]);
  return order;
}

/** Claims the pieces. @param freed lines whose pieces the sale has freed, so that they are its own before anybody else's. @returns the lines of their order. @throws Problem not_found; state_conflict with the reasons of all that are not free. */
async function claim(
  tx: Tx,
  sold: SoldLine[],
  move: 'takeFree' | 'hold',
  { now, claim, freed }: { now: string; claim: 'held' | 'taken' | 'none'; freed: LineRow[] },
) {
  const ids = sold.map(({ specimenId }) => specimenId);
  const [stock, pictures] = [await readStock(tx, ids), await mainPictures(tx, ids)];
  const own = new Map<number | null, number>();
  for (const line of freed) own.set(line.specimen_id, (own.get(line.specimen_id) ?? 0) + line.quantity);
  const reasons: string[] = [];
  const lines = [];
  for (const { specimenId, quantity, cents } of sold) {
    const title = stock.get(specimenId)?.title;
    if (title === undefined) throw noSuchSpecimen();
    const taken = Math.min(quantity, own.get(specimenId) ?? 0);
    own.set(specimenId, (own.get(specimenId) ?? 0) - taken);
    if (taken > 0) await takeFreed(tx, { specimenId, quantity: taken }, now);
    const rest = quantity - taken;
    if (rest > 0 && !(await moveStock(tx, { specimenId, quantity: rest }, move, now)))
      reasons.push(await refusalOf(tx, { specimen_id: specimenId, title, order_id: 0, quantity: rest }));
    const line = { specimen_id: specimenId, title, price_cents: cents, shipping_cents: 0, quantity, claim };
    lines.push({ ...line, ...linePicture(pictures.get(specimenId)) });
  }
  if (reasons.length > 0) throw new Problem('state_conflict', [...new Set(reasons)].join(' '));
  return lines;
}

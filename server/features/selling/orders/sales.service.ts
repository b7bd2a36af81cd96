/** Sales made elsewhere, at a show or by phone, and pieces put on hold for somebody, which the admin enters as orders. */

import { noAmount } from '#contract/amount-question.ts';
import { parseAmount } from '#contract/money.ts';
import { PRICE_MESSAGE } from '#contract/number-words.ts';
import { Problem } from '#contract/problems.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { OrderDetail, Sale } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSetting } from '#server/features/admin/settings/settings.service.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { mainPictures, noSuchSpecimen } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { moveStock, readStock } from '#server/features/catalogue/specimens/stock/stock.service.ts';
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
import { newKey } from './new-key.ts';
import { insertMoney } from './order-money.queries.ts';
import { orderSearchText } from './order-search.ts';
import { insertOrder } from './orders.queries.ts';
import { refusalOf } from './orders.service.ts';

/**
 * Records a sale, whose pieces leave the stock, or puts pieces on hold until they are paid; no email is sent. The admin may sell what visitors cannot buy, but nothing that an order holds.
 * @param key sent again with the same sale, it returns the existing order; null: none was sent.
 * @throws Problem not_found; invalid_input; state_conflict with the reason where the pieces are not free; key_reused; then nothing has changed.
 */
export async function recordSale(ctx: Context, sale: Sale, key: string | null): Promise<OrderDetail> {
  const price = priceOf(sale);
  const hold = await holdOf(ctx, sale);
  const follow = await stockFollower(ctx);
  const { id, isNew } = await inTransaction(ctx.db, (tx) =>
    makeOnce(ctx, tx, { key, input: sale, ...keyedOrder, isAdmin: true }, async () => {
      const made = await enter(ctx, tx, sale, price, hold);
      await follow(tx, [sale.specimenId]);
      return made;
    }),
  );
  if (isNew) {
    ctx.invalidateCache(changedStock([sale.specimenId]));
    await cleanUpKeys(ctx, id);
  }
  return readDetail(ctx, id);
}

/** Cents. */
function priceOf({ price }: Sale): number {
  const cents = parseAmount(price);
  if (cents !== null && cents > 0) return cents;
  const message = cents === null ? noAmount(price) : PRICE_MESSAGE;
  throw new Problem('invalid_input', message, { issues: [{ path: 'price', message }] });
}

/** The columns of the hold; null: it is paid. @throws Problem invalid_input where what is paid has the length of a hold. */
async function holdOf(ctx: Context, { status, holdHours, customerEmail = '' }: Sale): Promise<Partial<ReturnType<typeof newHold>> | null> {
  if (status !== 'pending') {
    if (holdHours !== undefined) throw invalid('holdHours', 'Only what isn’t paid yet is on hold.');
    return null;
  }
  const setting = await readSetting(ctx, 'orders');
  const hold = newHold(ctx.clock.now(), holdHours ?? setting.holdHours);
  // Nobody can be reminded without an address.
  return customerEmail === '' ? { ...hold, hold_reminds_at: null } : hold;
}

/** When it was paid: a sale may be entered days later, and its year is the one it was made in. A clock that is ahead of ours counts for nothing. */
const soldAt = (sale: Sale, now: string): string => (sale.soldAt !== undefined && sale.soldAt < now ? sale.soldAt : now);

/** @returns the order's id. */
async function enter(ctx: Context, tx: Tx, sale: Sale, price: number, hold: Awaited<ReturnType<typeof holdOf>>): Promise<number> {
  const { specimenId, quantity, status } = sale;
  const [name, email] = [sale.customerName ?? '', sale.customerEmail ?? ''];
  const now = instantOf(ctx.clock);
  const title = (await readStock(tx, [specimenId])).get(specimenId)?.title;
  if (title === undefined) throw noSuchSpecimen();
  const move = hold === null ? 'takeFree' : 'hold';
  if (!(await moveStock(tx, { specimenId, quantity }, move, now)))
    throw new Problem('state_conflict', await refusalOf(tx, { specimen_id: specimenId, title, order_id: 0, quantity }));
  const pictures = await mainPictures(tx, [specimenId]);
  const line = { specimen_id: specimenId, title, price_cents: price, shipping_cents: 0, quantity, claim: orderStatusTable[status].claim };
  const order = await insertOrder(
    tx,
    {
      kind: 'elsewhere',
      status,
      customer_name: name,
      customer_email: email,
      customer_address: sale.customerAddress ?? '',
      subtotal_cents: price * quantity,
      shipping_cents: 0,
      total_cents: price * quantity,
      venmo_username: null,
      venmo_payment_id: null,
      paid_how: sale.paidHow || null,
      notes: sale.notes || null,
      access_key: newKey(),
      mail_key: newKey(),
      // A payment proves it; without an address there is nothing to prove.
      email_proved_at: email === '' || hold !== null ? null : now,
      ip_address: '',
      paid_at: hold === null ? soldAt(sale, now) : null,
      ...hold,
      // The buyer has spoken to the admin, who is asked before the hold ends.
      sign_of_life_at: hold === null ? null : now,
      search_text: orderSearchText({ name, email }, [line]),
      created_at: now,
      updated_at: now,
    },
    [{ ...line, ...linePicture(pictures.get(specimenId)) }],
  );
  if (hold === null) await insertMoney(tx, { order_id: order, kind: 'payment', amount_cents: price * quantity, at: soldAt(sale, now) });
  const about = { at: now, actor: 'owner', orderId: order } as const;
  await addEvents(tx, [
    { ...about, kind: hold === null ? 'sale_recorded' : 'hold_recorded', data: { totalCents: price * quantity, status } },
    { ...about, kind: move, specimenId, data: { pieces: quantity } },
  ]);
  return order;
}

/** Every line is held, or nothing happens. */

import type { Picture } from '#core/contract/media/media.ts';
import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import { formatAmount, formatDollars } from '#core/contract/money.ts';
import { invalidField, Problem } from '#core/contract/problems.ts';
import { type OrderTotals, orderTotals } from '#core/contract/selling/cart-totals.ts';
import { buyerRules } from '#core/contract/selling/checkout.ts';
import type { CartOrder, DirectOrder, PlacedOrder } from '#core/contract/selling/orders.ts';
import { payableHandle } from '#core/contract/selling/venmo.ts';
import type { Act } from '#core/server/act.ts';
import { mainPictures } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import {
  type ReservedLine,
  reserve,
  unavailable,
  type WantedLine,
} from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import type { Offer } from '#core/server/feature.ts';
import { queueOrderMails } from '#core/server/messages/mail/mail.service.ts';
import { perform } from '#core/server/perform.ts';
import { refuseBlocked } from '#core/server/selling/buyers/buyers.service.ts';
import {
  cleanUpKeys,
  deleted,
  makeOnce,
} from '#core/server/selling/idempotency/idempotency.service.ts';
import { newHold } from './hold-rules.ts';
import { linePicture, linePictures } from './line-picture.ts';
import { newKey } from './new-key.ts';
import { offersOf } from './offers.service.ts';
import { toBuyerOrder, toMailedOrder } from './order-mapper.ts';
import { asksVenmo, lacksVenmo, type OrderRequest, orderRequestOf } from './order-request.ts';
import { orderSearchText } from './order-search.ts';
import {
  addBuyer,
  insertOrder,
  isEmailProved,
  keyedOrder,
  selectLines,
  selectOrder,
} from './orders.queries.ts';
import { awaitsProof, PROOF_HOURS, ShieldRefusal, tellOfShield } from './shield.service.ts';
import { refuseTooMany } from './unpaid-limits.ts';

/**
 * `buyerHash`: of the token that is to read the order; `key`: null where none was sent; `offerKeys`: of
 * pieces kept for this browser.
 */
type ClientIdentity = {
  ipAddress: string;
  buyerHash: string;
  key: string | null;
  offerKeys?: readonly KeyedLink[];
};

/**
 * The same key with the same input returns the same order. @throws Problem specimen_unavailable
 * naming what is gone, total_changed where the buyer saw less than the shop's prices,
 * invalid_input, key_reused, too_many_requests; then nothing has changed.
 */
export async function placeOrder(
  ctx: Context,
  input: CartOrder | DirectOrder,
  client: ClientIdentity,
): Promise<PlacedOrder> {
  const order = orderRequestOf(input);
  const keyed = { key: client.key, input, ...keyedOrder, isAdmin: false };
  const placing = perform(ctx, 'buyer', async (act) => {
    const made = await makeOnce(act, keyed, () => place(act, order, client));
    await addBuyer(act.tx, made.id, client.buyerHash);
    return { ...made, placed: await toPlacedOrder(act, made.id) };
  });
  const { id, isNew, placed } = await placing.catch(async (error: unknown) => {
    if (error instanceof ShieldRefusal) await tell(ctx, true);
    throw error;
  });
  if (isNew) await cleanUpKeys(ctx, id);
  if (isNew)
    ctx.log.info(
      { order: id, lines: order.lines.length, total: placed.order.totalAmount },
      'an order was placed',
    );
  if (isNew && placed.order.awaitsProof) await tell(ctx, false);
  return placed;
}

const tell = (ctx: Context, isRefused: boolean): Promise<void> =>
  tellOfShield(ctx, { isRefused }).catch((err: unknown) =>
    ctx.log.warn({ err }, 'could not tell of the shield'),
  );

async function place(act: Act, order: OrderRequest, client: ClientIdentity): Promise<number> {
  const { tx, now, config } = act;
  const settings = await act.settings();
  if (lacksVenmo(order) && asksVenmo(settings))
    throw invalidField('venmoUsername', buyerRules.venmoUsername.message);
  const offers = await offersOf(tx, client.offerKeys ?? [], now);
  const lines = await reserve(tx, order.lines, now, new Set(offers.keys()));
  const used = lines.flatMap(({ specimenId }) => offers.get(specimenId) ?? []);
  for (const offer of used) await endOffer(act, offer, order.lines);
  const totals = orderTotals(settings.shipping_rule, order.kind, lines);
  if (order.total < totals.total) throw changedTotal(totals);
  if (config.rateLimits)
    await refuseTooMany(act, { ...client, email: order.buyer.email }, order.lines);
  // A mail's link was opened here: the address is no stranger's.
  const isProvedByLink = used.some(
    ({ email }) => email.toLowerCase() === order.buyer.email.toLowerCase(),
  );
  const isGuarded =
    config.rateLimits &&
    !isProvedByLink &&
    (await awaitsProof(act, order.buyer.email, order.lines));
  // Last: an order that could not be placed anyway must not tell what the shop knows of an email
  // address.
  await refuseBlocked(tx, order.buyer.email, 'order', settings.general.contactEmail);
  const pictures = await mainPictures(
    tx,
    lines.map((line) => line.specimenId),
  );
  const id = await insertOrder(
    tx,
    {
      kind: order.kind,
      status: 'pending',
      customer_name: order.buyer.name,
      customer_email: order.buyer.email,
      customer_address: order.buyer.postalAddress,
      subtotal_cents: totals.subtotal,
      shipping_cents: totals.shipping,
      total_cents: totals.total,
      venmo_username: order.buyer.venmo,
      venmo_payment_id: null,
      notes: order.buyer.notes,
      access_key: newKey(),
      mail_key: newKey(),
      ip_address: client.ipAddress,
      ...newHold(new Date(now), isGuarded ? PROOF_HOURS : settings.orders.holdHours),
      awaits_proof: isGuarded,
      email_proved_at: isProvedByLink ? now : null,
      search_text: orderSearchText(order.buyer, lines),
      created_at: now,
      updated_at: now,
    },
    lines.map((line) => toRow(line, pictures.get(line.specimenId))),
  );
  const stock = lines.map(({ specimenId, quantity }) => ({
    specimenId,
    kind: 'hold',
    data: { pieces: quantity },
  }));
  const events = [
    { kind: 'order_placed', data: { kind: order.kind, totalCents: totals.total } },
    ...stock,
  ];
  await act.record(events.map((event) => ({ ...event, orderId: id })));
  const [row, isProved] = [await selectOrder(tx, id), await isEmailProved(tx, order.buyer.email)];
  if (!row) throw deleted('order');
  const placed = await selectLines(tx, [id]);
  const mailed = toMailedOrder(row, placed, [], isProved, {
    pictures: await linePictures(tx, placed),
  });
  await queueOrderMails(act, ['order_placed', 'new_order'], mailed);
  return id;
}

/** @throws Problem specimen_unavailable where the offer has ended since it was read. */
async function endOffer(act: Act, offer: Offer, lines: WantedLine[]): Promise<void> {
  if (await offer.take(act)) return;
  throw await unavailable(
    act.tx,
    lines.filter(({ specimenId }) => specimenId === offer.specimenId),
  );
}

const toRow = (line: ReservedLine, picture: Picture | undefined) => ({
  specimen_id: line.specimenId,
  title: line.title,
  price_cents: line.priceCents,
  shipping_cents: line.shippingCents,
  quantity: line.quantity,
  ...linePicture(picture),
  claim: 'held' as const,
});

function changedTotal({ subtotal, shipping, total }: OrderTotals): Problem {
  const totals = {
    subtotalAmount: formatAmount(subtotal),
    shippingAmount: formatAmount(shipping),
    totalAmount: formatAmount(total),
  };
  return new Problem(
    'total_changed',
    `Prices or shipping changed while you were shopping. Your new total is ${formatDollars(total)}.`,
    {
      totals,
    },
  );
}

async function toPlacedOrder(act: Act, id: number): Promise<PlacedOrder> {
  const row = await selectOrder(act.tx, id);
  if (!row) throw deleted('order');
  const order = toBuyerOrder(row, await selectLines(act.tx, [id]));
  if (order.kind === 'cart') return { order };
  const { venmo_settings } = await act.settings();
  const { venmoUsername, paymentInstructions } = venmo_settings;
  return payableHandle(venmo_settings) === null
    ? { order }
    : { order, venmoSettings: { venmoUsername, paymentInstructions } };
}

/** Placing an order: every line is held, or nothing happens. */

import type { Settings } from '#contract/admin/settings.ts';
import type { Picture } from '#contract/media/media.ts';
import type { KeyedLink } from '#contract/messages/keyed-links.ts';
import { formatAmount, formatDollars } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';
import { type OrderTotals, orderTotals } from '#contract/selling/cart-totals.ts';
import { buyerRules } from '#contract/selling/checkout.ts';
import type { BuyerOrder, CartOrder, DirectOrder, PlacedOrder } from '#contract/selling/orders.ts';
import { payableHandle } from '#contract/selling/venmo.ts';
import type { Context } from '#server/context.ts';
import type { Offer } from '#server/extra.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSetting, readSettings } from '#server/features/admin/settings/settings.service.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { mainPictures } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { type ReservedLine, reserve, unavailable, type WantedLine } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { queueOrderMails } from '#server/features/messages/mail/mail.service.ts';
import { refuseBlocked } from '#server/features/selling/buyers/buyers.service.ts';
import { cleanUpKeys, deleted, makeOnce } from '#server/features/selling/idempotency/idempotency.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { newHold } from './hold-rules.ts';
import { keyedOrder } from './keyed-order.ts';
import { linePicture, linePictures } from './line-picture.ts';
import { newKey } from './new-key.ts';
import { offersOf } from './offers.service.ts';
import { toBuyerOrder, toMailedOrder } from './order-mapper.ts';
import { asksVenmo, invalid, lacksVenmo, type OrderRequest, orderRequestOf } from './order-request.ts';
import { orderSearchText } from './order-search.ts';
import { addBuyer, insertOrder, isEmailProved, selectLines, selectOrder } from './orders.queries.ts';
import { awaitsProof, PROOF_HOURS, ShieldRefusal, tellOfShield } from './shield.service.ts';
import { refuseTooMany } from './unpaid-limits.ts';

/** Who orders: the IP address, the hash of the token that is to read the order, the idempotency key if one was sent, and the keys of pieces that are kept for this browser. */
export type ClientIdentity = { ipAddress: string; buyerHash: string; key: string | null; offerKeys?: readonly KeyedLink[] };

/**
 * Places an order and holds its pieces, in one transaction. The same key with the same input answers with the order that is there.
 * @throws Problem specimen_unavailable naming what is gone, total_changed where the buyer saw less than the shop's prices,
 * invalid_input, key_reused, too_many_requests; then nothing has changed.
 */
export async function placeOrder(ctx: Context, input: CartOrder | DirectOrder, client: ClientIdentity): Promise<PlacedOrder> {
  const [settings, { holdHours }] = await Promise.all([readSettings(ctx), readSetting(ctx, 'orders')]);
  const order = orderRequestOf(input);
  const placing = inTransaction(ctx.db, async (tx) => {
    const made = await makeOnce(ctx, tx, { key: client.key, input, ...keyedOrder, isAdmin: false }, () =>
      place(ctx, tx, order, client, { settings, holdHours }),
    );
    await addBuyer(tx, made.id, client.buyerHash);
    return made;
  });
  const { id, isNew } = await placing.catch(async (error: unknown) => {
    if (error instanceof ShieldRefusal) await tell(ctx, settings, true);
    throw error;
  });
  if (isNew) ctx.invalidateCache(changedStock(order.lines.map((line) => line.specimenId)));
  if (isNew) await cleanUpKeys(ctx, id);
  const placed = await toPlacedOrder(ctx, id, settings);
  if (isNew) ctx.log.info({ order: id, lines: order.lines.length, total: placed.order.totalAmount }, 'an order was placed');
  if (isNew && placed.order.awaitsProof) await tell(ctx, settings, false);
  return placed;
}

/** What becomes of the order does not depend on it. */
const tell = (ctx: Context, settings: Settings, isRefused: boolean): Promise<void> =>
  tellOfShield(ctx, settings, { isRefused }).catch((err: unknown) => ctx.log.warn({ err }, 'could not tell of the shield'));

/** What the admin has set, read before the transaction. */
type ShopRules = { settings: Settings; holdHours: number };

async function place(ctx: Context, tx: Tx, order: OrderRequest, client: ClientIdentity, shop: ShopRules): Promise<number> {
  if (lacksVenmo(order) && asksVenmo(shop.settings)) throw invalid('venmoUsername', buyerRules.venmoUsername.message);
  const now = instantOf(ctx.clock);
  const offers = await offersOf(tx, client.offerKeys ?? [], now);
  const lines = await reserve(tx, order.lines, now, new Set(offers.keys()));
  const used = lines.flatMap(({ specimenId }) => offers.get(specimenId) ?? []);
  for (const offer of used) await endOffer(ctx, tx, offer, order.lines);
  const totals = orderTotals(shop.settings.shipping_rule, order.kind, lines);
  if (order.total < totals.total) throw changedTotal(totals);
  if (ctx.config.rateLimits) await refuseTooMany(ctx, tx, { ...client, email: order.buyer.email }, order.lines);
  // The link of a mail was opened in this browser: the address is no stranger's.
  const isProvedByLink = used.some(({ email }) => email.toLowerCase() === order.buyer.email.toLowerCase());
  const isGuarded = ctx.config.rateLimits && !isProvedByLink && (await awaitsProof(ctx, tx, order.buyer.email, order.lines));
  // Last: an order that could not be placed anyway must not tell what the shop knows of an email address.
  await refuseBlocked(tx, order.buyer.email, 'order', shop.settings.general.contactEmail);
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
      ...newHold(ctx.clock.now(), isGuarded ? PROOF_HOURS : shop.holdHours),
      awaits_proof: isGuarded,
      email_proved_at: isProvedByLink ? now : null,
      search_text: orderSearchText(order.buyer, lines),
      created_at: now,
      updated_at: now,
    },
    lines.map((line) => toRow(line, pictures.get(line.specimenId))),
  );
  const stock = lines.map(({ specimenId, quantity }) => ({ specimenId, kind: 'hold', data: { pieces: quantity } }));
  const events = [{ kind: 'order_placed', data: { kind: order.kind, totalCents: totals.total } }, ...stock];
  await addEvents(
    tx,
    events.map((event) => ({ ...event, at: now, actor: 'buyer', orderId: id })),
  );
  const [row, isProved] = [await selectOrder(tx, id), await isEmailProved(tx, order.buyer.email)];
  if (!row) throw deleted('order');
  const placed = await selectLines(tx, [id]);
  const mailed = toMailedOrder(row, placed, [], isProved, { pictures: await linePictures(tx, placed) });
  await queueOrderMails(ctx, tx, ['order_placed', 'new_order'], mailed, shop.settings);
  return id;
}

/** Uses up an offer for an order. @throws Problem specimen_unavailable where its offer has ended since it was read. */
async function endOffer(ctx: Context, tx: Tx, offer: Offer, lines: WantedLine[]): Promise<void> {
  if (await offer.take(ctx, tx)) return;
  throw await unavailable(
    tx,
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
  const totals = { subtotalAmount: formatAmount(subtotal), shippingAmount: formatAmount(shipping), totalAmount: formatAmount(total) };
  return new Problem('total_changed', `Prices or shipping changed while you were shopping. Your new total is ${formatDollars(total)}.`, {
    totals,
  });
}

async function toPlacedOrder(ctx: Context, id: number, settings: Settings): Promise<PlacedOrder> {
  const order = await readBack(ctx.db, id);
  if (order.kind === 'cart') return { order };
  const { venmoUsername, paymentInstructions } = settings.venmo_settings;
  return payableHandle(settings.venmo_settings) === null ? { order } : { order, venmoSettings: { venmoUsername, paymentInstructions } };
}

/** The order as its buyer reads it. */
async function readBack(db: Db, id: number): Promise<BuyerOrder> {
  const row = await selectOrder(db, id);
  if (!row) throw deleted('order');
  return toBuyerOrder(row, await selectLines(db, [id]));
}

/** Orders of one buyer that are sent together: shipping by the rule for all of them, one tracking number, one email. */
import { randomUUID } from 'node:crypto';
import type { Settings } from '#contract/admin/settings.ts';
import { formatAmount, formatDollars } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';
import { orderTotals } from '#contract/selling/cart-totals.ts';
import { isChangeable, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import type { TogetherInput, TogetherPreview } from '#contract/selling/sent-together.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { stockFollower } from '#server/features/catalogue/specimens/stock/stock-followers.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { readDetail } from './admin-orders.service.ts';
import { applyPlan, toldChange } from './changing.service.ts';
import { moneyDays } from './money-days.ts';
import { planOf } from './order-changes.ts';
import { selectMoney } from './order-money.queries.ts';
import { receivedOf, surplusOf } from './order-money.ts';
import { type LineRow, lockOrder, type OrderRow, selectLines, selectOrder } from './orders.queries.ts';
import { erasedText, mailAbout, notFound } from './orders.service.ts';
import { isSameAddress } from './parcel-rules.ts';
import { selectTogether, selectUnshippedOf, updateParcel } from './parcels.queries.ts';
import { endProposal } from './proposed.ts';
import { noteRefund } from './refunds.service.ts';

type Whole = { order: OrderRow; lines: LineRow[] };

/** What sending these orders with this one would do. @throws Problem not_found. */
export async function previewTogether(ctx: Context, id: number, others: number[]): Promise<TogetherPreview> {
  const settings = await readSettings(ctx);
  const order = await selectOrder(ctx.db, id);
  if (!order) throw notFound();
  const { members, refusal } = await membersOf(ctx.db, order, others);
  const wholes = await withTheirLines(ctx.db, members);
  const { now, together } = shippingOf(wholes, settings);
  let refund = 0;
  for (const { order: member, to } of dividedOver(wholes, together)) {
    if (to === member.shipping_cents) continue;
    const after = { total_cents: member.total_cents - member.shipping_cents + to };
    refund += surplusOf(after, await selectMoney(ctx.db, [member.id]));
  }
  return { shippingAmount: formatAmount(now), togetherAmount: formatAmount(together), refundAmount: formatAmount(refund), refusal };
}

/**
 * Sends these orders of the buyer in one parcel with this one. The shipping of all is lowered to that of one parcel, and what was paid of it noted as refunded, if the
 * admin says so.
 * @throws Problem not_found; state_conflict where they cannot travel together, or the shipping is not what the admin saw.
 */
export async function sendTogether(ctx: Context, id: number, input: TogetherInput): Promise<OrderDetail> {
  const [follow, settings] = await Promise.all([stockFollower(ctx), readSettings(ctx)]);
  const days = moneyDays(ctx, settings);
  const specimens = await inTransaction(ctx.db, async (tx) => {
    const first = await selectOrder(tx, id);
    if (!first) throw notFound();
    // By number, so that two of them never wait for each other.
    for (const one of (await membersOf(tx, first, input.orders)).members) await lockOrder(tx, one.id);
    const order = await selectOrder(tx, id);
    if (!order) throw notFound();
    const { members, refusal } = await membersOf(tx, order, input.orders);
    if (refusal !== null) throw new Problem('state_conflict', refusal);
    const wholes = await withTheirLines(tx, members);
    const { now: shipping, together } = shippingOf(wholes, settings);
    if (formatAmount(shipping) !== input.shippingAmount)
      throw new Problem('state_conflict', `Shipping of these orders is ${formatDollars(shipping)} now. Please look again.`);
    const now = instantOf(ctx.clock);
    const how = { now, actor: 'owner' } as const;
    const released: number[] = [];
    let refunded = 0;
    if (input.takesOff)
      for (const { order: member, lines, to } of dividedOver(wholes, together)) {
        if (to === member.shipping_cents) continue;
        released.push(...(await endProposal(tx, member.id, 'overtaken', how)));
        const plan = planOf(member, lines, { lines: asTheyAre(lines), added: [], shipping: to }, settings.shipping_rule);
        const changed = await applyPlan(tx, member, plan, { proposed: [], pieces: 'sale', ...how });
        const money = await selectMoney(tx, [member.id]);
        const cents = surplusOf(changed.order, money);
        const receivedAmount = formatAmount(receivedOf(money));
        await noteRefund(tx, changed.order, changed.lines, { cents, method: input.method, receivedAmount }, days);
        refunded += cents;
      }
    const ids = members.map((member) => member.id);
    await updateParcel(tx, ids, order.parcel ?? randomUUID(), now);
    await addEvents(
      tx,
      ids.map((orderId) => ({
        at: now,
        actor: 'owner',
        kind: 'sent_together',
        orderId,
        data: { orders: ids.filter((one) => one !== orderId) },
      })),
    );
    const after = await selectOrder(tx, id);
    if (input.writesToBuyer && after) {
      const taken = input.takesOff ? shipping - together : 0;
      const sentences = [
        ...(taken > 0 ? [`Shipping for all of them is ${formatDollars(together)} instead of ${formatDollars(shipping)}.`] : []),
        ...(refunded > 0 ? [`We refunded ${formatDollars(refunded)}${input.method === 'Other' ? '' : ` by ${input.method}`}.`] : []),
      ];
      const change = toldChange(order, after.total_cents, sentences, null);
      // Taken apart and put together again, they are no news.
      const key = `together ${ids.join(' ')}: ${sentences.join(' ')}`;
      await mailAbout(ctx, tx, ['orders_together'], after, await selectLines(tx, [id]), settings, { change }, key);
    }
    await follow(tx, released);
    return released;
  });
  ctx.invalidateCache(changedStock(specimens));
  return readDetail(ctx, id);
}

/** Takes an order out of its parcel. Its shipping stays as it is: a total never rises without the buyer's yes. @throws Problem not_found; state_conflict */
export async function sendAlone(ctx: Context, id: number): Promise<OrderDetail> {
  await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) throw notFound();
    if (order.parcel === null) throw new Problem('state_conflict', `Order #${id} isn’t sent together with another.`);
    const members = await selectTogether(tx, order.parcel);
    const shipped = members.filter(({ status }) => orderStatusTable[status].showsTracking).map((one) => `#${one.id}`);
    if (shipped.length > 0) {
      const orders = `order${shipped.length === 1 ? '' : 's'} ${new Intl.ListFormat('en-US').format(shipped)}`;
      throw new Problem(
        'state_conflict',
        `The package of order #${id} has shipped. To send it separately, set ${orders} back to paid first.`,
      );
    }
    const others = members.filter((one) => one.id !== id);
    const now = instantOf(ctx.clock);
    // What is left of two is none.
    await updateParcel(tx, others.length === 1 ? members.map((one) => one.id) : [id], null, now);
    await addEvents(
      tx,
      members.map((one) => ({ at: now, actor: 'owner', kind: 'sent_alone', orderId: one.id, data: { order: id } })),
    );
  });
  return readDetail(ctx, id);
}

/** The order with what is in its parcel already and those that come in, and why they cannot travel together. */
async function membersOf(db: Db | Tx, order: OrderRow, ids: number[]): Promise<{ members: OrderRow[]; refusal: string | null }> {
  const inIt = order.parcel === null ? [order] : await selectTogether(db, order.parcel);
  const open = order.customer_email === '' ? [] : await selectUnshippedOf(db, order);
  const coming = open.filter((one) => ids.includes(one.id));
  const members = [...inIt, ...coming].toSorted((a, b) => a.id - b.id);
  return { members, refusal: refusalOf(order, members, ids.length === coming.length) };
}

function refusalOf(order: OrderRow, members: OrderRow[], isAllFound: boolean): string | null {
  if (order.erased_at !== null) return erasedText(order.id);
  const shipped = members.find(({ status }) => !isChangeable(status));
  if (shipped)
    return `Order #${shipped.id} is ${orderStatusTable[shipped.status].label.toLowerCase()}, so it can’t be sent together with another.`;
  if (!isAllFound) return 'Only this buyer’s orders that haven’t shipped and aren’t in another package can be sent together.';
  const other = members.find((one) => !isSameAddress(one, order));
  return other ? `Order #${other.id} goes to another address. Correct one of them first.` : null;
}

async function withTheirLines(db: Db | Tx, orders: OrderRow[]): Promise<Whole[]> {
  const lines = Map.groupBy(
    await selectLines(
      db,
      orders.map(({ id }) => id),
    ),
    (line) => line.order_id,
  );
  return orders.map((order) => ({ order, lines: lines.get(order.id) ?? [] }));
}

/** In cents: what shipping is now, and what it is of one parcel, which is never more. */
function shippingOf(wholes: Whole[], { shipping_rule: rule }: Settings): { now: number; together: number } {
  const now = wholes.reduce((sum, { order }) => sum + order.shipping_cents, 0);
  const priced = wholes.flatMap(({ lines }) =>
    lines.map((line) => ({ priceCents: line.price_cents, shippingCents: line.shipping_cents, quantity: line.quantity })),
  );
  return { now, together: Math.min(now, orderTotals(rule, 'cart', priced).shipping) };
}

/** The shipping of each order afterwards: the earliest bear what there is, and none more than it did. */
function dividedOver(wholes: Whole[], together: number): (Whole & { to: number })[] {
  let left = together;
  return wholes.map((whole) => {
    const to = Math.min(left, whole.order.shipping_cents);
    left -= to;
    return { ...whole, to };
  });
}

const asTheyAre = (lines: LineRow[]) => lines.map(({ id, price_cents: price, quantity }) => ({ id, price, quantity }));

import { randomUUID } from 'node:crypto';
import type { Settings } from '#core/contract/admin/settings.ts';
import { formatAmount, formatDollars } from '#core/contract/money.ts';
import { Problem } from '#core/contract/problems.ts';
import { orderTotals } from '#core/contract/selling/cart-totals.ts';
import { isChangeable, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { changeShipping, toldChange } from '#core/server/selling/orders/changing.service.ts';
import { actOnOrder, readDetail } from '#core/server/selling/orders/order-detail.service.ts';
import {
  erasedText,
  type LineRow,
  lockOrder,
  mailAbout,
  notFound,
  type OrderRow,
  selectLines,
  selectOrder,
} from '#core/server/selling/orders/orders.service.ts';
import { refundSurplus, surplusAt } from '#core/server/selling/orders/refunds.service.ts';
import type { TogetherInput, TogetherPreview } from '#features/parcels/contract/sent-together.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { isSameAddress } from './parcel-rules.ts';
import { selectTogether, selectUnshippedOf, updateParcel } from './parcels.queries.ts';

type Whole = { order: OrderRow; lines: LineRow[] };

/** @throws Problem not_found */
export async function previewTogether(
  ctx: Context,
  id: number,
  others: number[],
): Promise<TogetherPreview> {
  const settings = await readSettings(ctx);
  const order = await selectOrder(ctx.db, id);
  if (!order) throw notFound();
  const { members, refusal } = await membersOf(ctx.db, order, others);
  const wholes = await withTheirLines(ctx.db, members);
  const { now, together } = shippingOf(wholes, settings);
  let refund = 0;
  for (const { order: member, to } of dividedOver(wholes, together)) {
    if (to === member.shipping_cents) continue;
    refund += await surplusAt(ctx.db, member, member.total_cents - member.shipping_cents + to);
  }
  return {
    shippingAmount: formatAmount(now),
    togetherAmount: formatAmount(together),
    refundAmount: formatAmount(refund),
    refusal,
  };
}

/**
 * Lowers the shipping of all to one parcel's, and notes what was paid of it as refunded, if the
 * admin says so.
 * @throws Problem not_found; state_conflict where they cannot travel together, or the shipping is
 * not what the admin saw.
 */
export async function sendTogether(
  ctx: Context,
  id: number,
  input: TogetherInput,
): Promise<OrderDetail> {
  await perform(ctx, 'owner', async (act) => {
    const { tx, now } = act;
    const settings = await act.settings();
    const first = await selectOrder(tx, id);
    if (!first) throw notFound();
    // By number, so two of them never wait for each other.
    for (const one of (await membersOf(tx, first, input.orders)).members)
      await lockOrder(tx, one.id);
    const order = await selectOrder(tx, id);
    if (!order) throw notFound();
    const { members, refusal } = await membersOf(tx, order, input.orders);
    if (refusal !== null) throw new Problem('state_conflict', refusal);
    const wholes = await withTheirLines(tx, members);
    const { now: shipping, together } = shippingOf(wholes, settings);
    if (formatAmount(shipping) !== input.shippingAmount)
      throw new Problem(
        'state_conflict',
        `Shipping of these orders is ${formatDollars(shipping)} now. Please look again.`,
      );
    let refunded = 0;
    if (input.takesOff)
      for (const { order: member, lines, to } of dividedOver(wholes, together)) {
        if (to === member.shipping_cents) continue;
        const changed = await changeShipping(act, member, lines, to);
        refunded += await refundSurplus(act, changed.order, changed.lines, input.method);
      }
    const ids = members.map((member) => member.id);
    await updateParcel(tx, ids, order.parcel ?? randomUUID(), now);
    await act.record(
      ids.map((orderId) => ({
        kind: 'sent_together',
        orderId,
        data: { orders: ids.filter((one) => one !== orderId) },
      })),
    );
    const after = await selectOrder(tx, id);
    if (input.writesToBuyer && after) {
      const taken = input.takesOff ? shipping - together : 0;
      const sentences = [
        ...(taken > 0
          ? [
              `Shipping for all of them is ${formatDollars(together)} instead of ${formatDollars(shipping)}.`,
            ]
          : []),
        ...(refunded > 0
          ? [
              `We refunded ${formatDollars(refunded)}${input.method === 'Other' ? '' : ` by ${input.method}`}.`,
            ]
          : []),
      ];
      const change = toldChange(order, after.total_cents, sentences, null);
      // Taken apart and put together again, they are no news.
      const key = `together ${ids.join(' ')}: ${sentences.join(' ')}`;
      const lines = await selectLines(tx, [id]);
      await mailAbout(act, ['orders_together'], after, lines, { change }, key);
    }
  });
  return readDetail(ctx, id);
}

/**
 * Shipping stays as it is: a total never rises without the buyer's yes.
 * @throws Problem not_found; state_conflict
 */
export const sendAlone = (ctx: Context, id: number): Promise<OrderDetail> =>
  actOnOrder(ctx, id, async (act, order) => {
    const { tx, now } = act;
    if (order.parcel === null)
      throw new Problem('state_conflict', `Order #${id} isn’t sent together with another.`);
    const members = await selectTogether(tx, order.parcel);
    const shipped = members
      .filter(({ status }) => orderStatusTable[status].showsTracking)
      .map((one) => `#${one.id}`);
    if (shipped.length > 0) {
      const orders = `order${shipped.length === 1 ? '' : 's'} ${new Intl.ListFormat('en-US').format(shipped)}`;
      throw new Problem(
        'state_conflict',
        `The package of order #${id} has shipped. To send it separately, set ${orders} back to paid first.`,
      );
    }
    const others = members.filter((one) => one.id !== id);
    // What is left of two is none.
    await updateParcel(tx, others.length === 1 ? members.map((one) => one.id) : [id], null, now);
    await act.record(
      members.map((one) => ({
        kind: 'sent_alone',
        orderId: one.id,
        data: { order: id },
      })),
    );
  });

async function membersOf(
  db: Db | Tx,
  order: OrderRow,
  ids: number[],
): Promise<{ members: OrderRow[]; refusal: string | null }> {
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
  if (!isAllFound)
    return 'Only this buyer’s orders that haven’t shipped and aren’t in another package can be sent together.';
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

/** In cents: shipping now, and for one parcel, which is never more. */
function shippingOf(
  wholes: Whole[],
  { shipping_rule: rule }: Settings,
): { now: number; together: number } {
  const now = wholes.reduce((sum, { order }) => sum + order.shipping_cents, 0);
  const priced = wholes.flatMap(({ lines }) =>
    lines.map((line) => ({
      priceCents: line.price_cents,
      shippingCents: line.shipping_cents,
      quantity: line.quantity,
    })),
  );
  return { now, together: Math.min(now, orderTotals(rule, 'cart', priced).shipping) };
}

/** The earliest orders bear what shipping there is, and none more than it did. */
function dividedOver(wholes: Whole[], together: number): (Whole & { to: number })[] {
  let left = together;
  return wholes.map((whole) => {
    const to = Math.min(left, whole.order.shipping_cents);
    left -= to;
    return { ...whole, to };
  });
}

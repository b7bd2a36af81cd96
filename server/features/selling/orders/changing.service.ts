/** Changes of an order's lines and totals until it is shipped. A total never rises without the buyer's yes: then the change is a proposal. */
import type { Settings } from '#contract/admin/settings.ts';
import { formatAmount, formatDollars } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';
import type { ChangePreview, OrderChange } from '#contract/selling/changing-orders.ts';
import { isChangeable, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents, type Event } from '#server/features/admin/events/events.service.ts';
import { readSetting, readSettings } from '#server/features/admin/settings/settings.service.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { mainPictures, noSuchSpecimen } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { previewMove, readStock, type StockRow, setAside } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { stockFollower } from '#server/features/catalogue/specimens/stock/stock-followers.service.ts';
import type { ToldChange } from '#server/features/messages/mail/mail.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { refuseStale } from '#server/platform/http/if-match.ts';
import { contentsVersion, draft, readDetail } from './admin-orders.service.ts';
import { centsAboveNone, centsOf, invalid, noSuchLine } from './amounts.ts';
import { holdStateOf, newHold } from './hold-rules.ts';
import { updateHold } from './holds.queries.ts';
import { linePicture } from './line-picture.ts';
import { linesAfter, type Plan, planOf, type WantedContents } from './order-changes.ts';
import { selectMoney } from './order-money.queries.ts';
import { surplusOf } from './order-money.ts';
import { orderSearchText } from './order-search.ts';
import { moves } from './order-statuses.ts';
import { insertLines, type LineRow, type OrderRow, selectEveryLine, selectLines, selectOrder } from './orders.queries.ts';
import { erasedText, lockWithLines, mailAbout, moveLines, notFound, refusalOf, specimensOf } from './orders.service.ts';
import { insertProposal, selectLatestProposal, updateLine, updateTotals } from './proposals.queries.ts';
import { endProposal } from './proposed.ts';

/**
 * Changes the lines and totals of an order that is not shipped, or asks its buyer where the total would rise.
 * @throws Problem not_found; invalid_input; changed_meanwhile where the admin saw another order; state_conflict for one that is shipped or has ended, and where
 * pieces cannot be claimed.
 */
export async function changeOrder(ctx: Context, id: number, input: OrderChange): Promise<OrderDetail> {
  const [follow, settings, { holdHours }] = await Promise.all([stockFollower(ctx), readSettings(ctx), readSetting(ctx, 'orders')]);
  const specimens = await inTransaction(ctx.db, async (tx) => {
    const { order, lines } = await lockWithLines(tx, id);
    const refusal = refusalOfChange(order);
    if (refusal !== null) throw new Problem('state_conflict', refusal);
    const open = await selectLatestProposal(tx, id);
    refuseStale(`"${input.version}"`, contentsVersion(order, lines, open));
    const { plan, added } = await planned(tx, order, lines, input, settings);
    if (plan.sentences.length === 0) return null;
    const how = { now: instantOf(ctx.clock), actor: 'owner' } as const;
    const released = await endProposal(tx, id, 'overtaken', how);
    const before = new Set((await selectEveryLine(tx, [id])).map((line) => line.id));
    await insertLines(tx, id, await rowsOf(tx, added));
    const proposed = (await selectEveryLine(tx, [id])).filter((line) => !before.has(line.id));
    const rises = plan.total > order.total_cents;
    if (rises && order.customer_email === '' && !input.buyerAgreed)
      throw new Problem('state_conflict', `The total would rise to ${formatDollars(plan.total)}. That needs the buyer’s yes.`);
    if (rises && order.customer_email !== '') {
      await propose(ctx, tx, order, lines, { plan, proposed, pieces: input.pieces, holdHours, settings }, how);
    } else {
      const changed = await applyPlan(tx, order, plan, { proposed, pieces: input.pieces, ...how });
      if (input.writesToBuyer) await tellChange(ctx, tx, order, changed, plan.sentences, settings);
    }
    const moved = [...specimensOf([...lines, ...proposed]), ...released];
    await follow(tx, moved);
    return moved;
  });
  if (specimens) ctx.invalidateCache(changedStock(specimens));
  return readDetail(ctx, id);
}

/** What `changeOrder` would do, without doing it. @throws Problem not_found. */
export async function previewChange(ctx: Context, id: number, input: OrderChange): Promise<ChangePreview> {
  const settings = await readSettings(ctx);
  const order = await selectOrder(ctx.db, id);
  if (!order) throw notFound();
  const lines = await selectLines(ctx.db, [id]);
  const money = await selectMoney(ctx.db, [id]);
  const { plan, added, stock } = await planned(ctx.db, order, lines, input, settings);
  const needsYes = plan.total > order.total_cents;
  const refusals = refusalOfChange(order) ?? (await refusalOfAdded(ctx.db, order, added, stock));
  const after = { ...order, subtotal_cents: plan.subtotal, shipping_cents: plan.shipping, total_cents: plan.total };
  const shown = linesAfter(
    plan,
    added.map((line, index) => ({ ...asRow(line), id: -1 - index, order_id: id, cost: null, media_id: null, image_url: '' })),
  );
  const isTold = plan.sentences.length > 0 && refusals === null && order.customer_email !== '' && (needsYes || input.writesToBuyer);
  const { holdHours } = await readSetting(ctx, 'orders');
  const change = toldChange(order, plan.total, plan.sentences, newHold(ctx.clock.now(), holdHours).hold_ends_at);
  return {
    subtotalAmount: formatAmount(plan.subtotal),
    shippingAmount: formatAmount(plan.shipping),
    totalAmount: formatAmount(plan.total),
    changes: plan.sentences,
    needsYes,
    surplusAmount: formatAmount(surplusOf(after, money)),
    refusal: refusals,
    mail: !isTold
      ? null
      : needsYes
        ? await draft(ctx, 'order_proposal', order, lines, money, { change })
        : await draft(ctx, 'order_changed', after, shown, money, { change }),
  };
}

/** Takes back what the buyer was asked, if they have not answered. @throws Problem not_found; state_conflict where nothing is asked. */
export async function withdrawProposal(ctx: Context, id: number): Promise<OrderDetail> {
  const follow = await stockFollower(ctx);
  const specimens = await inTransaction(ctx.db, async (tx) => {
    await lockWithLines(tx, id);
    if ((await selectLatestProposal(tx, id))?.state !== 'open')
      throw new Problem('state_conflict', `The buyer of order #${id} isn’t being asked anything right now.`);
    const released = await endProposal(tx, id, 'withdrawn', { now: instantOf(ctx.clock), actor: 'owner' });
    await follow(tx, released);
    return released;
  });
  ctx.invalidateCache(changedStock(specimens));
  return readDetail(ctx, id);
}

/**
 * Makes a locked order what the plan says, and moves its pieces.
 * @param change `proposed`: the lines that come in, whose pieces it may hold already. @returns the order and its lines as they are now.
 */
export async function applyPlan(
  tx: Tx,
  order: OrderRow,
  plan: Plan,
  { proposed, pieces, now, actor }: { proposed: LineRow[]; pieces: OrderChange['pieces']; now: string; actor: Event['actor'] },
): Promise<{ order: OrderRow; lines: LineRow[] }> {
  const { claim } = orderStatusTable[order.status];
  const fewer = plan.staying.filter(({ line, quantity }) => quantity < line.quantity);
  const leaving = [...plan.out, ...fewer.map(({ line, quantity }) => ({ ...line, quantity: line.quantity - quantity }))];
  if (pieces === 'aside') await setAside(tx, specimensOf(leaving));
  await moveLines(
    tx,
    order,
    [...leaving, ...proposed],
    (line) => (line.standing === 'proposed' ? moves[line.claim][claim] : moves[line.claim].none),
    { now, actor },
  );
  for (const { id } of plan.out) await updateLine(tx, id, { standing: 'out', claim: 'none' });
  for (const { line, price, quantity } of plan.staying) await updateLine(tx, line.id, { price_cents: price, quantity });
  for (const { id } of proposed) await updateLine(tx, id, { standing: 'in', claim });
  const lines = await selectLines(tx, [order.id]);
  const totals = {
    subtotal_cents: plan.subtotal,
    shipping_cents: plan.shipping,
    total_cents: plan.total,
    search_text: orderSearchText({ name: order.customer_name, email: order.customer_email }, lines),
    updated_at: now,
  };
  await updateTotals(tx, order.id, totals);
  const data = { sentences: plan.sentences, totals: [order.total_cents, plan.total], isAside: pieces === 'aside' && leaving.length > 0 };
  await addEvents(tx, [{ at: now, actor, kind: 'order_changed', orderId: order.id, data }]);
  return { order: { ...order, ...totals }, lines };
}

/** Tells the buyer what has changed. */
export async function tellChange(
  ctx: Context,
  tx: Tx,
  before: OrderRow,
  { order, lines }: { order: OrderRow; lines: LineRow[] },
  sentences: string[],
  settings: Settings,
): Promise<void> {
  await mailAbout(ctx, tx, ['order_changed'], order, lines, settings, { change: toldChange(before, order.total_cents, sentences, null) });
}

export const toldChange = (order: OrderRow, total: number, sentences: string[], endsAt: string | null): ToldChange => ({
  sentences,
  oldTotal: formatAmount(order.total_cents),
  newTotal: formatAmount(total),
  endsAt,
});

type Proposing = { plan: Plan; proposed: LineRow[]; pieces: OrderChange['pieces']; holdHours: number; settings: Settings };

/** Holds the pieces that would come in and asks the buyer; a hold that would end before they answer lasts as long. */
async function propose(
  ctx: Context,
  tx: Tx,
  order: OrderRow,
  lines: LineRow[],
  { plan, proposed, pieces, holdHours, settings }: Proposing,
  { now, actor }: { now: string; actor: Event['actor'] },
): Promise<void> {
  await moveLines(tx, order, proposed, () => 'hold', { now, actor });
  for (const { id } of proposed) await updateLine(tx, id, { claim: 'held' });
  const hold = newHold(new Date(now), holdHours);
  const staying = plan.staying.map(({ line, price, quantity }) => ({ id: line.id, price, quantity }));
  await insertProposal(tx, {
    order_id: order.id,
    change: JSON.stringify({ lines: staying, shipping: plan.shipping, pieces, sentences: plan.sentences }),
    old_total_cents: order.total_cents,
    new_total_cents: plan.total,
    made_at: now,
    ends_at: hold.hold_ends_at,
    state: 'open',
  });
  const isShorter = holdStateOf(order) === 'running' && !order.awaits_proof && (order.hold_ends_at ?? '') < (hold.hold_ends_at ?? '9');
  const longer = { hold_ends_at: hold.hold_ends_at, hold_reminds_at: hold.hold_reminds_at };
  if (isShorter) await updateHold(tx, order.id, longer);
  const data = { sentences: plan.sentences, totals: [order.total_cents, plan.total] };
  await addEvents(tx, [{ at: now, actor, kind: 'change_proposed', orderId: order.id, data }]);
  const change = toldChange(order, plan.total, plan.sentences, hold.hold_ends_at);
  await mailAbout(ctx, tx, ['order_proposal'], isShorter ? { ...order, ...longer } : order, lines, settings, { change });
}

/** Why an order cannot change; null where it can. */
function refusalOfChange(order: OrderRow): string | null {
  if (order.erased_at !== null) return erasedText(order.id);
  if (isChangeable(order.status)) return null;
  return `Order #${order.id} is ${orderStatusTable[order.status].label.toLowerCase()}, so its pieces and prices can’t be changed.`;
}

/** @throws Problem invalid_input, which names the field. */
async function planned(db: Db | Tx, order: OrderRow, lines: LineRow[], input: OrderChange, { shipping_rule: rule }: Settings) {
  for (const { id, quantity } of input.lines) {
    const line = lines.find((one) => one.id === id);
    if (!line) throw noSuchLine('lines');
    if (quantity > line.quantity)
      throw invalid('lines', `The order has ${line.quantity} of “${line.title}”. Add the others as another line.`);
  }
  if (input.lines.length + input.added.length === 0) throw invalid('lines', 'An order needs a piece. Cancel the order instead.');
  const stock = await readStock(
    db,
    input.added.map(({ specimenId }) => specimenId),
  );
  const added = input.added.map(({ specimenId, quantity, price }, index) => {
    const row = stock.get(specimenId);
    if (!row) throw noSuchSpecimen();
    const cents = price?.trim() ? centsAboveNone(`added.${index}.price`, price) : row.price_cents;
    if (cents === null) throw invalid(`added.${index}.price`, `Please enter a price for “${row.title}”.`);
    return { specimenId, title: row.title, quantity, price: cents, shipping: row.shipping_cents ?? 0 };
  });
  const wanted: WantedContents = {
    lines: input.lines.map(({ id, price, quantity }, index) => {
      const isSame = centsOf(`lines.${index}.price`, price) === lines.find((line) => line.id === id)?.price_cents;
      return { id, quantity, price: isSame ? centsOf('price', price) : centsAboveNone(`lines.${index}.price`, price) };
    }),
    added,
    shipping: input.shipping?.trim() ? centsOf('shipping', input.shipping) : null,
  };
  const plan = planOf(order, lines, wanted, rule);
  if (plan.total === 0) throw invalid('lines', 'An order can’t cost nothing.');
  return { plan, added, stock };
}

type Added = WantedContents['added'][number];

async function refusalOfAdded(db: Db, order: OrderRow, added: Added[], stock: Map<number, StockRow>): Promise<string | null> {
  const reasons: string[] = [];
  for (const { specimenId, title, quantity } of added) {
    const row = stock.get(specimenId);
    if (row && previewMove(row, quantity, 'hold') === null)
      reasons.push(await refusalOf(db, { specimen_id: specimenId, title, order_id: order.id, quantity }));
  }
  return reasons.length === 0 ? null : reasons.join(' ');
}

const asRow = ({ specimenId, title, quantity, price, shipping }: Added) => ({
  specimen_id: specimenId,
  title,
  quantity,
  price_cents: price,
  shipping_cents: shipping,
  claim: 'none' as const,
  standing: 'proposed' as const,
});

async function rowsOf(tx: Tx, added: Added[]) {
  const pictures = await mainPictures(
    tx,
    added.map(({ specimenId }) => specimenId),
  );
  return added.map((line) => ({ ...asRow(line), ...linePicture(pictures.get(line.specimenId)) }));
}

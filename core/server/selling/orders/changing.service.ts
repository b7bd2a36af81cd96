/** A total never rises without the buyer's yes: then the change is a proposal. */
import type { Settings } from '#core/contract/admin/settings.ts';
import { formatAmount, formatDollars } from '#core/contract/money.ts';
import { invalidField, Problem } from '#core/contract/problems.ts';
import type { ChangePreview, OrderChange } from '#core/contract/selling/changing-orders.ts';
import { orderKindTable } from '#core/contract/selling/order-kinds.ts';
import { isChangeable, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import type { Act } from '#core/server/act.ts';
import { readSetting, readSettings } from '#core/server/admin/settings/settings.service.ts';
import {
  mainPictures,
  noSuchSpecimen,
} from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import {
  previewMove,
  readStock,
  type StockRow,
  setAside,
} from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import type { ToldChange } from '#core/server/messages/mail/mail.service.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { refuseStale } from '#platform/http/if-match.ts';
import { draft } from './admin-orders.service.ts';
import { centsAboveNone, centsOf, noSuchLine } from './amounts.ts';
import { holdStateOf, newHold } from './hold-rules.ts';
import { updateHold } from './holds.queries.ts';
import { linePicture } from './line-picture.ts';
import { linesAfter, type Plan, planOf, type WantedContents } from './order-changes.ts';
import { actOnOrder, contentsVersion } from './order-detail.service.ts';
import { selectMoney } from './order-money.queries.ts';
import { surplusOf } from './order-money.ts';
import { orderSearchText } from './order-search.ts';
import { moves } from './order-statuses.ts';
import {
  insertLines,
  type LineRow,
  type OrderRow,
  selectEveryLine,
  selectLines,
  selectOrder,
} from './orders.queries.ts';
import {
  erasedText,
  mailAbout,
  moveLines,
  notFound,
  refusalOf,
  specimensOf,
} from './orders.service.ts';
import {
  insertProposal,
  selectLatestProposal,
  updateLine,
  updateTotals,
} from './proposals.queries.ts';
import { endProposal } from './proposed.ts';

/**
 * Asks the buyer where the total would rise. @throws Problem not_found; invalid_input;
 * changed_meanwhile where the admin saw another order; state_conflict for one that is shipped or
 * has ended, and where pieces cannot be claimed.
 */
export const changeOrder = (ctx: Context, id: number, input: OrderChange): Promise<OrderDetail> =>
  actOnOrder(ctx, id, async (act, order, lines) => {
    const { tx } = act;
    const refusal = refusalOfChange(order);
    if (refusal !== null) throw new Problem('state_conflict', refusal);
    const open = await selectLatestProposal(tx, id);
    refuseStale(`"${input.version}"`, contentsVersion(order, lines, open));
    const { plan, added } = await planned(tx, order, lines, input, await act.settings());
    if (plan.sentences.length === 0) return;
    await endProposal(act, id, 'overtaken');
    const before = new Set((await selectEveryLine(tx, [id])).map((line) => line.id));
    await insertLines(tx, id, await rowsOf(tx, added));
    const proposed = (await selectEveryLine(tx, [id])).filter((line) => !before.has(line.id));
    const rises = plan.total > order.total_cents;
    const asks = rises && asksBuyer(order, input);
    if (rises && !asks && !input.buyerAgreed)
      throw new Problem(
        'state_conflict',
        `The total would rise to ${formatDollars(plan.total)}. That needs the buyer’s yes.`,
      );
    if (asks) {
      await propose(act, order, lines, { plan, proposed, ...input });
    } else {
      const changed = await applyPlan(act, order, plan, { proposed, pieces: input.pieces });
      if (input.writesToBuyer) await tellChange(act, order, changed, plan.sentences, input.words);
    }
  });

/** Of an order by hand, the admin may say that its buyer has agreed already. */
const asksBuyer = (order: OrderRow, { buyerAgreed }: OrderChange): boolean =>
  order.customer_email !== '' && !(buyerAgreed && !orderKindTable[order.kind].isPaidByVenmo);

/** @throws Problem not_found. */
export async function previewChange(
  ctx: Context,
  id: number,
  input: OrderChange,
): Promise<ChangePreview> {
  const settings = await readSettings(ctx);
  const order = await selectOrder(ctx.db, id);
  if (!order) throw notFound();
  const lines = await selectLines(ctx.db, [id]);
  const money = await selectMoney(ctx.db, [id]);
  const { plan, added, stock } = await planned(ctx.db, order, lines, input, settings);
  const needsYes = plan.total > order.total_cents;
  const asks = needsYes && asksBuyer(order, input);
  const proposed = (await selectEveryLine(ctx.db, [id])).filter(
    ({ standing }) => standing === 'proposed',
  );
  const refusals =
    refusalOfChange(order) ?? (await refusalOfAdded(ctx.db, order, added, stock, proposed));
  const after = {
    ...order,
    subtotal_cents: plan.subtotal,
    shipping_cents: plan.shipping,
    total_cents: plan.total,
  };
  const shown = linesAfter(
    plan,
    added.map((line, index) => ({
      ...asRow(line),
      id: -1 - index,
      order_id: id,
      cost: null,
      media_id: null,
      image_url: '',
    })),
  );
  const isTold =
    plan.sentences.length > 0 &&
    refusals === null &&
    order.customer_email !== '' &&
    (asks || input.writesToBuyer);
  const { holdHours } = await readSetting(ctx, 'orders');
  const { words } = input;
  const change = toldChange(
    order,
    plan.total,
    plan.sentences,
    newHold(ctx.clock.now(), holdHours).hold_ends_at,
  );
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
      : asks
        ? await draft(ctx, 'order_proposal', order, lines, money, { change, words })
        : await draft(ctx, 'order_changed', after, shown, money, { change, words }),
  };
}

/** @throws Problem not_found; state_conflict where nothing is asked. */
export const withdrawProposal = (ctx: Context, id: number): Promise<OrderDetail> =>
  actOnOrder(ctx, id, async (act) => {
    if ((await selectLatestProposal(act.tx, id))?.state !== 'open')
      throw new Problem(
        'state_conflict',
        `The buyer of order #${id} isn’t being asked anything right now.`,
      );
    await endProposal(act, id, 'withdrawn');
  });

/**
 * Moves the pieces too. @param change `proposed`: added lines, whose pieces it may hold already.
 * @returns the order and its lines as they are now.
 */
export async function applyPlan(
  act: Act,
  order: OrderRow,
  plan: Plan,
  { proposed, pieces }: { proposed: LineRow[]; pieces: OrderChange['pieces'] },
): Promise<{ order: OrderRow; lines: LineRow[] }> {
  const { tx, now } = act;
  const { claim } = orderStatusTable[order.status];
  const fewer = plan.staying.filter(({ line, quantity }) => quantity < line.quantity);
  const leaving = [
    ...plan.out,
    ...fewer.map(({ line, quantity }) => ({ ...line, quantity: line.quantity - quantity })),
  ];
  if (pieces === 'aside') await setAside(tx, specimensOf(leaving));
  await moveLines(act, order, [...leaving, ...proposed], (line) =>
    line.standing === 'proposed' ? moves[line.claim][claim] : moves[line.claim].none,
  );
  for (const { id } of plan.out) await updateLine(tx, id, { standing: 'out', claim: 'none' });
  for (const { line, price, quantity } of plan.staying)
    await updateLine(tx, line.id, { price_cents: price, quantity });
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
  const data = {
    sentences: plan.sentences,
    totals: [order.total_cents, plan.total],
    isAside: pieces === 'aside' && leaving.length > 0,
  };
  await act.record({ kind: 'order_changed', orderId: order.id, data });
  return { order: { ...order, ...totals }, lines };
}

export async function changeShipping(
  act: Act,
  order: OrderRow,
  lines: LineRow[],
  shipping: number,
): Promise<{ order: OrderRow; lines: LineRow[] }> {
  await endProposal(act, order.id, 'overtaken');
  const same = lines.map(({ id, price_cents: price, quantity }) => ({ id, price, quantity }));
  const { shipping_rule: rule } = await act.settings();
  const plan = planOf(order, lines, { lines: same, added: [], shipping }, rule);
  return applyPlan(act, order, plan, { proposed: [], pieces: 'sale' });
}

export async function tellChange(
  act: Act,
  before: OrderRow,
  { order, lines }: { order: OrderRow; lines: LineRow[] },
  sentences: string[],
  words = '',
): Promise<void> {
  await mailAbout(act, ['order_changed'], order, lines, {
    words,
    change: toldChange(before, order.total_cents, sentences, null),
  });
}

export const toldChange = (
  order: OrderRow,
  total: number,
  sentences: string[],
  endsAt: string | null,
): ToldChange => ({
  sentences,
  oldTotal: formatAmount(order.total_cents),
  newTotal: formatAmount(total),
  endsAt,
});

type Proposing = { plan: Plan; proposed: LineRow[] } & Pick<OrderChange, 'pieces' | 'words'>;

/** Extends a hold that would end before the buyer answers. */
async function propose(
  act: Act,
  order: OrderRow,
  lines: LineRow[],
  { plan, proposed, pieces, words }: Proposing,
): Promise<void> {
  const { tx, now } = act;
  const { holdHours } = (await act.settings()).orders;
  await moveLines(act, order, proposed, () => 'hold');
  for (const { id } of proposed) await updateLine(tx, id, { claim: 'held' });
  const hold = newHold(new Date(now), holdHours);
  const staying = plan.staying.map(({ line, price, quantity }) => ({
    id: line.id,
    price,
    quantity,
  }));
  await insertProposal(tx, {
    order_id: order.id,
    change: JSON.stringify({
      lines: staying,
      shipping: plan.shipping,
      pieces,
      sentences: plan.sentences,
    }),
    old_total_cents: order.total_cents,
    new_total_cents: plan.total,
    made_at: now,
    ends_at: hold.hold_ends_at,
    state: 'open',
  });
  const isShorter =
    holdStateOf(order) === 'running' &&
    !order.awaits_proof &&
    (order.hold_ends_at ?? '') < (hold.hold_ends_at ?? '9');
  const longer = { hold_ends_at: hold.hold_ends_at, hold_reminds_at: hold.hold_reminds_at };
  if (isShorter) await updateHold(tx, order.id, longer);
  const data = { sentences: plan.sentences, totals: [order.total_cents, plan.total] };
  await act.record({ kind: 'change_proposed', orderId: order.id, data });
  const change = toldChange(order, plan.total, plan.sentences, hold.hold_ends_at);
  await mailAbout(act, ['order_proposal'], isShorter ? { ...order, ...longer } : order, lines, {
    change,
    words,
  });
}

/** Returns null where it can change. */
function refusalOfChange(order: OrderRow): string | null {
  if (order.erased_at !== null) return erasedText(order.id);
  if (isChangeable(order.status)) return null;
  return `Order #${order.id} is ${orderStatusTable[order.status].label.toLowerCase()}, so its pieces and prices can’t be changed.`;
}

/** @throws Problem invalid_input, which names the field. */
async function planned(
  db: Db | Tx,
  order: OrderRow,
  lines: LineRow[],
  input: OrderChange,
  { shipping_rule: rule }: Settings,
) {
  for (const { id, quantity } of input.lines) {
    const line = lines.find((one) => one.id === id);
    if (!line) throw noSuchLine('lines');
    if (quantity > line.quantity)
      throw invalidField(
        'lines',
        `The order has ${line.quantity} of “${line.title}”. Add the others as another line.`,
      );
  }
  if (input.lines.length + input.added.length === 0)
    throw invalidField('lines', 'An order needs a piece. Cancel the order instead.');
  const stock = await readStock(
    db,
    input.added.map(({ specimenId }) => specimenId),
  );
  const added = input.added.map(({ specimenId, quantity, price }, index) => {
    const row = stock.get(specimenId);
    if (!row) throw noSuchSpecimen();
    const cents = price?.trim() ? centsAboveNone(`added.${index}.price`, price) : row.price_cents;
    if (cents === null)
      throw invalidField(`added.${index}.price`, `Please enter a price for “${row.title}”.`);
    return {
      specimenId,
      title: row.title,
      quantity,
      price: cents,
      shipping: row.shipping_cents ?? 0,
    };
  });
  const wanted: WantedContents = {
    lines: input.lines.map(({ id, price, quantity }, index) => {
      const isSame =
        centsOf(`lines.${index}.price`, price) ===
        lines.find((line) => line.id === id)?.price_cents;
      return {
        id,
        quantity,
        price: isSame ? centsOf('price', price) : centsAboveNone(`lines.${index}.price`, price),
      };
    }),
    added,
    shipping: input.shipping?.trim() ? centsOf('shipping', input.shipping) : null,
  };
  const plan = planOf(order, lines, wanted, rule);
  if (plan.total === 0) throw invalidField('lines', 'An order can’t cost nothing.');
  return { plan, added, stock };
}

type Added = WantedContents['added'][number];

/** @param proposed lines whose proposal this change would end, which frees their pieces. */
async function refusalOfAdded(
  db: Db,
  order: OrderRow,
  added: Added[],
  stock: Map<number, StockRow>,
  proposed: LineRow[],
): Promise<string | null> {
  const reasons: string[] = [];
  for (const { specimenId, title, quantity } of added) {
    const row = stock.get(specimenId);
    const released = proposed.reduce(
      (sum, line) => sum + (line.specimen_id === specimenId ? line.quantity : 0),
      0,
    );
    if (row && previewMove({ ...row, held: row.held - released }, quantity, 'hold') === null)
      reasons.push(
        await refusalOf(db, { specimen_id: specimenId, title, order_id: order.id, quantity }),
      );
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

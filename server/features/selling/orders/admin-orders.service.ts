/** The admin's work with orders beside their status: finding, reading in full, noting, cancelling several. */

import type { MailKindAbout } from '#contract/messages/mail-statuses.ts';
import { formatAmount, formatDollars } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';
import { orderKindTable } from '#contract/selling/order-kinds.ts';
import { hasEnded, isChangeable, isOnItsWay, type OrderStatus, orderStatuses, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type {
  AdminOrder,
  CancelReport,
  OrderDetail,
  OrderEdit,
  OrdersPage,
  OrdersQuery,
  StatusChange,
  StatusEffects,
  StatusUpdate,
} from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents, BUYER_CORRECTED } from '#server/features/admin/events/events.service.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { isForSale, previewMove, readStock } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { draftOrderMail, endEarlierMails, mailsOf } from '#server/features/messages/mail/mail.service.ts';
import { hasMailServer } from '#server/features/messages/mail/mail-server.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { refuseStale, versionOf } from '#server/platform/http/if-match.ts';
import { termParts } from '#server/platform/text-search.ts';
import { countByStatus, selectMatching, updateNotes } from './admin-orders.queries.ts';
import { invalid } from './amounts.ts';
import { knownBuyer, moveBuyer } from './known-buyer.service.ts';
import { moneyDays } from './money-days.ts';
import { newKey } from './new-key.ts';
import { historyOf } from './order-history.ts';
import { type Told, toAdminOrder, toBuyerOrder, toMailedOrder, toMovedMoney } from './order-mapper.ts';
import { selectMoney } from './order-money.queries.ts';
import { effectOnMoney, type Money, type MoneyEffect, receivedOf, surplusOf } from './order-money.ts';
import { orderSearchText } from './order-search.ts';
import { mailOnParcel, moves, OVERDUE_AFTER } from './order-statuses.ts';
import {
  isEmailProved,
  type LineRow,
  type OrderRow,
  selectEveryLine,
  selectLines,
  selectOrder,
  selectOrderEvents,
} from './orders.queries.ts';
import {
  changeOrderStatus,
  erasedText,
  goneText,
  linesIn,
  lockWithLines,
  mailAbout,
  mailFor,
  notFound,
  refusalOf,
  withLines,
} from './orders.service.ts';
import { othersToShip, whyNotToShip } from './parcel-rules.ts';
import { selectTogether, selectUnshippedOf, updateTracking } from './parcels.queries.ts';
import { type ProposalRow, selectLatestProposal } from './proposals.queries.ts';
import { toProposal } from './proposed.ts';
import { readPayment } from './received.ts';
import { effectSentence } from './status-effects.ts';
import { replacePayment } from './used-payments.service.ts';

const PAGE_SIZE = 25;

/** A page of orders, newest first; a page beyond the last one is the last one. */
export async function listOrders(ctx: Context, { page: wanted = 1, ...filters }: OrdersQuery): Promise<OrdersPage> {
  const { counts, total, matching } = await counted(ctx, filters);
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const rows = await selectMatching(ctx.db, matching, (page - 1) * PAGE_SIZE, PAGE_SIZE);
  return { orders: await withLines(ctx, rows), page, pages, total, counts };
}

/** What the list shows, regardless of pages: its first orders, at most `limit`, and how many there are in all. */
export async function listedOrders(ctx: Context, filters: OrdersQuery, limit: number): Promise<{ orders: AdminOrder[]; total: number }> {
  const { total, matching } = await counted(ctx, filters);
  return { orders: await withLines(ctx, await selectMatching(ctx.db, matching, 0, limit)), total };
}

/** How many orders there are, and the filter of the queries that finds them. */
async function counted(ctx: Context, { search = '', filter }: OrdersQuery) {
  const tokens = termParts(search);
  const overdueBefore = new Date(ctx.clock.now().getTime() - OVERDUE_AFTER).toISOString();
  const counts = { all: 0, overdue: 0, ...zeroByStatus() };
  for (const { status, count, older } of await countByStatus(ctx.db, { tokens }, overdueBefore)) {
    counts[status] = count;
    counts.all += count;
    if (status === 'pending') counts.overdue = older;
  }
  const status = filter === 'overdue' ? 'pending' : filter;
  const matching = { tokens, status, placedBefore: filter === 'overdue' ? overdueBefore : undefined };
  return { counts, total: counts[filter ?? 'all'], matching };
}

/** Everything about one order. @throws Problem not_found. */
export async function readDetail(ctx: Context, id: number): Promise<OrderDetail> {
  const row = await selectOrder(ctx.db, id);
  if (!row) throw notFound();
  const every = await selectEveryLine(ctx.db, [id]);
  const lines = linesIn(every);
  const proposal = await selectLatestProposal(ctx.db, id);
  const together = row.parcel === null ? [] : await selectTogether(ctx.db, row.parcel);
  const history = historyOf(await selectOrderEvents(ctx.db, id), every);
  const { secretPath } = toBuyerOrder(row, lines);
  const money = await selectMoney(ctx.db, [id]);
  const order = toAdminOrder(row, lines, money, ctx.clock.now());
  const mails = await mailsOf(ctx.db, id);
  const { dayOf } = moneyDays(ctx, await readSettings(ctx));
  return {
    ...order,
    secretPath,
    erasedAt: row.erased_at,
    emailProvedAt: row.email_proved_at,
    remindsAt: row.hold_reminds_at,
    history,
    money: money.map((moved) => ({
      id: moved.id,
      kind: moved.kind,
      paymentId: moved.payment_id,
      on: dayOf(moved.at),
      ...toMovedMoney(moved, every),
    })),
    together: together.filter((one) => one.id !== id).map(toOther),
    couldJoin: isChangeable(row.status) && row.customer_email !== '' ? (await selectUnshippedOf(ctx.db, row)).map(toOther) : [],
    proposal: proposal?.state === 'open' ? toProposal(proposal) : null,
    surplusAmount: formatAmount(surplusOf(row, money)),
    contentsVersion: contentsVersion(row, lines, proposal),
    mails,
    hasMailServer: await hasMailServer(ctx),
    privateNote: row.private_note ?? '',
    version: versionOf(notesOf(row)),
    buyer: await knownBuyer(ctx.db, row),
  };
}

/** Changes with what a change of lines and totals begins with. @param proposal the order's latest. */
export const contentsVersion = (order: OrderRow, lines: LineRow[], proposal: ProposalRow | undefined): string =>
  versionOf([
    order.status,
    order.total_cents,
    order.shipping_cents,
    lines.map(({ id, price_cents, quantity }) => [id, price_cents, quantity]),
    proposal?.id,
    proposal?.state,
  ]);

/**
 * Moves an order to another status, with what the admin notes of its parcel in the same act.
 * @param ifMatch the status that the admin saw; any where there is none. @throws Problem as `changeOrderStatus` and `editOrder` do.
 */
export async function changeStatus(
  ctx: Context,
  id: number,
  { status, payment, ...parcel }: StatusUpdate,
  ifMatch?: string,
): Promise<AdminOrder> {
  const before = (tx: Tx, order: OrderRow) => {
    refuseStale(ifMatch, order.status);
    return note(ctx, tx, order, parcel);
  };
  const others = async (tx: Tx, order: OrderRow) => {
    const found = await othersToShip(tx, order, status);
    if (found.length > 0) await updateTracking(tx, order, instantOf(ctx.clock));
    return found;
  };
  return changeOrderStatus(ctx, id, status, before, payment && (await readPayment(ctx, payment)), others);
}

/**
 * Notes payment, carrier, tracking number and a private note, and corrects the buyer's name and address; what is left out stays as it is.
 * @param ifMatch the version that the editor began with; any where there is none.
 * @throws Problem not_found; changed_meanwhile; state_conflict once erased, for a name once shipped, for an order placed in the shop that would have no address, and
 * where the buyer of an order that is not on its way is to be told its tracking number.
 */
export async function editOrder(ctx: Context, id: number, { writesToBuyer, ...notes }: OrderEdit, ifMatch?: string): Promise<OrderDetail> {
  const settings = await readSettings(ctx);
  await inTransaction(ctx.db, async (tx) => {
    const { order, lines } = await lockWithLines(tx, id);
    refuseStale(ifMatch, versionOf(notesOf(order)));
    const noted = await note(ctx, tx, order, notes);
    if (noted.customer_email !== order.customer_email) await mailAbout(ctx, tx, ['order_link'], noted, lines, settings);
    if (!writesToBuyer) return;
    const mail = mailOnParcel(order, noted);
    if (mail === null) throw new Problem('state_conflict', `Order #${id} has no new tracking number to write about.`);
    await mailAbout(ctx, tx, [mail], noted, lines, settings);
  });
  return readDetail(ctx, id);
}

/** Writes notes on a locked order. @returns the order as it is now. */
async function note(ctx: Context, tx: Tx, order: OrderRow, { addressNote, ...edit }: Omit<OrderEdit, 'writesToBuyer'>): Promise<OrderRow> {
  const { id } = order;
  const fields = (Object.keys(edit) as (keyof typeof edit)[]).filter((field) => edit[field] !== undefined);
  if (fields.length === 0) return order;
  refuseErased(order);
  const known = notesOf(order);
  const changed = fields.filter((field) => edit[field] !== known[field]);
  if (changed.length === 0) return order;
  const fixed = changed.find((field) => field === 'customerName' || field === 'customerEmail');
  if (fixed && !mayRename(order))
    throw new Problem(
      'state_conflict',
      `Order #${id} is ${orderStatusTable[order.status].label.toLowerCase()}. The ${fixed === 'customerName' ? 'name' : 'email address'} can’t be changed anymore.`,
    );
  if (changed.includes('customerAddress') && edit.customerAddress === '' && orderKindTable[order.kind].isPaidByVenmo)
    throw new Problem('state_conflict', 'An order placed in the shop needs an address.');
  if (changed.includes('customerAddress') && orderStatusTable[order.status].showsTracking && !addressNote)
    throw invalid('addressNote', 'Please note why: the package is already on its way.');
  const now = instantOf(ctx.clock);
  const after = { ...known, ...Object.fromEntries(changed.map((field) => [field, edit[field] ?? null])) };
  const columns = {
    ...(changed.includes('customerEmail') && (await moveToEmail(tx, order, after.customerEmail))),
    venmo_payment_id: after.venmoPaymentId,
    carrier: after.carrier,
    tracking_number: after.trackingNumber,
    paid_how: after.paidHow,
    private_note: after.privateNote,
    customer_name: after.customerName,
    customer_email: after.customerEmail,
    customer_address: after.customerAddress,
    search_text: orderSearchText({ name: after.customerName, email: after.customerEmail }, await selectLines(tx, [id])),
  };
  await updateNotes(tx, id, columns, now);
  const isOfParcel = changed.includes('carrier') || changed.includes('trackingNumber');
  if (isOfParcel && order.parcel !== null) await updateTracking(tx, { ...order, ...columns }, now);
  if (changed.includes('venmoPaymentId')) await replacePayment(tx, id, known.venmoPaymentId, after.venmoPaymentId);
  const corrected = changed.filter(isOfBuyer);
  const others = changed.filter((field) => !isOfBuyer(field));
  const changes = Object.fromEntries(corrected.map((field) => [field, [known[field], after[field]]]));
  const about = { at: now, actor: 'owner', orderId: id } as const;
  await addEvents(tx, [
    ...(others.length === 0 ? [] : [{ ...about, kind: 'order_edited', data: { fields: others } }]),
    ...(corrected.length === 0 ? [] : [{ ...about, kind: BUYER_CORRECTED, data: { changes, note: addressNote } }]),
  ]);
  return { ...order, ...columns };
}

/** What the admin can note on an order. */
const notesOf = (order: OrderRow) => ({
  venmoPaymentId: order.venmo_payment_id,
  carrier: order.carrier,
  trackingNumber: order.tracking_number,
  paidHow: order.paid_how,
  privateNote: order.private_note,
  customerName: order.customer_name,
  customerEmail: order.customer_email,
  customerAddress: order.customer_address,
});

const isOfBuyer = (field: string): boolean => field.startsWith('customer');

/** What else changes with an order's email address: the link sent to the old one stops working, and no more emails go there. */
async function moveToEmail(tx: Tx, order: OrderRow, email: string) {
  const key = newKey();
  await endEarlierMails(tx, order.id, { before: order.mail_key ?? order.access_key, now: key });
  await moveBuyer(tx, order, email);
  // Emails of an order that is older than their key had the other one.
  return { email_proved_at: null, mail_key: key, parcel: null, ...(order.mail_key === null && { access_key: newKey() }) };
}

/** A parcel on its way bears the name already, and what has ended stays as it was. */
const mayRename = ({ status }: OrderRow): boolean => !isOnItsWay(status) && !hasEnded(status);

const toOther = ({ id, status, created_at: createdAt, total_cents }: OrderRow) => ({
  id,
  status,
  createdAt,
  totalAmount: formatAmount(total_cents),
});

/** What a change of status, or of the parcel of an order that is on its way, would do, without doing it. @throws Problem not_found. */
export async function previewStatusChange(
  ctx: Context,
  id: number,
  { status, carrier, trackingNumber }: StatusChange,
): Promise<StatusEffects> {
  const row = await selectOrder(ctx.db, id);
  if (!row) throw notFound();
  const lines = await selectLines(ctx.db, [id]);
  const stock = await readStock(
    ctx.db,
    lines.flatMap((line) => line.specimen_id ?? []),
  );
  const reasons: string[] = [];
  const specimens: StatusEffects['specimens'] = [];
  for (const line of lines) {
    const effect = effectOn(line, status, stock);
    if (effect === 'refused') reasons.push(await refusalOf(ctx.db, line));
    else if (effect !== null) specimens.push({ specimenId: line.specimen_id, text: effect });
  }
  const money = await selectMoney(ctx.db, [id]);
  const onMoney = effectOnMoney(row, status, money);
  if (onMoney.do === 'refuse') reasons.push(onMoney.reason);
  const together = row.parcel !== null && orderStatusTable[status].showsTracking ? await selectTogether(ctx.db, row.parcel) : [];
  const whyNot = whyNotToShip(
    row,
    together.filter((other) => other.id !== id),
  );
  if (whyNot !== null) reasons.push(whyNot);
  const refusal = reasons.length > 0 ? reasons.join(' ') : null;
  const after = {
    ...row,
    status,
    ...(carrier !== undefined && { carrier }),
    ...(trackingNumber !== undefined && { tracking_number: trackingNumber }),
  };
  const mail = row.status === status ? mailOnParcel(row, after) : await mailFor(ctx.db, row, status);
  const isWritten = mail !== null && refusal === null && row.customer_email !== '';
  return {
    status,
    refusal,
    specimens: refusal === null ? specimens : [],
    money: refusal === null ? moneySentence(onMoney) : null,
    mail: isWritten ? await draft(ctx, mail, after, lines, money) : null,
    hasMailServer: await hasMailServer(ctx),
  };
}

/** What a mail about the order would say once it has the row's status. */
export async function draft(ctx: Context, kind: MailKindAbout<'order'>, row: OrderRow, lines: LineRow[], money: Money, told?: Told) {
  const together = row.parcel === null ? [] : (await selectTogether(ctx.db, row.parcel)).map(({ id }) => id);
  const isProved = orderStatusTable[row.status].paidAt === 'set' || (await isEmailProved(ctx.db, row.customer_email));
  return draftOrderMail(ctx, kind, toMailedOrder(row, lines, money, isProved, { ...told, together }), await readSettings(ctx));
}

const moneySentence = (effect: MoneyEffect): string | null =>
  effect.do === 'forget' ? `The payment of ${formatDollars(effect.cents)} is taken back, as if it hadn’t come.` : null;

const zeroByStatus = () => Object.fromEntries(orderStatuses.map((status) => [status, 0])) as Record<OrderStatus, number>;

function effectOn(line: LineRow, status: OrderStatus, stock: Awaited<ReturnType<typeof readStock>>): string | 'refused' | null {
  const move = moves[line.claim][orderStatusTable[status].claim];
  if (move === null) return null;
  const specimen = line.specimen_id === null ? undefined : stock.get(line.specimen_id);
  // A deleted specimen has no stock to move, and none to claim.
  if (!specimen) return line.claim === 'none' ? 'refused' : null;
  const after = previewMove(specimen, line.quantity, move);
  if (after === null) return 'refused';
  // The line of what is not for sale ends without an offer.
  const settled = isForSale(specimen) ? after : previewMove({ ...specimen, waiting: 0 }, line.quantity, move);
  return effectSentence(line.title, specimen.status, settled ?? after);
}

/** Cancels each order on its own: what one is refused does not hold up the others. */
export async function cancelOrders(ctx: Context, ids: number[]): Promise<CancelReport> {
  const results: CancelReport['results'] = [];
  for (const id of new Set(ids)) results.push(await cancel(ctx, id));
  return { results };
}

async function cancel(ctx: Context, id: number): Promise<CancelReport['results'][number]> {
  try {
    const before = await selectOrder(ctx.db, id);
    if (before && hasEnded(before.status))
      return { id, result: 'unchanged', message: `Order #${id} was already ${orderStatusTable[before.status].label.toLowerCase()}.` };
    await changeOrderStatus(ctx, id, 'cancelled', async (tx, order) => {
      const received = receivedOf(await selectMoney(tx, [id]));
      if (received === 0) return order;
      throw new Problem('state_conflict', `Order #${id} is paid (${formatDollars(received)}). Cancel it on its own page, with its refund.`);
    });
    return { id, result: 'cancelled', message: `Order #${id} has been cancelled.` };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.code === 'not_found') return { id, result: 'not_found', message: goneText(id) };
    return { id, result: 'refused', message: error.message };
  }
}

function refuseErased(order: OrderRow): void {
  if (order.erased_at !== null) throw new Problem('state_conflict', erasedText(order.id));
}

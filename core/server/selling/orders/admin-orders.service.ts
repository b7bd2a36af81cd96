import type { MailKindAbout } from '#core/contract/messages/mail-statuses.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { invalidField, Problem } from '#core/contract/problems.ts';
import type {
  CancelReport,
  EffectsQuery,
  OrderEdit,
  StatusEffects,
  StatusUpdate,
} from '#core/contract/selling/order-edits.ts';
import { orderKindTable } from '#core/contract/selling/order-kinds.ts';
import {
  hasEnded,
  isOnItsWay,
  type OrderStatus,
  orderStatuses,
  orderStatusTable,
} from '#core/contract/selling/order-statuses.ts';
import type {
  AdminOrder,
  OrderDetail,
  OrdersPage,
  OrdersQuery,
} from '#core/contract/selling/orders.ts';
import type { Act, Actor } from '#core/server/act.ts';
import { BUYER_CORRECTED } from '#core/server/admin/events/events.service.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import {
  isForSale,
  previewMove,
  readStock,
} from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import { draftOrderMail, endEarlierMails } from '#core/server/messages/mail/mail.service.ts';
import { hasMailServer } from '#core/server/messages/mail/mail-server.service.ts';
import type { Tx } from '#platform/db/db.ts';
import { refuseStale, versionOf } from '#platform/http/if-match.ts';
import { termParts } from '#platform/text-search.ts';
import { countByStatus, selectMatching, updateNotes } from './admin-orders.queries.ts';
import { moveBuyer } from './known-buyer.service.ts';
import { newKey } from './new-key.ts';
import { actOnOrder, notesOf } from './order-detail.service.ts';
import { afterEdit, mailedWith, movedWith, refusalsOfMove } from './order-followers.ts';
import { type Told, toMailedOrder } from './order-mapper.ts';
import { selectMoney } from './order-money.queries.ts';
import {
  dueOf,
  effectOnMoney,
  type Money,
  type MoneyEffect,
  markedIn,
  receivedOf,
} from './order-money.ts';
import { orderSearchText } from './order-search.ts';
import { mailOnParcel, moves, OVERDUE_AFTER } from './order-statuses.ts';
import {
  isEmailProved,
  type LineRow,
  type OrderRow,
  selectLines,
  selectOrder,
} from './orders.queries.ts';
import {
  changeOrderStatus,
  erasedText,
  goneText,
  mailAbout,
  mailFor,
  notFound,
  refusalOf,
  withLines,
} from './orders.service.ts';
import { readPayment } from './received.ts';
import { effectSentence } from './status-effects.ts';
import { replacePayment } from './used-payments.service.ts';

const PAGE_SIZE = 25;

/** A page beyond the last gives the last. */
export async function listOrders(
  ctx: Context,
  { page: wanted = 1, ...filters }: OrdersQuery,
): Promise<OrdersPage> {
  const { counts, total, matching } = await counted(ctx, filters);
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const rows = await selectMatching(ctx.db, matching, (page - 1) * PAGE_SIZE, PAGE_SIZE);
  return { orders: await withLines(ctx, rows), page, pages, total, counts };
}

/** Returns at most `limit`, and the total. */
export async function listedOrders(
  ctx: Context,
  filters: OrdersQuery,
  limit: number,
): Promise<{ orders: AdminOrder[]; total: number }> {
  const { total, matching } = await counted(ctx, filters);
  return { orders: await withLines(ctx, await selectMatching(ctx.db, matching, 0, limit)), total };
}

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
  const matching = {
    tokens,
    status,
    placedBefore: filter === 'overdue' ? overdueBefore : undefined,
  };
  return { counts, total: counts[filter ?? 'all'], matching };
}

/**
 * Notes the parcel in the same act. @param ifMatch the status that the admin saw; undefined: any.
 * @throws Problem as `changeOrderStatus` and `editOrder` do.
 */
export async function changeStatus(
  ctx: Context,
  id: number,
  { status, payment, ...parcel }: StatusUpdate,
  ifMatch?: string,
): Promise<AdminOrder> {
  const before = (act: Act, order: OrderRow) => {
    refuseStale(ifMatch, order.status);
    return note(act, order, parcel);
  };
  const others = (act: Act, order: OrderRow) => movedWith(act, order, status);
  const paymentOf = async (act: Act) => payment && readPayment(act, payment);
  return changeOrderStatus(ctx, id, status, before, paymentOf, others);
}

/**
 * Fields left out stay. @param ifMatch the editor's version; undefined: any. @throws Problem
 * not_found; changed_meanwhile; state_conflict once erased, for a name once shipped, for an order
 * placed in the shop that would lose its address, and for telling a tracking number before the
 * parcel is on its way.
 */
export const editOrder = (
  ctx: Context,
  id: number,
  { writesToBuyer, ...notes }: OrderEdit,
  ifMatch?: string,
  actor?: Actor,
): Promise<OrderDetail> => {
  const rule = async (act: Act, order: OrderRow, lines: LineRow[]) => {
    refuseStale(ifMatch, versionOf(notesOf(order)));
    const noted = await note(act, order, notes);
    if (noted.customer_email !== order.customer_email)
      await mailAbout(act, ['order_link'], noted, lines);
    if (!writesToBuyer) return;
    const mail = mailOnParcel(order, noted);
    if (mail === null)
      throw new Problem(
        'state_conflict',
        `Order #${id} has no new tracking number to write about.`,
      );
    await mailAbout(act, [mail], noted, lines);
  };
  return actOnOrder(ctx, id, rule, actor);
};

async function note(
  act: Act,
  order: OrderRow,
  { addressNote, ...edit }: Omit<OrderEdit, 'writesToBuyer'>,
): Promise<OrderRow> {
  const { tx, now } = act;
  const { id } = order;
  const fields = (Object.keys(edit) as (keyof typeof edit)[]).filter(
    (field) => edit[field] !== undefined,
  );
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
  if (
    changed.includes('customerAddress') &&
    edit.customerAddress === '' &&
    orderKindTable[order.kind].isPaidByVenmo
  )
    throw new Problem('state_conflict', 'An order placed in the shop needs an address.');
  if (
    changed.includes('customerAddress') &&
    orderStatusTable[order.status].showsTracking &&
    !addressNote
  )
    throw invalidField('addressNote', 'Please note why: the package is already on its way.');
  const after = {
    ...known,
    ...Object.fromEntries(changed.map((field) => [field, edit[field] ?? null])),
  };
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
    search_text: orderSearchText(
      { name: after.customerName, email: after.customerEmail },
      await selectLines(tx, [id]),
    ),
  };
  await updateNotes(tx, id, columns, now);
  if (changed.includes('venmoPaymentId'))
    await replacePayment(tx, id, known.venmoPaymentId, after.venmoPaymentId);
  const corrected = changed.filter(isOfBuyer);
  const others = changed.filter((field) => !isOfBuyer(field));
  const changes = Object.fromEntries(
    corrected.map((field) => [field, [known[field], after[field]]]),
  );
  if (others.length > 0)
    await act.record({ kind: 'order_edited', orderId: id, data: { fields: others } });
  if (corrected.length > 0)
    await act.record({ kind: BUYER_CORRECTED, orderId: id, data: { changes, note: addressNote } });
  const noted = { ...order, ...columns };
  await afterEdit(act, order, noted);
  return noted;
}

const isOfBuyer = (field: string): boolean => field.startsWith('customer');

/** The old address's link stops working, and its emails end. */
async function moveToEmail(tx: Tx, order: OrderRow, email: string) {
  const key = newKey();
  await endEarlierMails(tx, order, { before: order.mail_key ?? order.access_key, now: key });
  await moveBuyer(tx, order, email);
  // Emails of an order older than their key had the other one.
  return {
    email_proved_at: null,
    mail_key: key,
    parcel: null,
    ...(order.mail_key === null && { access_key: newKey() }),
  };
}

/** A parcel on its way bears the name already. */
const mayRename = ({ status }: OrderRow): boolean => !isOnItsWay(status) && !hasEnded(status);

/** @throws Problem not_found. */
export async function previewStatusChange(
  ctx: Context,
  id: number,
  { status, carrier, trackingNumber, amount }: EffectsQuery,
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
    else if (effect !== null) specimens.push({ specimenId: line.specimen_id, ...effect });
  }
  const money = await selectMoney(ctx.db, [id]);
  const onMoney = effectOnMoney(row, status, money);
  if (onMoney.do === 'refuse') reasons.push(onMoney.reason);
  reasons.push(...(await refusalsOfMove(ctx.db, row, status)));
  const refusal = reasons.length > 0 ? reasons.join(' ') : null;
  const after = {
    ...row,
    status,
    ...(carrier !== undefined && { carrier }),
    ...(trackingNumber !== undefined && { tracking_number: trackingNumber }),
  };
  const typed = amount === undefined ? null : parseAmount(amount);
  const due = onMoney.do === 'receive' ? onMoney.cents : 0;
  const cents = orderStatusTable[status].paidAt === 'set' ? (typed ?? due) : 0;
  // Nothing is asked of what settles the order for less.
  after.written_off_cents =
    status === 'pending' ? 0 : row.written_off_cents + Math.max(0, due - cents);
  const left = onMoney.do === 'forget' ? money.filter((row) => row !== markedIn(money)) : money;
  const moved = cents > 0 ? [...left, { kind: 'payment' as const, amount_cents: cents }] : left;
  const mail =
    row.status === status ? mailOnParcel(row, after) : await mailFor(ctx.db, row, status);
  const isWritten = mail !== null && refusal === null && row.customer_email !== '';
  return {
    status,
    refusal,
    specimens: refusal === null ? specimens : [],
    money:
      refusal === null
        ? moneySentence(
            onMoney,
            orderStatusTable[status].claim === 'taken' ? dueOf(after, moved) : 0,
          )
        : null,
    mail: isWritten ? await draft(ctx, mail, after, lines, moved) : null,
    hasMailServer: await hasMailServer(ctx),
  };
}

/** Expects a row that has the status already. */
export async function draft(
  ctx: Context,
  kind: MailKindAbout<'order'>,
  row: OrderRow,
  lines: LineRow[],
  money: Money,
  told?: Told,
) {
  const together = await mailedWith(ctx.db, row);
  const isProved =
    orderStatusTable[row.status].claim === 'taken' ||
    (await isEmailProved(ctx.db, row.customer_email));
  return draftOrderMail(
    ctx,
    kind,
    toMailedOrder(row, lines, money, isProved, { ...told, together }),
    await readSettings(ctx),
  );
}

const moneySentence = (effect: MoneyEffect, due: number): string | null =>
  effect.do === 'forget'
    ? `The payment of ${formatDollars(effect.cents)} is taken back, as if it hadn’t come.`
    : due > 0
      ? `${formatDollars(due)} of this order stays due. Nothing is noted as received.`
      : null;

const zeroByStatus = () =>
  Object.fromEntries(orderStatuses.map((status) => [status, 0])) as Record<OrderStatus, number>;

function effectOn(
  line: LineRow,
  status: OrderStatus,
  stock: Awaited<ReturnType<typeof readStock>>,
): Omit<StatusEffects['specimens'][number], 'specimenId'> | 'refused' | null {
  const move = moves[line.claim][orderStatusTable[status].claim];
  if (move === null) return null;
  const specimen = line.specimen_id === null ? undefined : stock.get(line.specimen_id);
  // A deleted specimen has no stock to move or claim.
  if (!specimen) return line.claim === 'none' ? 'refused' : null;
  const after = previewMove(specimen, line.quantity, move);
  if (after === null) return 'refused';
  // The waiting line of what is not for sale ends without an offer.
  const settled = isForSale(specimen)
    ? after
    : previewMove({ ...specimen, waiting: 0 }, line.quantity, move);
  const shown = settled ?? after;
  return { text: effectSentence(line.title, specimen.status, shown), forLine: shown.forLine };
}

export async function cancelOrders(ctx: Context, ids: number[]): Promise<CancelReport> {
  const results: CancelReport['results'] = [];
  for (const id of new Set(ids)) results.push(await cancel(ctx, id));
  return { results };
}

async function cancel(ctx: Context, id: number): Promise<CancelReport['results'][number]> {
  try {
    const before = await selectOrder(ctx.db, id);
    if (before && hasEnded(before.status))
      return {
        id,
        result: 'unchanged',
        message: `Order #${id} was already ${orderStatusTable[before.status].label.toLowerCase()}.`,
      };
    await changeOrderStatus(ctx, id, 'cancelled', async ({ tx }, order) => {
      const received = receivedOf(await selectMoney(tx, [id]));
      if (received === 0) return order;
      throw new Problem(
        'state_conflict',
        `Order #${id} is paid (${formatDollars(received)}). Cancel it on its own page, with its refund.`,
      );
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

/** Placing orders is in `placing.service.ts`. */
import { setImmediate } from 'node:timers/promises';
import type { MailKindAbout } from '#core/contract/messages/mail-statuses.ts';
import { formatAmount, formatDollars } from '#core/contract/money.ts';
import { Problem } from '#core/contract/problems.ts';
import {
  hasEnded,
  type OrderStatus,
  orderStatusTable,
} from '#core/contract/selling/order-statuses.ts';
import type { AdminOrder, FollowedOrder } from '#core/contract/selling/orders.ts';
import type { Act, Entry } from '#core/server/act.ts';
import { forgetCorrections } from '#core/server/admin/events/events.service.ts';
import {
  moveStock,
  readStock,
  type StockMoveName,
} from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import {
  queueOrderMails,
  removeMails,
  wasLastToBuyer,
} from '#core/server/messages/mail/mail.service.ts';
import { perform } from '#core/server/perform.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { overwriteDeleted } from '#platform/db/deleted-data.ts';
import { hashToken } from '#platform/http/cookies.ts';
import { isSecret } from '#platform/http/secrets.ts';
import { holdStateOf, newHold } from './hold-rules.ts';
import { noteFirstSign, updateHold } from './holds.queries.ts';
import { forgetBuyer } from './known-buyer.service.ts';
import { linePictures } from './line-picture.ts';
import { beforeMoneyChange, beforeMove, beforeStep, mailedWith } from './order-followers.ts';
import {
  type Told,
  toAdminOrder,
  toBuyerOrder,
  toMailedOrder,
  toMovedMoney,
} from './order-mapper.ts';
import { deleteMoneyRow, reopenRefunds, selectMoney } from './order-money.queries.ts';
import {
  dueOf,
  effectOnMoney,
  markedIn,
  type NotedPayment,
  REFUND_DUE,
  receivedOf,
} from './order-money.ts';
import {
  isOverdue,
  mailOnChange,
  moves,
  movesOnDeletion,
  type Refusal,
  refusals,
} from './order-statuses.ts';
import { endedUnpaid, stepsOf } from './order-steps.ts';
import {
  deleteOrderRow,
  isBuyer,
  isEmailProved,
  type LineRow,
  lockOrder,
  type OrderRow,
  orderColumns,
  proveEmail,
  selectEveryLine,
  selectLines,
  selectOrder,
  selectOrderEvents,
  selectOrders,
  selectOrdersOf,
  selectOtherClaimant,
  updateOrder,
} from './orders.queries.ts';
import { selectLatestProposal } from './proposals.queries.ts';
import { endProposal, toProposal } from './proposed.ts';
import { receive, writeOff } from './received.ts';

// For features that change orders or ask about them.
export {
  beforeMoneyChange,
  type LineRow,
  lockOrder,
  mailedWith,
  moves,
  type OrderRow,
  orderColumns,
  selectLines,
  selectOrder,
};

const BATCH = 100;
/** Opening the page this late counts as a return visit. */
const REOPENED_AFTER_MS = 10 * 60 * 1000;

/** `buyerHashes`: of the browser's cookies; `key`: of the secret link. */
export type Reader = { admin: boolean; buyerHashes: string[]; key: string | null };

/**
 * @returns the order; `overdue` only for an admin. @throws Problem not_found, also for an order
 * that is not the reader's.
 */
export async function readOrder(
  ctx: Context,
  id: number,
  reader: Reader,
): Promise<FollowedOrder & { overdue?: boolean }> {
  const row = await readableRow(ctx, id, reader);
  const isFromMail = isMailed(row, reader);
  const isReopened =
    !reader.admin && ctx.clock.now().getTime() - Date.parse(row.created_at) > REOPENED_AFTER_MS;
  if ((isFromMail || isReopened) && isUnseen(row))
    await noteSign(ctx, id, isFromMail ? 'mail_link_opened' : 'page_reopened');
  const order = await followedOrder(ctx, row);
  if (reader.admin) return { ...order, overdue: isOverdue(row, ctx.clock.now()) };
  const isWanted = order.awaitsProof || holdStateOf(row) === 'unverified';
  return isFromMail && isWanted ? { ...order, confirmable: true } : order;
}

const isMailed = ({ mail_key: own }: OrderRow, { admin, key }: Reader): boolean =>
  !admin && key !== null && own !== null && isSecret(key, own);

export async function followedOrder({ db }: Context, row: OrderRow): Promise<FollowedOrder> {
  const [every, events, money, proposal] = await Promise.all([
    selectEveryLine(db, [row.id]),
    selectOrderEvents(db, row.id),
    selectMoney(db, [row.id]),
    selectLatestProposal(db, row.id),
  ]);
  const due = dueOf(row, money);
  const movedOf = (wanted: 'payment' | 'refund') =>
    money.filter(({ kind }) => kind === wanted).map((moved) => toMovedMoney(moved, every));
  return {
    ...toBuyerOrder(row, linesIn(every)),
    steps: stepsOf(row, events, due > 0),
    payments: movedOf('payment'),
    refunds: movedOf('refund'),
    endedUnpaid: endedUnpaid(row, events),
    endedByBuyer: events.findLast(({ kind }) => kind === 'order_status')?.actor === 'buyer',
    proposal: proposal ? toProposal(proposal) : null,
    dueAmount: formatAmount(due),
  };
}

/** @throws Problem not_found, also for an order that is not the reader's; gone for a deleted one that was. */
export async function readableRow(ctx: Context, id: number, reader: Reader): Promise<OrderRow> {
  const row = await selectOrder(ctx.db, id);
  if (row && (await mayRead(ctx, row, reader))) return row;
  const hashes = [...reader.buyerHashes, ...(reader.key === null ? [] : [hashToken(reader.key)])];
  if (!row && hashes.length > 0)
    for (const { told } of pluggedInto('orderDeletion')) {
      const words = await told?.(ctx, id, hashes);
      if (words) throw new Problem('gone', words);
    }
  throw notFound();
}

/** @throws Problem not_found; state_conflict where its buyer's data are erased. */
export async function lockUnerased(tx: Tx, id: number): Promise<OrderRow> {
  const order = await lockOrder(tx, id);
  if (!order) throw notFound();
  if (order.erased_at !== null)
    throw new Problem(
      'state_conflict',
      'The buyer’s details have been erased from this order. Please write to us.',
    );
  return order;
}

/** @throws Problem not_found. */
export async function lockWithLines(
  tx: Tx,
  id: number,
): Promise<{ order: OrderRow; lines: LineRow[] }> {
  const order = await lockOrder(tx, id);
  if (!order) throw notFound();
  return { order, lines: await selectLines(tx, [id]) };
}

const isUnseen = (order: OrderRow) => order.status === 'pending' && order.sign_of_life_at === null;

/** Nothing depends on it being written just now. */
export async function noteSign(
  ctx: Context,
  id: number,
  sign: 'mail_link_opened' | 'page_reopened' | 'payment_opened',
): Promise<void> {
  try {
    await perform(ctx, 'buyer', async (act) => {
      if (await noteFirstSign(act.tx, id, act.now)) await act.record({ kind: sign, orderId: id });
    });
  } catch (err) {
    ctx.log.warn({ err }, 'could not note a sign of life');
  }
}

/**
 * Call it for a press: mail scanners open links. An order that waited gets its whole hold, and a
 * reported payment stops the clock. @throws Problem not_found.
 */
export async function proveByPress(ctx: Context, id: number, reader: Reader): Promise<void> {
  const row = await readableRow(ctx, id, reader);
  if (row.email_proved_at !== null || !isMailed(row, reader)) return;
  await perform(ctx, 'buyer', async (act) => {
    const order = await lockOrder(act.tx, id);
    await proveEmail(act.tx, id, act.now);
    if (order?.status === 'pending' && order.awaits_proof) await completeHold(act, order);
  });
}

export async function completeHold(act: Act, order: OrderRow): Promise<void> {
  const { holdHours } = (await act.settings()).orders;
  await updateHold(act.tx, order.id, newHold(new Date(order.created_at), holdHours));
}

/** Lets other work run between batches. */
export async function* allOrders(ctx: Context): AsyncGenerator<AdminOrder[]> {
  let before: number | null = null;
  do {
    const rows = await selectOrders(ctx.db, before, BATCH);
    yield await withLines(ctx, rows);
    before = rows.length === BATCH ? (rows.at(-1)?.id ?? null) : null;
    await setImmediate();
  } while (before !== null);
}

/**
 * Moves the pieces too, and tells the buyer. @param before runs while the order is locked; may
 * refuse, and returns the order as it is then. @param paymentOf how and when the payment came;
 * default: now. @param othersOf the orders that move with it, in the same email. @throws Problem
 * not_found; state_conflict where it cannot claim its pieces again; what `before` throws.
 */
export async function changeOrderStatus(
  ctx: Context,
  id: number,
  status: OrderStatus,
  before = async (_act: Act, order: OrderRow): Promise<OrderRow> => order,
  paymentOf = async (_act: Act): Promise<NotedPayment | undefined> => undefined,
  othersOf = async (_act: Act, _order: OrderRow): Promise<OrderRow[]> => [],
): Promise<AdminOrder> {
  await perform(ctx, 'owner', async (act) => {
    const payment = await paymentOf(act);
    const locked = await lockWithLines(act.tx, id);
    if (locked.order.status !== status) await beforeStep(act, locked.order);
    const order = await before(act, locked.order);
    if (order.status === status) return;
    for (const other of await othersOf(act, order)) {
      await beforeStep(act, other);
      await moveOrder(act, other, await selectLines(act.tx, [other.id]), status);
    }
    await changeStatusIn(act, order, locked.lines, status, payment);
  });
  const row = await selectOrder(ctx.db, id);
  const [order] = row ? await withLines(ctx, [row]) : [];
  if (!order) throw notFound();
  return order;
}

/** What the buyer did meanwhile was not noted, so the admin is asked before anything is released. */
export async function holdAgain(act: Act, order: OrderRow) {
  const { holdHours } = (await act.settings()).orders;
  return {
    ...newHold(new Date(act.now), holdHours),
    sign_of_life_at: order.sign_of_life_at ?? act.now,
  };
}

/** Expects a locked order of another status. Moves the pieces too, and tells the buyer. */
export async function changeStatusIn(
  act: Act,
  order: OrderRow,
  lines: LineRow[],
  status: OrderStatus,
  payment?: NotedPayment,
): Promise<void> {
  const { tx } = act;
  const hold = status === 'pending' ? await holdAgain(act, order) : {};
  const moved = await moveOrder(act, order, lines, status, { hold, payment });
  const cents = hasEnded(status) ? receivedOf(await selectMoney(tx, [order.id])) : 0;
  if (cents > 0) await act.record({ kind: REFUND_DUE, orderId: order.id, data: { cents } });
  const mail = await mailFor(tx, order, status);
  if (mail) await mailAbout(act, [mail], moved, lines, { isRefundDue: cents > 0 });
}

/**
 * Moves the pieces too, ends what the buyer was asked, and writes no mail. @param how `hold`:
 * columns that change with it; `payment`: how the money came. @returns the order as it is now.
 * @throws Problem state_conflict where it cannot claim its pieces again.
 */
export async function moveOrder(
  act: Act,
  order: OrderRow,
  lines: LineRow[],
  status: OrderStatus,
  {
    hold = {},
    payment,
  }: { hold?: Partial<ReturnType<typeof newHold>>; payment?: NotedPayment | undefined } = {},
): Promise<OrderRow> {
  const { tx, now } = act;
  const { claim } = orderStatusTable[status];
  await beforeMove(act, order, status);
  await endProposal(act, order.id, 'overtaken');
  await moveLines(act, order, lines, (line) => moves[line.claim][claim]);
  const given = payment ?? { method: null, at: now, feeCents: 0 };
  const writtenOff = await moveMoney(act, order, status, given);
  await updateOrder(tx, order.id, status, now, payment?.at);
  if (status === 'pending') await updateHold(tx, order.id, hold);
  await act.record({
    kind: 'order_status',
    orderId: order.id,
    data: { from: order.status, to: status },
  });
  return { ...order, ...hold, status, written_off_cents: writtenOff };
}

/** @param dedupeKey queues an email only once. */
export async function mailAbout(
  act: Act,
  kinds: MailKindAbout<'order' | 'hold'>[],
  order: OrderRow,
  lines: LineRow[],
  told?: Told,
  dedupeKey?: string,
): Promise<void> {
  const { tx } = act;
  const isProved = await isEmailProved(tx, order.customer_email);
  await queueOrderMails(
    act,
    kinds,
    toMailedOrder(order, lines, await selectMoney(tx, [order.id]), isProved, {
      ...told,
      together: await mailedWith(tx, order),
      pictures: await linePictures(tx, lines),
    }),
    dedupeKey,
  );
}

/**
 * @returns what is written off afterwards. @throws Problem state_conflict, also for less than is
 * due that does not settle the order.
 */
async function moveMoney(
  act: Act,
  order: OrderRow,
  status: OrderStatus,
  payment: NotedPayment,
): Promise<number> {
  const { tx } = act;
  const money = await selectMoney(tx, [order.id]);
  const effect = effectOnMoney(order, status, money);
  if (effect.do === 'refuse') throw new Problem('state_conflict', effect.reason);
  const marked = markedIn(money);
  if (effect.do === 'forget' && marked) await deleteMoneyRow(tx, marked.id);
  const { claim, paidAt } = orderStatusTable[status];
  if (claim === 'held' || (claim === 'taken' && hasEnded(order.status)))
    await reopenRefunds(tx, order.id);
  if (paidAt !== 'set') return paidAt === 'cleared' ? 0 : order.written_off_cents;
  const due = effect.do === 'receive' ? effect.cents : 0;
  const { cents = due, settles = false } = payment;
  if (cents < due && !settles)
    throw new Problem(
      'state_conflict',
      `${formatDollars(due - cents)} of order #${order.id} would still be due. Note the payment and keep the order pending, or accept it as settled.`,
    );
  if (cents > 0) await receive(act, order.id, cents, payment);
  return settles && cents !== due
    ? writeOff(act, order, await selectMoney(tx, [order.id]))
    : order.written_off_cents;
}

/** Returns null for no mail, and where the buyer's last one was the same. */
export async function mailFor(
  db: Db | Tx,
  order: OrderRow,
  status: OrderStatus,
): Promise<MailKindAbout<'order'> | null> {
  if (status === 'pending' && (await wasLastToBuyer(db, 'order_paid', order.id)))
    return 'order_unpaid';
  const mail = mailOnChange(order.status, status);
  return mail !== null && (await wasLastToBuyer(db, mail, order.id)) ? null : mail;
}

export async function refusalOfDeletion(db: Db | Tx, id: number): Promise<string | null> {
  const asked = pluggedInto('orderDeletion').map(({ refusal }) => refusal?.(db, id));
  return (await Promise.all(asked)).find(Boolean) ?? null;
}

/**
 * Frees what it holds; what was paid stays sold. @throws Problem not_found; state_conflict where a
 * feature needs it.
 */
export async function deleteOrder(ctx: Context, id: number): Promise<void> {
  await perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    const { order, lines } = await lockWithLines(tx, id);
    const refusal = await refusalOfDeletion(tx, id);
    if (refusal) throw new Problem('state_conflict', refusal);
    await endProposal(act, id, 'withdrawn');
    await moveLines(act, order, lines, (line) => movesOnDeletion[line.claim]);
    await forgetBuyer(tx, order);
    await forgetCorrections(tx, id);
    await removeMails(act, id);
    for (const { before } of pluggedInto('orderDeletion')) await before?.(act, id);
    await deleteOrderRow(tx, id);
    const data = {
      status: order.status,
      totalCents: order.total_cents,
      specimens: lines.map((line) => line.specimen_id),
    };
    await act.record({ kind: 'order_deleted', orderId: id, data });
  });
  await overwriteDeleted(ctx);
}

export const specimensOf = (lines: LineRow[]): number[] =>
  lines.flatMap((line) => line.specimen_id ?? []);

export const linesIn = (every: LineRow[]): LineRow[] =>
  every.filter(({ standing }) => standing === 'in');

/** Expects a locked order. @throws Problem state_conflict where pieces cannot be claimed. */
export async function moveLines(
  act: Act,
  order: OrderRow,
  lines: LineRow[],
  moveOf: (line: LineRow) => StockMoveName | null,
): Promise<void> {
  const reasons: string[] = [];
  const moved: Entry[] = [];
  // By specimen, as everywhere, so that no transactions wait in a circle.
  for (const line of lines.toSorted((a, b) => (a.specimen_id ?? 0) - (b.specimen_id ?? 0))) {
    const move = moveOf(line);
    if (move === null) continue;
    if (await moveLine(act, line, move))
      moved.push({
        kind: move,
        specimenId: line.specimen_id,
        orderId: order.id,
        data: { pieces: line.quantity },
      });
    else reasons.push(await refusalOf(act.tx, line));
  }
  if (reasons.length > 0)
    throw new Problem(
      'state_conflict',
      `Order #${order.id} can’t be changed. ${reasons.join(' ')}`,
    );
  await act.record(moved);
}

async function moveLine({ tx, now }: Act, line: LineRow, move: StockMoveName): Promise<boolean> {
  // A deleted specimen has nothing to claim or move.
  if (line.specimen_id === null) return line.claim !== 'none';
  return moveStock(tx, { specimenId: line.specimen_id, quantity: line.quantity }, move, now);
}

export async function refusalOf(
  db: Db | Tx,
  line: Pick<LineRow, 'specimen_id' | 'title' | 'order_id' | 'quantity'>,
): Promise<string> {
  const say = (refusal: Refusal, other: number | null = null) =>
    refusals[refusal](line.title, other);
  if (line.specimen_id === null) return say('deleted');
  const stock = (await readStock(db, [line.specimen_id])).get(line.specimen_id);
  if (stock?.status_by_hand === 'sold') return say('marked_sold');
  if (stock && stock.waiting > 0 && stock.quantity - stock.held >= line.quantity)
    return say('reserved');
  const other = await selectOtherClaimant(db, line.specimen_id, line.order_id);
  return other === null ? say('too_few') : say('claimed', other);
}

/** Leaves out unknown ids; in no order. */
export const ordersOf = async (ctx: Context, ids: number[]): Promise<AdminOrder[]> =>
  ids.length === 0 ? [] : withLines(ctx, await selectOrdersOf(ctx.db, ids));

export async function withLines(ctx: Context, rows: OrderRow[]): Promise<AdminOrder[]> {
  if (rows.length === 0) return [];
  const now = ctx.clock.now();
  const ids = rows.map((row) => row.id);
  const linesOf = Map.groupBy(await selectLines(ctx.db, ids), (line) => line.order_id);
  const moneyOf = Map.groupBy(await selectMoney(ctx.db, ids), (moved) => moved.order_id);
  return rows.map((row) =>
    toAdminOrder(row, linesOf.get(row.id) ?? [], moneyOf.get(row.id) ?? [], now),
  );
}

async function mayRead(
  ctx: Context,
  row: OrderRow,
  { admin, buyerHashes, key }: Reader,
): Promise<boolean> {
  if (admin) return true;
  if (
    key !== null &&
    [row.access_key, row.mail_key].some((secret) => secret !== null && isSecret(key, secret))
  )
    return true;
  return buyerHashes.length > 0 && (await isBuyer(ctx.db, row.id, buyerHashes));
}

export const inState = ({ id, status }: Pick<OrderRow, 'id' | 'status'>) =>
  new Problem('state_conflict', `Order #${id} is ${orderStatusTable[status].label.toLowerCase()}.`);
export const notFound = () => new Problem('not_found', 'Order not found');
export const goneText = (id: number): string => `Order #${id} no longer exists.`;
export const erasedText = (id: number): string =>
  `The personal data of order #${id} has been erased.`;

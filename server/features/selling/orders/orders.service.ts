/** Reading orders and changing their status; placing them is in `placing.service.ts`. */
import { setImmediate } from 'node:timers/promises';
import type { Settings } from '#contract/admin/settings.ts';
import type { MailKindAbout } from '#contract/messages/mail-statuses.ts';
import { formatAmount } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';
import { isChangeable, type OrderStatus, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { AdminOrder, FollowedOrder } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents, type Event, forgetCorrections } from '#server/features/admin/events/events.service.ts';
import { readSetting, readSettings } from '#server/features/admin/settings/settings.service.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { moveStock, readStock, type StockMoveName, touchStock } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { stockFollower } from '#server/features/catalogue/specimens/stock/stock-followers.service.ts';
import { queueOrderMails, removeMails, wasLastToBuyer } from '#server/features/messages/mail/mail.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { overwriteDeleted } from '#server/platform/db/deleted-data.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { isSecret } from '#server/platform/http/secrets.ts';
import { pluggedInto } from '#server/plugged-in.ts';
import { newHold } from './hold-rules.ts';
import { noteFirstSign, updateHold } from './holds.queries.ts';
import { forgetBuyer } from './known-buyer.service.ts';
import { linePictures } from './line-picture.ts';
import { type Told, toAdminOrder, toBuyerOrder, toMailedOrder, toMovedMoney } from './order-mapper.ts';
import { deleteMoney, selectMoney } from './order-money.queries.ts';
import { dueOf, effectOnMoney, type NotedPayment } from './order-money.ts';
import { isOverdue, mailOnChange, moves, movesOnDeletion, type Refusal, refusals } from './order-statuses.ts';
import { endedUnpaid, stepsOf } from './order-steps.ts';
import {
  deleteOrderRow,
  isBuyer,
  isEmailProved,
  type LineRow,
  lockOrder,
  type OrderRow,
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
import { selectTogether, updateParcel } from './parcels.queries.ts';
import { selectLatestProposal } from './proposals.queries.ts';
import { endProposal, toProposal } from './proposed.ts';
import { receive } from './received.ts';

const BATCH = 100;
/** Opening the page this late counts as a return visit. */
const REOPENED_AFTER_MS = 10 * 60 * 1000;

/** Who reads an order: an admin, the browser with the cookie of one of these hashes, or anyone with the secret link. */
export type Reader = { admin: boolean; buyerHashes: string[]; key: string | null };

/** @returns the order; `overdue` only for an admin. @throws Problem not_found, the same for an order that is not the reader's. */
export async function readOrder(ctx: Context, id: number, reader: Reader): Promise<FollowedOrder & { overdue?: boolean }> {
  const row = await readableRow(ctx, id, reader);
  const isFromMail = !reader.admin && reader.key !== null && row.mail_key !== null && isSecret(reader.key, row.mail_key);
  if (isFromMail && row.email_proved_at === null) await noteProof(ctx, row);
  const isReopened = !reader.admin && ctx.clock.now().getTime() - Date.parse(row.created_at) > REOPENED_AFTER_MS;
  if ((isFromMail || isReopened) && isUnseen(row)) await noteSign(ctx, id, isFromMail ? 'mail_link_opened' : 'page_reopened');
  const order = await followedOrder(ctx, row.awaits_proof ? await readableRow(ctx, id, reader) : row);
  return reader.admin ? { ...order, overdue: isOverdue(row, ctx.clock.now()) } : order;
}

/** The order as its own page shows it. */
export async function followedOrder({ db }: Context, row: OrderRow): Promise<FollowedOrder> {
  const [every, events, money, proposal] = await Promise.all([
    selectEveryLine(db, [row.id]),
    selectOrderEvents(db, row.id),
    selectMoney(db, [row.id]),
    selectLatestProposal(db, row.id),
  ]);
  const movedOf = (wanted: 'payment' | 'refund') => money.filter(({ kind }) => kind === wanted).map((moved) => toMovedMoney(moved, every));
  return {
    ...toBuyerOrder(row, linesIn(every)),
    steps: stepsOf(row, events),
    ...(row.kind === 'elsewhere' && { payments: movedOf('payment') }),
    refunds: movedOf('refund'),
    endedUnpaid: endedUnpaid(row, events),
    proposal: proposal ? toProposal(proposal) : null,
    // What has gone is between admin and buyer.
    dueAmount: formatAmount(isChangeable(row.status) ? dueOf(row, money) : 0),
  };
}

/** The row of an order. @throws Problem not_found, the same for an order that is not the reader's. */
export async function readableRow(ctx: Context, id: number, reader: Reader): Promise<OrderRow> {
  const row = await selectOrder(ctx.db, id);
  if (!row || !(await mayRead(ctx, row, reader))) throw notFound();
  return row;
}

/** Locks the order. @throws Problem not_found; state_conflict where its buyer's data are erased. */
export async function lockUnerased(tx: Tx, id: number): Promise<OrderRow> {
  const order = await lockOrder(tx, id);
  if (!order) throw notFound();
  if (order.erased_at !== null)
    throw new Problem('state_conflict', 'The buyer’s details have been erased from this order. Please write to us.');
  return order;
}

/** Locks the order. @throws Problem not_found. */
export async function lockWithLines(tx: Tx, id: number): Promise<{ order: OrderRow; lines: LineRow[] }> {
  const order = await lockOrder(tx, id);
  if (!order) throw notFound();
  return { order, lines: await selectLines(tx, [id]) };
}

const isUnseen = (order: OrderRow) => order.status === 'pending' && order.sign_of_life_at === null;

/** Notes that the buyer of a pending order is there, the first time. Nothing else depends on it being written just now. */
export async function noteSign(ctx: Context, id: number, sign: 'mail_link_opened' | 'page_reopened' | 'payment_opened'): Promise<void> {
  try {
    await inTransaction(ctx.db, async (tx) => {
      const at = instantOf(ctx.clock);
      if (await noteFirstSign(tx, id, at)) await addEvents(tx, [{ at, actor: 'buyer', kind: sign, orderId: id }]);
    });
  } catch (err) {
    ctx.log.warn({ err }, 'could not note a sign of life');
  }
}

/**
 * Notes that the email address proved itself; an order that waited for it gets its whole hold, and a payment reported before stops the clock now. The order can
 * be read without: the next opening of the link proves as much.
 */
async function noteProof(ctx: Context, row: OrderRow): Promise<void> {
  try {
    const { holdHours } = await readSetting(ctx, 'orders');
    const specimens = await inTransaction(ctx.db, async (tx) => {
      const now = instantOf(ctx.clock);
      const order = await lockOrder(tx, row.id);
      await proveEmail(tx, row.id, now);
      if (order?.status !== 'pending') return null;
      const lines = await selectLines(tx, [row.id]);
      if (order.awaits_proof) return completeHold(tx, order, lines, holdHours, now);
      return order.payment_reported_at === null ? null : showHoldChange(tx, lines, now);
    });
    if (specimens) ctx.invalidateCache(changedStock(specimens));
  } catch (err) {
    ctx.log.warn({ err }, 'could not note that an email address proved itself');
  }
}

/** Gives an order that waited for its proof the hold that it would have had. @returns the specimens whose pages the caller invalidates. */
export async function completeHold(tx: Tx, order: OrderRow, lines: LineRow[], hours: number, now: string): Promise<number[]> {
  await updateHold(tx, order.id, newHold(new Date(order.created_at), hours));
  return showHoldChange(tx, lines, now);
}

/** All orders, newest first, in batches; other work gets its turn between them. */
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
 * Moves an order to another status and the pieces of its lines with it.
 * @param before what belongs to the change and may refuse it, done in its transaction while the order is locked; it returns the order as it left it.
 * @param payment how what is received with it came; now, if nothing is given.
 * @param othersOf the orders that move with it, which their buyer reads of in the same email.
 * @throws Problem not_found; state_conflict with the reason where it cannot claim its pieces again; what `before` throws.
 */
export async function changeOrderStatus(
  ctx: Context,
  id: number,
  status: OrderStatus,
  before = async (_tx: Tx, order: OrderRow): Promise<OrderRow> => order,
  payment?: NotedPayment,
  othersOf = async (_tx: Tx, _order: OrderRow): Promise<OrderRow[]> => [],
): Promise<AdminOrder> {
  const [follow, settings, { holdHours }] = await Promise.all([stockFollower(ctx), readSettings(ctx), readSetting(ctx, 'orders')]);
  const specimens = await inTransaction(ctx.db, async (tx) => {
    const locked = await lockOrder(tx, id);
    if (!locked) throw notFound();
    const order = await before(tx, locked);
    if (order.status === status) return null;
    const now = ctx.clock.now();
    const lines = await selectLines(tx, [id]);
    // Whatever the buyer did meanwhile, nobody noted it: the admin is asked before anything is released.
    const at = now.toISOString();
    const hold = status === 'pending' ? { ...newHold(now, holdHours), sign_of_life_at: order.sign_of_life_at ?? at } : {};
    const { moved, specimens } = await moveOrder(tx, order, lines, status, { now: at, actor: 'owner', hold, payment });
    for (const other of await othersOf(tx, order)) {
      const also = await moveOrder(tx, other, await selectLines(tx, [other.id]), status, { now: at, actor: 'owner', hold: {} });
      specimens.push(...also.specimens);
    }
    await follow(tx, specimens);
    const mail = await mailFor(tx, order, status);
    if (mail) await mailAbout(ctx, tx, [mail], moved, lines, settings);
    return specimens;
  });
  if (specimens) ctx.invalidateCache(changedStock(specimens));
  const row = await selectOrder(ctx.db, id);
  const [order] = row ? await withLines(ctx, [row]) : [];
  if (!order) throw notFound();
  return order;
}

/**
 * Moves a locked order to another status and the pieces of its lines with it, and ends what its buyer was asked; the caller writes the mails, lets extras follow
 * and invalidates the cache.
 * @param how `hold`: the columns of the hold that change with it; `payment`: how what it says was received came.
 * @returns the order as it is now, and the specimens whose stock has moved. @throws Problem state_conflict with the reason where it cannot claim its pieces again.
 */
export async function moveOrder(
  tx: Tx,
  order: OrderRow,
  lines: LineRow[],
  status: OrderStatus,
  {
    now,
    actor,
    hold,
    payment,
  }: { now: string; actor: Event['actor']; hold: Partial<ReturnType<typeof newHold>>; payment?: NotedPayment | undefined },
): Promise<{ moved: OrderRow; specimens: number[] }> {
  const { claim } = orderStatusTable[status];
  const released = await endProposal(tx, order.id, 'overtaken', { now, actor });
  await moveLines(tx, order, lines, (line) => moves[line.claim][claim], { now, actor });
  await moveMoney(tx, order, status, payment ?? { method: null, at: now, feeCents: 0 }, now);
  await updateOrder(tx, order.id, status, now, payment?.at);
  if (status === 'pending') await updateHold(tx, order.id, hold);
  // What has ended travels with nothing.
  if (claim === 'none' && order.parcel !== null) await updateParcel(tx, [order.id], null, now);
  await addEvents(tx, [{ at: now, actor, kind: 'order_status', orderId: order.id, data: { from: order.status, to: status } }]);
  return { moved: { ...order, ...hold, status }, specimens: [...specimensOf(lines), ...released] };
}

/**
 * Queues mails about an order in the caller's transaction.
 * @param settings read before it began. @param dedupeKey with it, one mail is queued only once.
 */
export async function mailAbout(
  ctx: Context,
  tx: Tx,
  kinds: MailKindAbout<'order' | 'hold'>[],
  order: OrderRow,
  lines: LineRow[],
  settings: Settings,
  told?: Told,
  dedupeKey?: string,
): Promise<void> {
  const isProved = await isEmailProved(tx, order.customer_email);
  const together = order.parcel === null ? [] : (await selectTogether(tx, order.parcel)).map(({ id }) => id);
  await queueOrderMails(
    ctx,
    tx,
    kinds,
    toMailedOrder(order, lines, await selectMoney(tx, [order.id]), isProved, {
      ...told,
      together,
      pictures: await linePictures(tx, lines),
    }),
    settings,
    dedupeKey,
  );
}

/** Notes what a change of status says of the order's money. @throws Problem state_conflict */
async function moveMoney(tx: Tx, order: OrderRow, status: OrderStatus, payment: NotedPayment, now: string): Promise<void> {
  const effect = effectOnMoney(order, status, await selectMoney(tx, [order.id]));
  if (effect.do === 'refuse') throw new Problem('state_conflict', effect.reason);
  if (effect.do === 'forget') await deleteMoney(tx, order.id);
  if (effect.do === 'receive') await receive(tx, order.id, effect.cents, payment, now);
}

/** The mail that tells the buyer of a change; null for none, and where it is the last one that they got. */
export async function mailFor(db: Db | Tx, order: OrderRow, status: OrderStatus): Promise<MailKindAbout<'order'> | null> {
  const mail = mailOnChange(order.status, status);
  return mail !== null && (await wasLastToBuyer(db, mail, order.id)) ? null : mail;
}

/** Lets the pages of an order's specimens follow a change of its hold, in every process. @returns the specimens whose pages the caller invalidates. */
export async function showHoldChange(tx: Tx, lines: LineRow[], now: string): Promise<number[]> {
  const ids = specimensOf(lines);
  await touchStock(tx, ids, now);
  return ids;
}

/** Deletes an order; what it holds is free again, what has been paid stays sold. @throws Problem not_found; state_conflict where an extra needs it. */
export async function deleteOrder(ctx: Context, id: number): Promise<void> {
  const follow = await stockFollower(ctx);
  const ids = await inTransaction(ctx.db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (!order) throw notFound();
    const deletions = pluggedInto('orderDeletion');
    for (const { refusal: refuse } of deletions) {
      const refusal = await refuse?.(tx, id);
      if (refusal) throw new Problem('state_conflict', refusal);
    }
    const now = instantOf(ctx.clock);
    const lines = await selectLines(tx, [id]);
    const released = await endProposal(tx, id, 'withdrawn', { now, actor: 'owner' });
    await moveLines(tx, order, lines, (line) => movesOnDeletion[line.claim], { now, actor: 'owner' });
    await forgetBuyer(tx, order);
    await forgetCorrections(tx, id);
    await removeMails(tx, id);
    for (const { before } of deletions) await before?.(tx, id, now);
    await deleteOrderRow(tx, id);
    const specimens = [...specimensOf(lines), ...released];
    await follow(tx, specimens);
    const data = { status: order.status, totalCents: order.total_cents, specimens: lines.map((line) => line.specimen_id) };
    await addEvents(tx, [{ at: now, actor: 'owner', kind: 'order_deleted', orderId: id, data }]);
    return specimens;
  });
  ctx.invalidateCache(changedStock(ids));
  await overwriteDeleted(ctx);
}

export const specimensOf = (lines: LineRow[]): number[] => lines.flatMap((line) => line.specimen_id ?? []);

/** Those that are part of the order. */
export const linesIn = (every: LineRow[]): LineRow[] => every.filter(({ standing }) => standing === 'in');

/** Moves the pieces of lines of a locked order. @throws Problem state_conflict with the reasons where pieces cannot be claimed. */
export async function moveLines(
  tx: Tx,
  order: OrderRow,
  lines: LineRow[],
  moveOf: (line: LineRow) => StockMoveName | null,
  { now, actor }: { now: string; actor: Event['actor'] },
): Promise<void> {
  const reasons: string[] = [];
  const events: Event[] = [];
  // By specimen, as every transaction does it, so that none waits for another in a circle.
  for (const line of lines.toSorted((a, b) => (a.specimen_id ?? 0) - (b.specimen_id ?? 0))) {
    const move = moveOf(line);
    if (move === null) continue;
    if (await moveLine(tx, line, move, now)) {
      const data = { pieces: line.quantity };
      events.push({ at: now, actor, kind: move, specimenId: line.specimen_id, orderId: order.id, data });
    } else reasons.push(await refusalOf(tx, line));
  }
  if (reasons.length > 0) throw new Problem('state_conflict', `Order #${order.id} can’t be changed. ${reasons.join(' ')}`);
  await addEvents(tx, events);
}

async function moveLine(tx: Tx, line: LineRow, move: StockMoveName, now: string): Promise<boolean> {
  // Nothing of a deleted specimen can be claimed again, and there is nothing else to move.
  if (line.specimen_id === null) return line.claim !== 'none';
  return moveStock(tx, { specimenId: line.specimen_id, quantity: line.quantity }, move, now);
}

/** Why a line cannot claim its pieces, in a sentence. */
export async function refusalOf(db: Db | Tx, line: Pick<LineRow, 'specimen_id' | 'title' | 'order_id' | 'quantity'>): Promise<string> {
  const say = (refusal: Refusal, other: number | null = null) => refusals[refusal](line.title, other);
  if (line.specimen_id === null) return say('deleted');
  const stock = (await readStock(db, [line.specimen_id])).get(line.specimen_id);
  if (stock?.status_by_hand === 'sold') return say('marked_sold');
  if (stock && stock.waiting > 0 && stock.quantity - stock.held >= line.quantity) return say('reserved');
  const other = await selectOtherClaimant(db, line.specimen_id, line.order_id);
  return other === null ? say('too_few') : say('claimed', other);
}

/** The orders of these ids that there are, in no particular order. */
export const ordersOf = async (ctx: Context, ids: number[]): Promise<AdminOrder[]> =>
  ids.length === 0 ? [] : withLines(ctx, await selectOrdersOf(ctx.db, ids));

/** The orders as the admin reads them, with their lines. */
export async function withLines(ctx: Context, rows: OrderRow[]): Promise<AdminOrder[]> {
  if (rows.length === 0) return [];
  const now = ctx.clock.now();
  const ids = rows.map((row) => row.id);
  const linesOf = Map.groupBy(await selectLines(ctx.db, ids), (line) => line.order_id);
  const moneyOf = Map.groupBy(await selectMoney(ctx.db, ids), (moved) => moved.order_id);
  return rows.map((row) => toAdminOrder(row, linesOf.get(row.id) ?? [], moneyOf.get(row.id) ?? [], now));
}

async function mayRead(ctx: Context, row: OrderRow, { admin, buyerHashes, key }: Reader): Promise<boolean> {
  if (admin) return true;
  if (key !== null && [row.access_key, row.mail_key].some((secret) => secret !== null && isSecret(key, secret))) return true;
  return buyerHashes.length > 0 && (await isBuyer(ctx.db, row.id, buyerHashes));
}

export const notFound = () => new Problem('not_found', 'Order not found');
/** The same of one among many that were to be changed. */
export const goneText = (id: number): string => `Order #${id} no longer exists.`;
/** Why nothing can be done with an order any more that names its buyer. */
export const erasedText = (id: number): string => `The personal data of order #${id} has been erased.`;

import { Problem } from '#core/contract/problems.ts';
import type { OrderKind } from '#core/contract/selling/order-kinds.ts';
import type { MoneyOrigin } from '#core/contract/selling/order-money.ts';
import { type OrderStatus, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { Act } from '#core/server/act.ts';
import { mainPictures } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { moveStock } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import { importNote } from '#core/server/selling/buyers/buyers.service.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { linePicture } from './line-picture.ts';
import { newKey } from './new-key.ts';
import { insertMoney, type MoneyRow, selectMoney } from './order-money.queries.ts';
import { orderSearchText } from './order-search.ts';
import { insertOrder, type LineRow, selectLines, selectOrder } from './orders.queries.ts';
import { insertUsed } from './payments.queries.ts';
import { selectOpenProposals } from './proposals.queries.ts';
import { askedIn } from './proposed.ts';
import { replacePayment } from './used-payments.service.ts';

export type { LineRow, MoneyRow };

/** Of several orders: their lines, money, and what their buyers are asked, in sentences. */
export async function aboutOrders(db: Db, ids: number[]) {
  const lines = ids.length === 0 ? [] : await selectLines(db, ids);
  const asked = await selectOpenProposals(db, ids);
  return {
    lines: Map.groupBy(lines, (line) => line.order_id),
    money: Map.groupBy(await selectMoney(db, ids), (moved) => moved.order_id),
    asked: new Map(asked.map((proposal) => [proposal.order_id, askedIn(proposal)])),
  };
}

export const isThere = async ({ db }: Context, id: number): Promise<boolean> =>
  (await selectOrder(db, id)) !== undefined;

/** `line`: counted from 1. */
export type ImportedMoney = {
  kind: 'payment' | 'refund';
  cents: number;
  at: string;
  method: string | null;
  feeCents: number;
  line: number | null;
  /** Of a refund: how much exceeded the price then. */
  surplusCents: number;
  origin?: MoneyOrigin;
  payer?: string | null;
  note?: string | null;
  /** Of the statement's payment that it is. */
  hash?: string | null;
};

/** Amounts in cents, instants ISO 8601 in UTC. */
export type ImportedOrder = {
  /** Missing: it gets the next. */
  id?: number;
  kind: OrderKind;
  status: OrderStatus;
  name: string;
  email: string;
  address: string;
  subtotal: number;
  shipping: number;
  total: number;
  venmoUsername: string | null;
  venmoPaymentId: string | null;
  paidHow: string | null;
  privateNote: string | null;
  /** An existing note stays. */
  buyerNote: string | null;
  carrier: string | null;
  trackingNumber: string | null;
  /** The orders of one parcel share it. */
  parcel: string | null;
  notes: string | null;
  createdAt: string;
  erasedAt: string | null;
  money: ImportedMoney[];
  /** As in `orders.written_off_cents`. */
  writtenOff?: number;
  /** `cost`: what a piece of a deleted specimen cost, with two decimals. */
  lines: {
    specimenId: number | null;
    title: string;
    price: number;
    shipping: number;
    quantity: number;
    cost: string | null;
  }[];
};

/**
 * Tells no one. A pending order holds its pieces; a paid one took them out of stock elsewhere, and
 * does not again. @param reference its name there. @returns the number here. @throws Problem
 * state_conflict where a pending order's pieces cannot be held.
 */
export async function importOrder(
  act: Act,
  order: ImportedOrder,
  reference: string,
): Promise<number> {
  const { tx, now } = act;
  const known = order.lines.flatMap(({ specimenId, quantity, title }) =>
    specimenId === null ? [] : [{ specimenId, quantity, title }],
  );
  const { claim } = orderStatusTable[order.status];
  const paid =
    order.money
      .filter(({ kind }) => kind === 'payment')
      .map(({ at }) => at)
      .toSorted()[0] ?? null;
  if (claim === 'held') await hold(tx, known, now);
  const pictures = await mainPictures(
    tx,
    known.map(({ specimenId }) => specimenId),
  );
  const id = await insertOrder(
    tx,
    {
      ...(order.id !== undefined && { id: order.id }),
      kind: order.kind,
      status: order.status,
      customer_name: order.name,
      customer_email: order.email,
      customer_address: order.address,
      subtotal_cents: order.subtotal,
      shipping_cents: order.shipping,
      total_cents: order.total,
      venmo_username: order.venmoUsername,
      venmo_payment_id: order.venmoPaymentId,
      paid_how: order.paidHow,
      private_note: order.privateNote,
      carrier: order.carrier,
      tracking_number: order.trackingNumber,
      parcel: order.parcel,
      notes: order.notes,
      access_key: newKey(),
      mail_key: newKey(),
      email_proved_at: claim === 'taken' && order.email !== '' ? now : null,
      ip_address: '',
      paid_at: claim === 'held' ? null : paid,
      written_off_cents: order.writtenOff ?? 0,
      erased_at: order.erasedAt,
      search_text: orderSearchText(order, order.lines),
      created_at: order.createdAt,
      updated_at: now,
    },
    order.lines.map(({ specimenId, title, price, shipping, quantity, cost }) => ({
      specimen_id: specimenId,
      title,
      quantity,
      price_cents: price,
      shipping_cents: shipping,
      claim,
      cost,
      ...linePicture(pictures.get(specimenId ?? 0)),
    })),
  );
  await insertAll(tx, id, order.money);
  await replacePayment(tx, id, null, order.venmoPaymentId);
  if (order.buyerNote !== null && order.email !== '')
    await importNote(tx, order.email, order.buyerNote);
  const held = claim === 'held' ? known : [];
  const events = [
    { kind: 'order_imported', data: { reference } },
    ...held.map(({ specimenId, quantity }) => ({
      specimenId,
      kind: 'hold',
      data: { pieces: quantity },
    })),
  ];
  await act.record(events.map((event) => ({ ...event, orderId: id })));
  return id;
}

async function insertAll(tx: Tx, orderId: number, money: ImportedMoney[]): Promise<void> {
  const lines = await selectLines(tx, [orderId]);
  for (const { kind, cents, at, method, feeCents, line, surplusCents, origin, ...rest } of money) {
    const { payer = null, note = null, hash = null } = rest;
    const row = { order_id: orderId, line_id: lines[(line ?? 0) - 1]?.id ?? null, at };
    const id = await insertMoney(tx, {
      ...row,
      kind,
      amount_cents: cents,
      method,
      surplus_cents: surplusCents,
      origin: origin ?? null,
      payer,
      note,
      payment_hash: hash,
    });
    if (hash !== null) await insertUsed(tx, hash, orderId);
    if (feeCents > 0)
      await insertMoney(tx, { ...row, kind: 'fee', amount_cents: feeCents, payment_id: id });
  }
}

export const cannotBeHeld = (title: string) =>
  new Problem(
    'state_conflict',
    `The order is pending, but “${title}” can’t be put on hold: it’s sold or in another order.`,
  );

async function hold(
  tx: Tx,
  lines: { specimenId: number; quantity: number; title: string }[],
  now: string,
): Promise<void> {
  // In the same order everywhere, so that two orders never wait for each other.
  for (const line of lines.toSorted((a, b) => a.specimenId - b.specimenId)) {
    if (await moveStock(tx, line, 'hold', now)) continue;
    throw cannotBeHeld(line.title);
  }
}

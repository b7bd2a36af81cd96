/** Exporting orders and importing those taken elsewhere. */
import { setImmediate } from 'node:timers/promises';
import { Problem } from '#contract/problems.ts';
import type { OrderKind } from '#contract/selling/order-kinds.ts';
import { type OrderStatus, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { mainPictures } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { moveStock } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { importNote } from '#server/features/selling/buyers/buyers.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { linePicture } from './line-picture.ts';
import { newKey } from './new-key.ts';
import { insertMoney, type MoneyRow, selectMoney } from './order-money.queries.ts';
import { orderSearchText } from './order-search.ts';
import { type ExportedRow, selectOrdersAfter } from './order-transfer.queries.ts';
import { insertOrder, type LineRow, selectLines, selectOrder } from './orders.queries.ts';
import { selectOpenProposals } from './proposals.queries.ts';
import { askedIn } from './proposed.ts';
import { replacePayment } from './used-payments.service.ts';

const BATCH = 200;

export type { ExportedRow, LineRow, MoneyRow };

/** An order as it is exported. */
type ExportedOrder = {
  order: ExportedRow;
  lines: LineRow[];
  money: MoneyRow[];
  /** What its buyer is being asked, in sentences. */
  asked: string | null;
};

/** Every order with its lines, what moved for it and what its buyer is being asked, in batches by id. */
export async function* eachOrder({ db }: Context): AsyncGenerator<ExportedOrder[]> {
  let after = 0;
  for (;;) {
    const orders = await selectOrdersAfter(db, after, BATCH);
    const ids = orders.map(({ id }) => id);
    const lines = Map.groupBy(ids.length === 0 ? [] : await selectLines(db, ids), (line) => line.order_id);
    const asked = new Map((await selectOpenProposals(db, ids)).map((proposal) => [proposal.order_id, askedIn(proposal)]));
    const money = Map.groupBy(await selectMoney(db, ids), (moved) => moved.order_id);
    yield orders.map((order) => ({
      order,
      lines: lines.get(order.id) ?? [],
      money: money.get(order.id) ?? [],
      asked: asked.get(order.id) ?? null,
    }));
    if (orders.length < BATCH) return;
    after = ids.at(-1) ?? after;
    await setImmediate();
  }
}

export const isThere = async ({ db }: Context, id: number): Promise<boolean> => (await selectOrder(db, id)) !== undefined;

/** What moved for an order; `line`: for which of its lines, from 1. */
export type ImportedMoney = {
  kind: 'payment' | 'refund';
  cents: number;
  at: string;
  method: string | null;
  feeCents: number;
  line: number | null;
  /** Of a refund: how much of it was received beyond what the order cost then. */
  surplusCents: number;
};

/** An order as it was taken elsewhere. Amounts in cents, instants ISO 8601 in UTC. */
export type ImportedOrder = {
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
  /** On its buyer; one that is here already stays. */
  buyerNote: string | null;
  carrier: string | null;
  trackingNumber: string | null;
  /** The same of all orders that travel in one parcel. */
  parcel: string | null;
  notes: string | null;
  createdAt: string;
  /** null: when it was placed, if it is paid. */
  paidAt: string | null;
  /** Of what was paid; 0: nothing. */
  refunded: number;
  /** When the last of it was. */
  refundedAt: string | null;
  erasedAt: string | null;
  /** All that moved for it; without it, that is what `paidAt` and `refunded` say. */
  money?: ImportedMoney[];
  /** `cost`: what one piece of a deleted specimen had cost, an amount with two decimals. */
  lines: { specimenId: number | null; title: string; price: number; shipping: number; quantity: number; cost: string | null }[];
};

/**
 * Adds an order that was taken elsewhere, and tells nobody. A pending one holds its pieces; one that is paid, shipped or delivered took them
 * out of the stock where it was taken, and does not do so again.
 * @param reference what it is called there. @returns the order's number here.
 * @throws Problem state_conflict where a pending order's pieces cannot be held.
 */
export async function importOrder(ctx: Context, tx: Tx, order: ImportedOrder, reference: string): Promise<number> {
  const now = instantOf(ctx.clock);
  const known = order.lines.flatMap(({ specimenId, quantity, title }) => (specimenId === null ? [] : [{ specimenId, quantity, title }]));
  const { claim, paidAt } = orderStatusTable[order.status];
  const money = order.money ?? moneyOf(order);
  const paid =
    money
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
      email_proved_at: paidAt === 'set' && order.email !== '' ? now : null,
      ip_address: '',
      paid_at: paid,
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
  await insertAll(tx, id, money);
  await replacePayment(tx, id, null, order.venmoPaymentId);
  if (order.buyerNote !== null && order.email !== '') await importNote(tx, order.email, order.buyerNote);
  const held = claim === 'held' ? known : [];
  const events = [
    { kind: 'order_imported', data: { reference } },
    ...held.map(({ specimenId, quantity }) => ({ specimenId, kind: 'hold', data: { pieces: quantity } })),
  ];
  await addEvents(
    tx,
    events.map((event) => ({ ...event, at: now, actor: 'owner', orderId: id })),
  );
  return id;
}

/** What an order's own columns say of its money. */
function moneyOf({ status, createdAt, paidAt, refunded, refundedAt, total }: ImportedOrder): ImportedMoney[] {
  const paid = { set: paidAt ?? createdAt, unchanged: paidAt, cleared: null }[orderStatusTable[status].paidAt];
  if (paid === null || total === 0) return [];
  const row = { method: null, feeCents: 0, line: null, surplusCents: 0 };
  const payment: ImportedMoney = { ...row, kind: 'payment', cents: total, at: paid };
  return refunded === 0 ? [payment] : [payment, { ...row, kind: 'refund', cents: refunded, at: refundedAt ?? paid }];
}

async function insertAll(tx: Tx, orderId: number, money: ImportedMoney[]): Promise<void> {
  const lines = await selectLines(tx, [orderId]);
  for (const { kind, cents, at, method, feeCents, line, surplusCents } of money) {
    const row = { order_id: orderId, line_id: lines[(line ?? 0) - 1]?.id ?? null, at };
    const id = await insertMoney(tx, { ...row, kind, amount_cents: cents, method, surplus_cents: surplusCents });
    if (feeCents > 0) await insertMoney(tx, { ...row, kind: 'fee', amount_cents: feeCents, payment_id: id });
  }
}

export const cannotBeHeld = (title: string) =>
  new Problem('state_conflict', `The order is pending, but “${title}” can’t be put on hold: it’s sold or in another order.`);

async function hold(tx: Tx, lines: { specimenId: number; quantity: number; title: string }[], now: string): Promise<void> {
  // In the same order everywhere, so that two orders never wait for each other.
  for (const line of lines.toSorted((a, b) => a.specimenId - b.specimenId)) {
    if (await moveStock(tx, line, 'hold', now)) continue;
    throw cannotBeHeld(line.title);
  }
}

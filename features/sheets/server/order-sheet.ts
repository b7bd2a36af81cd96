import { z } from 'zod';
import { formatAmount, parseAmount } from '#core/contract/money.ts';
import { AMOUNT_MESSAGE } from '#core/contract/number-words.ts';
import { privateNote } from '#core/contract/selling/buyers.ts';
import { buyerRules, emailPattern } from '#core/contract/selling/checkout.ts';
import { orderKinds, orderKindTable } from '#core/contract/selling/order-kinds.ts';
import { MAX_PAID_HOW } from '#core/contract/selling/order-limits.ts';
import { orderStatuses, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import { text, trimmed } from '#core/contract/text.ts';
import type {
  ImportedMoney,
  ImportedOrder,
  LineRow,
  MoneyRow,
} from '#core/server/selling/orders/order-transfer.service.ts';
import type { Cells, CsvRow } from '#platform/csv.ts';
import {
  CellFault,
  invalidText,
  readChoice,
  readInstant,
  readInteger,
  UNREADABLE_CELL,
} from './cells.ts';
import type { ExportedRow } from './exported-orders.ts';
import { MORE_REFUNDED, moneyCell, readMoney } from './money-cell.ts';

type Column<Source> = { write: (source: Source) => string | null; isRequired: boolean };
type ExportedOrder = {
  order: ExportedRow;
  money: MoneyRow[];
  lines: LineRow[];
  asked: string | null;
  reference: string;
};
/** `specimen` is its reference; empty where it has been deleted. */
type ExportedLine = { line: LineRow; specimen: string };

const required = <Source>(write: Column<Source>['write']): Column<Source> => ({
  write,
  isRequired: true,
});
/**
 * Sheets of earlier versions lack these columns. One that `readOrder` does not read is exported
 * only.
 */
const optional = <Source>(write: Column<Source>['write']): Column<Source> => ({
  write,
  isRequired: false,
});

const orderColumns = {
  order: required(({ reference }) => reference),
  // What mails, papers and payments call it.
  number: optional(({ order }) => String(order.id)),
  'created at': required(({ order }) => order.created_at),
  status: required(({ order }) => order.status),
  kind: required(({ order }) => order.kind),
  'customer name': required(({ order }) => order.customer_name),
  'customer email': required(({ order }) => order.customer_email),
  'customer address': required(({ order }) => order.customer_address),
  'venmo username': required(({ order }) => order.venmo_username),
  'venmo payment': required(({ order }) => order.venmo_payment_id),
  carrier: required(({ order }) => order.carrier),
  'tracking number': required(({ order }) => order.tracking_number),
  notes: required(({ order }) => order.notes),
  subtotal: required(({ order }) => formatAmount(order.subtotal_cents)),
  shipping: required(({ order }) => formatAmount(order.shipping_cents)),
  total: required(({ order }) => formatAmount(order.total_cents)),
  'paid at': optional(({ order }) => order.paid_at),
  'erased at': optional(({ order }) => order.erased_at),
  'paid how': optional(({ order }) => order.paid_how),
  'private note': optional(({ order }) => order.private_note),
  'buyer note': optional(({ order }) => order.buyer_note),
  refunded: optional(({ order }) =>
    order.refunded_cents ? formatAmount(order.refunded_cents) : null,
  ),
  'refunded at': optional(({ order }) => order.refunded_at),
  // Orders in one package share this.
  parcel: optional(({ order }) => order.parcel),
  money: optional(({ order, money, lines }) => moneyCell(money, lines, order)),
  // Exported only, as the buyer answers to this shop.
  'asked of buyer': optional(({ asked }) => asked),
} satisfies Record<string, Column<ExportedOrder>>;

const lineColumns = {
  specimen: required(({ specimen }) => specimen),
  title: required(({ line }) => line.title),
  price: required(({ line }) => formatAmount(line.price_cents)),
  'shipping price': required(({ line }) => formatAmount(line.shipping_cents)),
  quantity: required(({ line }) => String(line.quantity)),
  // Only for a deleted specimen; of others the sheet of specimens has it.
  cost: optional(({ line }) => line.cost),
} satisfies Record<string, Column<ExportedLine>>;

type ColumnName = keyof typeof orderColumns | keyof typeof lineColumns;
const columns: Record<ColumnName, { isRequired: boolean }> = { ...orderColumns, ...lineColumns };

export const orderSheetColumns: readonly string[] = Object.keys(columns);

export function headingFaults(names: readonly string[]): CellFault[] {
  const missing = Object.entries(columns).flatMap(([name, { isRequired }]) =>
    isRequired && !names.includes(name) ? [name] : [],
  );
  const unknown = names.filter((name) => name !== '' && !orderSheetColumns.includes(name));
  return [
    ...missing.map((name) => new CellFault(name, `The column “${name}” is missing`)),
    ...unknown.map((name) => new CellFault(name, `Unknown column “${name}”`)),
  ];
}

/** @param referenceOf undefined for a specimen that has been deleted. */
export function orderCells(
  { lines, ...of }: Omit<ExportedOrder, 'reference'>,
  reference: string,
  referenceOf: (specimenId: number) => string | undefined,
): Partial<Cells>[] {
  const orderPart = cellsOf(orderColumns, { ...of, lines, reference });
  return lines.map((line) => {
    const specimen = line.specimen_id === null ? '' : (referenceOf(line.specimen_id) ?? '');
    return { ...orderPart, ...cellsOf(lineColumns, { line, specimen }) };
  });
}

const cellsOf = <Source>(table: Record<string, Column<Source>>, source: Source): Cells =>
  Object.fromEntries(Object.entries(table).map(([name, { write }]) => [name, write(source) ?? '']));

export type SheetLine = {
  /** The heading is 1. */
  line: number;
  specimen: string;
  title: string;
  /** In cents. */
  price: number;
  /** In cents. */
  shipping: number;
  quantity: number;
  /** Two decimals; null: not known. */
  cost: string | null;
};
export type SheetOrder = {
  reference: string;
  /** Null where the sheet does not say. */
  number: number | null;
  line: number;
  order: Omit<ImportedOrder, 'id' | 'lines'>;
  lines: SheetLine[];
};

/** Rows of one order that are not adjacent come as several groups. */
export async function* groupOrders(rows: AsyncIterable<CsvRow>): AsyncGenerator<CsvRow[]> {
  let group: CsvRow[] = [];
  for await (const row of rows) {
    if (group[0] && group[0].cells.order?.trim() !== row.cells.order?.trim()) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}

export class RowFault extends CellFault {
  readonly line: number;

  constructor(line: number, { column, message }: CellFault) {
    super(column, message);
    this.line = line;
  }
}

/** @throws RowFault, or CellFault for a fault in the first row. */
export function readOrder(rows: CsvRow[]): SheetOrder {
  const [first] = rows;
  if (!first) throw new Error('An order needs at least one row');
  const reference = (first.cells.order ?? '').trim();
  if (reference === '') throw new CellFault('order', 'Please give every order a number');
  if (reference.length > 100)
    throw new CellFault('order', 'An order’s number can have up to 100 characters');
  for (const { line, cells } of rows) {
    const differing = Object.keys(orderColumns).find((name) => cells[name] !== first.cells[name]);
    const fault =
      differing === undefined
        ? invalidText(cells)
        : new CellFault(differing, 'All rows of an order must match here');
    if (fault) throw new RowFault(line, fault);
  }
  const { paidAt, refunded, refundedAt, ...order } = readOrderPart(first.cells);
  const number = readInteger(first.cells, 'number') || null;
  const lines = rows.map(({ line, cells }) => {
    try {
      return { line, ...readLine(cells) };
    } catch (error) {
      throw error instanceof CellFault ? new RowFault(line, error) : error;
    }
  });
  const subtotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  if (subtotal !== order.subtotal)
    throw new CellFault('subtotal', `The lines add up to ${formatAmount(subtotal)}`);
  if (order.subtotal + order.shipping !== order.total)
    throw new CellFault('total', 'Subtotal and shipping don’t add up to the total');
  const money = readMoney(first.cells, order.total, lines.length);
  // `money` counts: the total may have fallen since.
  if (money === undefined && refunded > order.total) throw new CellFault('refunded', MORE_REFUNDED);
  return {
    reference,
    number,
    line: first.line,
    order: {
      ...order,
      ...(money ?? { money: moneyWithoutCell(order, paidAt, refunded, refundedAt) }),
    },
    lines,
  };
}

type OrderPart = Omit<ImportedOrder, 'id' | 'lines' | 'money'>;

/** Of sheets of earlier versions, which say only so that what was shipped had been paid. */
function moneyWithoutCell(
  { status, createdAt, total }: OrderPart,
  paidAt: string | null,
  refunded: number,
  refundedAt: string | null,
): ImportedMoney[] {
  const paid = { taken: paidAt ?? createdAt, none: paidAt, held: null }[
    orderStatusTable[status].claim
  ];
  if (paid === null || total === 0) return [];
  const row = { method: null, feeCents: 0, line: null, surplusCents: 0 };
  const payment: ImportedMoney = { ...row, kind: 'payment', cents: total, at: paid };
  return refunded === 0
    ? [payment]
    : [payment, { ...row, kind: 'refund', cents: refunded, at: refundedAt ?? paid }];
}

const orderText = z.object({
  'customer name': trimmed(buyerRules.customerName.maxLength),
  'customer email': trimmed(buyerRules.customerEmail.maxLength).refine(
    (email) => email === '' || emailPattern.test(email),
    buyerRules.customerEmail.message,
  ),
  'customer address': trimmed(buyerRules.customerAddress.maxLength),
  'venmo username': trimmed(buyerRules.venmoUsername.maxLength + 1),
  'venmo payment': trimmed(100),
  carrier: trimmed(100),
  'tracking number': trimmed(100),
  parcel: trimmed(100).default(''),
  'paid how': trimmed(MAX_PAID_HOW).default(''),
  'private note': privateNote.default(''),
  'buyer note': privateNote.default(''),
  notes: text(buyerRules.notes.maxLength),
});

const requiredOfBuyer = [
  ['customer name', 'Please give the buyer’s name'],
  ['customer email', 'Please give the buyer’s email address'],
  ['customer address', 'Please give the buyer’s address'],
] as const;

function readOrderPart(
  cells: Cells,
): OrderPart & { paidAt: string | null; refunded: number; refundedAt: string | null } {
  const { success, data, error } = orderText.safeParse(cells);
  if (!success) {
    const [issue] = error.issues;
    throw new CellFault(String(issue?.path[0] ?? ''), issue?.message ?? UNREADABLE_CELL);
  }
  const erasedAt = readInstant(cells, 'erased at') ?? null;
  const kind = present('kind', readChoice(cells, 'kind', orderKinds));
  // A sale made elsewhere may know nothing of its buyer.
  const isBuyerKnown = orderKindTable[kind].isPaidByVenmo;
  const missing = requiredOfBuyer.find(
    ([column]) => data[column] === '' && !(column === 'customer email' && erasedAt !== null),
  );
  if (isBuyerKnown && missing) throw new CellFault(missing[0], missing[1]);
  const { carrier, notes } = data;
  return {
    kind,
    status: present('status', readChoice(cells, 'status', orderStatuses)),
    name: data['customer name'],
    email: data['customer email'],
    address: data['customer address'],
    subtotal: readCents(cells, 'subtotal'),
    shipping: readCents(cells, 'shipping'),
    total: readCents(cells, 'total'),
    venmoUsername: data['venmo username'] || null,
    venmoPaymentId: data['venmo payment'] || null,
    paidHow: data['paid how'] || null,
    privateNote: data['private note'] || null,
    buyerNote: data['buyer note'] || null,
    carrier: carrier || null,
    trackingNumber: data['tracking number'] || null,
    parcel: data.parcel || null,
    notes: notes || null,
    createdAt: present('created at', readInstant(cells, 'created at')),
    paidAt: readInstant(cells, 'paid at') ?? null,
    refunded: (cells.refunded ?? '').trim() === '' ? 0 : readCents(cells, 'refunded'),
    refundedAt: readInstant(cells, 'refunded at') ?? null,
    erasedAt,
  };
}

const lineTitle = trimmed(200).min(1);

function readLine(cells: Cells): Omit<SheetLine, 'line'> {
  const title = lineTitle.safeParse(cells.title);
  if (!title.success) throw new CellFault('title', 'Please enter a title of up to 200 characters');
  const quantity = readInteger(cells, 'quantity') ?? 0;
  if (quantity < 1 || quantity > 9999)
    throw new CellFault('quantity', 'Please enter a quantity from 1 to 9999');
  const [price, shipping] = [readCents(cells, 'price'), readCents(cells, 'shipping price')];
  const cost = (cells.cost ?? '').trim() === '' ? null : formatAmount(readCents(cells, 'cost'));
  return {
    specimen: (cells.specimen ?? '').trim(),
    title: title.data,
    price,
    shipping,
    quantity,
    cost,
  };
}

/** @throws CellFault */
function readCents(cells: Cells, column: ColumnName): number {
  const amount = parseAmount(cells[column] ?? '');
  if (amount === null) throw new CellFault(column, AMOUNT_MESSAGE);
  return amount;
}

/** @throws CellFault where the cell is empty. */
function present<T>(column: ColumnName, value: T | undefined): T {
  if (value === undefined) throw new CellFault(column, 'This is missing');
  return value;
}

/** orders.csv: a row for each line of an order; what belongs to the order as a whole stands in each of its rows. */
import { z } from 'zod';
import { buyerRules, emailPattern } from '#contract/checkout.ts';
import { formatAmount, parseAmount } from '#contract/money.ts';
import { orderStatuses } from '#contract/statuses.ts';
import { text, trimmed } from '#contract/text.ts';
import type { Cells, CsvRow } from '#server/platform/csv.ts';
import type { ImportedOrder, LineRow, OrderRow } from '../orders/order-transfer.service.ts';
import { CellFault, instantIn, notText, oneOf, whole } from './cells.ts';

const shared = [
  'order',
  'created at',
  'status',
  'kind',
  'customer name',
  'customer email',
  'customer address',
  'venmo username',
  'venmo payment',
  'carrier',
  'tracking number',
  'notes',
  'subtotal',
  'shipping',
  'total',
  'erased at',
] as const;
const own = ['specimen', 'title', 'price', 'shipping price', 'quantity'] as const;

export const orderColumns: readonly string[] = [...shared, ...own];

export function headingFaults(names: readonly string[]): CellFault[] {
  const missing = orderColumns.filter((name) => name !== 'erased at' && !names.includes(name));
  const foreign = names.filter((name) => name !== '' && !orderColumns.includes(name));
  return [
    ...missing.map((name) => new CellFault(name, `There is no column “${name}”`)),
    ...foreign.map((name) => new CellFault(name, `There is no column “${name}” in this sheet`)),
  ];
}

/** @param referenceOf what a specimen is called; undefined for one that has been deleted. */
export function orderCells(
  order: OrderRow,
  lines: LineRow[],
  reference: string,
  referenceOf: (specimenId: number) => string | undefined,
): Partial<Cells>[] {
  const head: Record<(typeof shared)[number], string> = {
    order: reference,
    'created at': order.created_at,
    status: order.status,
    kind: order.kind,
    'customer name': order.customer_name,
    'customer email': order.customer_email,
    'customer address': order.customer_address,
    'venmo username': order.venmo_username ?? '',
    'venmo payment': order.venmo_payment_id ?? '',
    carrier: order.carrier ?? '',
    'tracking number': order.tracking_number ?? '',
    notes: order.notes ?? '',
    subtotal: formatAmount(order.subtotal_cents),
    shipping: formatAmount(order.shipping_cents),
    total: formatAmount(order.total_cents),
    'erased at': order.erased_at ?? '',
  };
  return lines.map((line) => ({
    ...head,
    specimen: line.specimen_id === null ? '' : (referenceOf(line.specimen_id) ?? ''),
    title: line.title,
    price: formatAmount(line.price_cents),
    'shipping price': formatAmount(line.shipping_cents),
    quantity: String(line.quantity),
  }));
}

export type SheetLine = {
  /** Of the file. */ line: number;
  specimen: string;
  title: string;
  price: number;
  shipping: number;
  quantity: number;
};
export type SheetOrder = { reference: string; line: number; order: Omit<ImportedOrder, 'lines'>; lines: SheetLine[] };

/** The rows of one order, as they stand together. */
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

/** Something wrong with one of an order's rows. */
export class RowFault extends CellFault {
  readonly line: number;

  constructor(line: number, { column, message }: CellFault) {
    super(column, message);
    this.line = line;
  }
}

/** @throws RowFault, CellFault for the first row. */
export function readOrder(rows: CsvRow[]): SheetOrder {
  const [first] = rows;
  if (!first) throw new Error('An order has at least one row');
  const reference = (first.cells.order ?? '').trim();
  if (reference === '') throw new CellFault('order', 'Please give every order a number');
  if (reference.length > 100) throw new CellFault('order', 'An order’s number may have at most 100 characters');
  for (const { line, cells } of rows) {
    const other = shared.find((column) => cells[column] !== first.cells[column]);
    const fault = other ? new CellFault(other, 'All rows of an order must say the same here') : notText(cells);
    if (fault) throw new RowFault(line, fault);
  }
  const order = readHead(first.cells);
  const lines = rows.map(({ line, cells }) => {
    try {
      return { line, ...readLine(cells) };
    } catch (error) {
      throw error instanceof CellFault ? new RowFault(line, error) : error;
    }
  });
  const subtotal = lines.reduce((sum, line) => sum + line.price * line.quantity, 0);
  if (subtotal !== order.subtotal) throw new CellFault('subtotal', `The lines add up to ${formatAmount(subtotal)}`);
  if (order.subtotal + order.shipping !== order.total) throw new CellFault('total', 'Subtotal and shipping do not add up to the total');
  return { reference, line: first.line, order, lines };
}

const words = z.object({
  'customer name': trimmed(buyerRules.customerName.maxLength).min(1, 'Please give the buyer’s name'),
  'customer email': trimmed(buyerRules.customerEmail.maxLength).refine(
    (address) => address === '' || emailPattern.test(address),
    'This is no email address',
  ),
  'customer address': trimmed(buyerRules.customerAddress.maxLength).min(1, 'Please give the buyer’s address'),
  'venmo username': trimmed(buyerRules.venmoUsername.maxLength + 1),
  'venmo payment': trimmed(100),
  carrier: trimmed(100),
  'tracking number': trimmed(100),
  notes: text(buyerRules.notes.maxLength),
});

function readHead(cells: Cells): Omit<ImportedOrder, 'lines'> {
  const { success, data, error } = words.safeParse(cells);
  if (!success) {
    const [issue] = error.issues;
    throw new CellFault(String(issue?.path[0] ?? ''), issue?.message ?? 'This cannot be read');
  }
  const erasedAt = instantIn(cells, 'erased at') ?? null;
  if (data['customer email'] === '' && erasedAt === null) throw new CellFault('customer email', 'Please give the buyer’s email address');
  const { carrier, notes } = data;
  return {
    kind: required('kind', oneOf(cells, 'kind', ['cart', 'direct'] as const)),
    status: required('status', oneOf(cells, 'status', orderStatuses)),
    name: data['customer name'],
    email: data['customer email'],
    address: data['customer address'],
    subtotal: cents(cells, 'subtotal'),
    shipping: cents(cells, 'shipping'),
    total: cents(cells, 'total'),
    venmoUsername: data['venmo username'] || null,
    venmoPaymentId: data['venmo payment'] || null,
    carrier: carrier || null,
    trackingNumber: data['tracking number'] || null,
    notes: notes || null,
    createdAt: required('created at', instantIn(cells, 'created at')),
    erasedAt,
  };
}

const titleWords = trimmed(200).min(1);

function readLine(cells: Cells): Omit<SheetLine, 'line'> {
  const title = titleWords.safeParse(cells.title);
  if (!title.success) throw new CellFault('title', 'Please give a title of at most 200 characters');
  const quantity = whole(cells, 'quantity') ?? 0;
  if (quantity < 1 || quantity > 9999) throw new CellFault('quantity', 'Please write how many, from 1 to 9999');
  const [price, shipping] = [cents(cells, 'price'), cents(cells, 'shipping price')];
  return { specimen: (cells.specimen ?? '').trim(), title: title.data, price, shipping, quantity };
}

function cents(cells: Cells, column: string): number {
  const amount = parseAmount(cells[column] ?? '');
  if (amount === null) throw new CellFault(column, 'Please write an amount such as 120.50');
  return amount;
}

function required<T>(column: string, value: T | undefined): T {
  if (value === undefined) throw new CellFault(column, 'This is missing');
  return value;
}

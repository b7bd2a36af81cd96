/**
 * Invoices and credit notes in exports. Each keeps its number, as the buyer has it on paper, and so
 * comes in only where its order kept its own.
 */
import { z } from 'zod';
import { formatAmount, parseAmount } from '#core/contract/money.ts';
import { invalidField, Problem } from '#core/contract/problems.ts';
import { instant } from '#core/contract/text.ts';
import type { FeatureSheet } from '#core/server/feature.ts';
import { perform } from '#core/server/perform.ts';
import type { Seller } from '#features/paper/contract/paper.ts';
import { type Cells, formatListCell, readListCell } from '#platform/csv.ts';
import type { Tx } from '#platform/db/db.ts';
import { insertCreditNote } from './credit-notes.queries.ts';
import { insertInvoice } from './invoices.queries.ts';
import {
  raiseSeries,
  selectAllCreditNotes,
  selectAllInvoices,
  selectCreditedInvoice,
  selectInvoicedOrder,
  selectLineIds,
  selectRefundIds,
} from './paper-sheets.queries.ts';
import type { InvoiceContents } from './tables.ts';

const sellerColumns = {
  name: 'seller',
  address: 'seller address',
  taxId: 'seller tax id',
  email: 'seller email',
  footer: 'footer',
} satisfies Record<keyof Seller, string>;

const ofBoth = ['order', 'order number', 'issued at', ...Object.values(sellerColumns)];
const invoiceColumns = [
  'invoice',
  ...ofBoth,
  'buyer',
  'buyer address',
  'subtotal',
  'shipping',
  'total',
  'lines',
];
const creditNoteColumns = ['credit note', 'invoice', ...ofBoth, 'refund', 'amount'];
/** Exports of earlier versions lack them. */
const ofCorrectedRefunds = ['takes back', 'refund by', 'refund for'];

/** No line of an order has such an id: of a line that its order no longer has. */
const NO_LINE = 2_147_483_647;

type Line = InvoiceContents['lines'][number];

/** `line 1: 2 × 90.00 shipping 10.00 Azurite`, without the line where its order lacks it. */
const lineText = ({ title, price, shipping, quantity }: Line, position: number): string =>
  `${position > 0 ? `line ${position}: ` : ''}${quantity} × ${formatAmount(price)} shipping ${formatAmount(shipping)} ${title}`;

const linePattern =
  /^(?:line (?<line>\d{1,4}): )?(?<quantity>\d{1,4}) × (?<price>[\d.]+) shipping (?<shipping>[\d.]+) (?<title>.+)$/s;

const cents = z.string().transform((text, context) => {
  const amount = parseAmount(text);
  if (amount !== null) return amount;
  context.addIssue({ code: 'custom', message: 'Please enter an amount such as 1250.50' });
  return z.NEVER;
});
const NO_NUMBER = 'Please enter a number such as 12';
const documentNumber = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, NO_NUMBER)
  .transform(Number);
const numberOrNone = z
  .string()
  .regex(/^([1-9]\d{0,8})?$/, NO_NUMBER)
  .default('')
  .transform(Number);
const said = z.string().max(2_000).default('');

const document = z.object({
  order: z.string().trim().min(1, 'This is missing'),
  'order number': documentNumber,
  'issued at': instant,
  ...Object.fromEntries(Object.values(sellerColumns).map((column) => [column, said])),
});
const invoiceRow = document.extend({
  invoice: documentNumber,
  buyer: said,
  'buyer address': said,
  subtotal: cents,
  shipping: cents,
  total: cents,
  lines: z.string().max(200_000).default(''),
});
const creditNoteRow = document.extend({
  'credit note': documentNumber,
  invoice: documentNumber,
  refund: numberOrNone,
  amount: cents,
  'takes back': numberOrNone,
  'refund by': said,
  'refund for': said,
});

function readRow<T extends z.ZodType>(schema: T, cells: Cells): z.infer<T> {
  const { success, data, error } = schema.safeParse(cells);
  if (success) return data;
  const [issue] = error.issues;
  throw invalidField(String(issue?.path[0] ?? ''), issue?.message ?? 'This can’t be read');
}

const sellerCells = (seller: Seller): Cells =>
  Object.fromEntries(
    Object.entries(sellerColumns).map(([field, column]) => [column, seller[field as keyof Seller]]),
  );

const sellerIn = (cells: Cells): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(sellerColumns).map(([field, column]) => [field, cells[column] ?? '']),
    ),
  );

function contentsIn(
  text: string,
  { subtotal, shipping }: { subtotal: number; shipping: number },
  own: { id: number; specimen_id: number | null }[],
): InvoiceContents | null {
  const entries = readListCell(text);
  if (entries.length === 0) return null;
  const lines = entries.map((entry, index): Line => {
    const found = linePattern.exec(entry)?.groups;
    const [price, each] = [parseAmount(found?.price ?? ''), parseAmount(found?.shipping ?? '')];
    if (found === undefined || price === null || each === null)
      throw invalidField(
        'lines',
        `We can’t read “${entry}”. Write it like “line 1: 2 × 90.00 shipping 10.00 Azurite”`,
      );
    const line = own[Number(found.line ?? 0) - 1];
    return {
      id: line?.id ?? NO_LINE - index,
      specimenId: line?.specimen_id ?? null,
      title: found.title ?? '',
      price,
      shipping: each,
      quantity: Number(found.quantity),
    };
  });
  return { subtotal, shipping, lines };
}

const faultsOf =
  (columns: readonly string[], later: string[] = []) =>
  (names: readonly string[]) => [
    ...columns
      .filter((column) => !names.includes(column))
      .map((column) => ({ column, message: `The column “${column}” is missing` })),
    ...names
      .filter((name) => name !== '' && ![...columns, ...later].includes(name))
      .map((column) => ({ column, message: `Unknown column “${column}”` })),
  ];

type OrderOf = Parameters<FeatureSheet['open']>[2];

/** The order's number, null in a dry run that would add it. @throws Problem */
async function orderIn(row: Cells & { 'order number'?: unknown }, orderOf: OrderOf) {
  const id = await orderOf(row.order ?? '');
  if (id === undefined)
    throw invalidField('order', `We can’t find the order “${row.order}”. Import it too.`);
  return id;
}

function refuseOtherNumber(id: number | null, number: number, paper: string): void {
  if (id !== null && id !== number)
    throw new Problem(
      'state_conflict',
      `Order #${number} of the other shop is #${id} here, but its ${paper} says #${number}. Keep that paper outside this shop.`,
    );
}

async function contentsAt(tx: Tx, orderId: number, row: z.infer<typeof invoiceRow>) {
  const own = (await selectLineIds(tx, [orderId])).get(orderId) ?? [];
  return contentsIn(row.lines, row, own);
}

export const invoiceSheet: FeatureSheet = {
  columns: invoiceColumns,
  faultsOf: faultsOf(invoiceColumns),
  async rows({ db }, referencesOf) {
    const invoices = await selectAllInvoices(db);
    const lines = await selectLineIds(db, [...new Set(invoices.map((row) => row.order_id))]);
    const references = await referencesOf(invoices.map((row) => row.order_id));
    return invoices.map((row) => ({
      invoice: String(row.number),
      order: references.get(row.order_id) ?? '',
      'order number': String(row.order_id),
      'issued at': row.issued_at,
      ...sellerCells(row.seller),
      buyer: row.buyer_name ?? '',
      'buyer address': row.buyer_address ?? '',
      subtotal: formatAmount(row.contents?.subtotal ?? row.total_cents),
      shipping: formatAmount(row.contents?.shipping ?? 0),
      total: formatAmount(row.total_cents),
      lines: formatListCell(
        (row.contents?.lines ?? []).map((line) =>
          lineText(line, (lines.get(row.order_id) ?? []).findIndex(({ id }) => id === line.id) + 1),
        ),
      ),
    }));
  },
  open: (ctx, isDryRun, orderOf) => ({
    async importRow(cells) {
      const row = readRow(invoiceRow, cells);
      const id = await orderIn(cells, orderOf);
      const taken = await selectInvoicedOrder(ctx.db, row.invoice);
      if (taken !== undefined && taken === id) return 'unchanged';
      refuseOtherNumber(id, row['order number'], `invoice ${row.invoice}`);
      if (taken !== undefined)
        throw new Problem(
          'state_conflict',
          `Invoice ${row.invoice} of this shop is for order #${taken}.`,
        );
      contentsIn(row.lines, row, []);
      if (isDryRun || id === null) return 'added';
      await perform(ctx, 'owner', async (act) => {
        await raiseSeries(act.tx, 'invoices', row.invoice);
        await insertInvoice(act.tx, {
          number: row.invoice,
          order_id: id,
          seller: sellerIn(cells),
          contents: JSON.stringify(await contentsAt(act.tx, id, row)),
          total_cents: row.total,
          issued_at: row['issued at'],
          buyer_name: row.buyer || null,
          buyer_address: row['buyer address'] || null,
        });
      });
      return 'added';
    },
    end: async () => {},
  }),
};

export const creditNoteSheet: FeatureSheet = {
  columns: [...creditNoteColumns, ...ofCorrectedRefunds],
  faultsOf: faultsOf(creditNoteColumns, ofCorrectedRefunds),
  async rows({ db }, referencesOf) {
    const notes = await selectAllCreditNotes(db);
    const refunds = await selectRefundIds(db, [...new Set(notes.map((row) => row.order_id))]);
    const references = await referencesOf(notes.map((row) => row.order_id));
    return notes.map((row) => ({
      'credit note': String(row.number),
      invoice: String(row.invoice_number),
      order: references.get(row.order_id) ?? '',
      'order number': String(row.order_id),
      'issued at': row.issued_at,
      ...sellerCells(row.seller),
      refund:
        row.refund_id === null
          ? ''
          : String(
              (refunds.get(row.order_id) ?? []).findIndex(({ id }) => id === row.refund_id) + 1,
            ),
      amount: formatAmount(Math.abs(row.amount_cents)),
      'takes back': row.counters === null ? '' : String(row.counters),
      'refund by': row.method ?? '',
      'refund for': row.title ?? '',
    }));
  },
  open: (ctx, isDryRun, orderOf) => ({
    async importRow(cells) {
      const row = readRow(creditNoteRow, cells);
      const id = await orderIn(cells, orderOf);
      const taken = await selectCreditedInvoice(ctx.db, row['credit note']);
      if (taken !== undefined && taken === row.invoice) return 'unchanged';
      refuseOtherNumber(id, row['order number'], `credit note ${row['credit note']}`);
      if (taken !== undefined)
        throw new Problem(
          'state_conflict',
          `Credit note ${row['credit note']} of this shop is for invoice ${taken}.`,
        );
      if (isDryRun || id === null) return 'added';
      if ((await selectInvoicedOrder(ctx.db, row.invoice)) !== id)
        throw invalidField('invoice', `Order #${id} has no invoice ${row.invoice} here.`);
      await perform(ctx, 'owner', async (act) => {
        const refunds = (await selectRefundIds(act.tx, [id])).get(id) ?? [];
        const refund = row.refund === 0 ? null : refunds[row.refund - 1];
        if (refund === undefined)
          throw invalidField('refund', `Order #${id} has no refund ${row.refund} here.`);
        await raiseSeries(act.tx, 'credit notes', row['credit note']);
        await insertCreditNote(act.tx, {
          number: row['credit note'],
          invoice_number: row.invoice,
          order_id: id,
          refund_id: refund?.id ?? null,
          seller: sellerIn(cells),
          amount_cents: row['takes back'] === 0 ? row.amount : -row.amount,
          counters: row['takes back'] || null,
          method: row['refund by'] || null,
          title: row['refund for'] || null,
          issued_at: row['issued at'],
        });
      });
      return 'added';
    },
    end: async () => {},
  }),
};

/** The tables of what is printed and signed; `schema.ts` says how they are written. */
import type { ColumnType } from 'kysely';
import type { Seller } from '#contract/extras/paper/paper.ts';

/** The last number given in a series without gaps. */
export type NumberSeries = { name: 'invoices' | 'credit notes'; last: number };

/** What an invoice bills, in cents, as it was when the invoice was made. */
export type InvoiceContents = {
  subtotal: number;
  shipping: number;
  lines: { id: number; specimenId: number | null; title: string; price: number; shipping: number; quantity: number }[];
};

/** An invoice of an order, whose id outlives it. The latest counts: credit notes end those before. */
export type Invoices = {
  number: number;
  order_id: number;
  /** As it was when the invoice was made. */
  seller: ColumnType<Seller, string, string>;
  /** null: its order had no lines. */
  contents: ColumnType<InvoiceContents | null, string, string>;
  total_cents: number;
  issued_at: string;
  /** Whom it bills; null once the years are over for which it is kept. */
  buyer_name: string | null;
  buyer_address: string | null;
};

/** The credit note of a refund, or of all that is left of an invoice that no longer fits its order. */
export type CreditNotes = {
  number: number;
  invoice_number: number;
  order_id: number;
  /** null: it ends the invoice. */
  refund_id: number | null;
  /** As it was when the credit note was made. */
  seller: ColumnType<Seller, string, string>;
  amount_cents: number;
  issued_at: string;
};

declare module '#server/platform/db/schema.ts' {
  interface Schema {
    number_series: NumberSeries;
    invoices: Invoices;
    credit_notes: CreditNotes;
  }
}

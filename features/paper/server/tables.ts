import type { ColumnType } from 'kysely';
import type { Seller } from '#features/paper/contract/paper.ts';

/** The last number given in a series without gaps. */
export type NumberSeries = { name: 'invoices' | 'credit notes'; last: number };

/** In cents, as it was when the invoice was made. */
export type InvoiceContents = {
  subtotal: number;
  shipping: number;
  lines: {
    id: number;
    specimenId: number | null;
    title: string;
    price: number;
    shipping: number;
    quantity: number;
  }[];
};

/** The order's id outlives it. The latest invoice counts: credit notes end those before. */
export type Invoices = {
  number: number;
  order_id: number;
  /** As it was when the invoice was made. */
  seller: ColumnType<Seller, string, string>;
  /** Null: its order had no lines. */
  contents: ColumnType<InvoiceContents | null, string, string>;
  total_cents: number;
  issued_at: string;
  /** Null once the years are over for which it is kept. */
  buyer_name: string | null;
  buyer_address: string | null;
};

export type CreditNotes = {
  number: number;
  invoice_number: number;
  order_id: number;
  /** Null: it ends the invoice, or the refund was corrected since. */
  refund_id: number | null;
  /** The number of the credit note that it takes back. */
  counters: number | null;
  /** Of a refund that was corrected since, as it was. */
  method: string | null;
  title: string | null;
  /** As it was when the credit note was made. */
  seller: ColumnType<Seller, string, string>;
  amount_cents: number;
  issued_at: string;
};

declare module '#platform/db/schema.ts' {
  interface Schema {
    number_series: NumberSeries;
    invoices: Invoices;
    credit_notes: CreditNotes;
  }
}

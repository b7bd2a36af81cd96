/** The tables of what is printed and signed; `schema.ts` says how they are written. */
import type { ColumnType } from 'kysely';
import type { Seller } from '#contract/extras/paper/paper.ts';

/** The last number given in a series without gaps. */
export type NumberSeries = { name: 'invoices' | 'credit notes'; last: number };

/** The invoice of an order, whose id outlives it. */
export type Invoices = {
  number: number;
  order_id: number;
  /** As it was when the invoice was made. */
  seller: ColumnType<Seller, string, string>;
  total_cents: number;
  issued_at: string;
  /** Whom it bills; null once the years are over for which it is kept. */
  buyer_name: string | null;
  buyer_address: string | null;
};

/** The credit note of a refund. */
export type CreditNotes = {
  number: number;
  invoice_number: number;
  order_id: number;
  refund_id: number;
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

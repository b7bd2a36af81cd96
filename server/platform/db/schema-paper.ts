/** The tables of what is printed and signed; `schema.ts` says how they are written. */
import type { ColumnType, Generated } from 'kysely';
import type { Seller } from '#contract/paper.ts';

/** The last number given in a series without gaps. */
export type NumberSeries = { name: 'invoices'; last: number };

/** The invoice of an order, whose id outlives it. */
export type Invoices = {
  number: number;
  order_id: number;
  /** As it was when the invoice was made. */
  seller: ColumnType<Seller, string, string>;
  total_cents: number;
  issued_at: string;
};

/** What the shop has signed of a sold piece. */
export type Certificates = {
  /** Random, and all that one needs to read it. */
  code: string;
  /** Null once the order is deleted. */
  order_line_id: number | null;
  /** Canonical JSON, whose bytes are signed. */
  document: string;
  /** Ed25519, base64url. */
  signature: string;
  /** The picture, and its URL for holders of the certificate; null and '' if there is none. */
  media_id: string | null;
  image_url: string;
  issued_at: string;
  /** When its line got a newer one. */
  replaced_at: Generated<string | null>;
  /** When its order was deleted although its pieces were no longer paid for. */
  sale_undone_at: Generated<string | null>;
};

/** What buyers are asked about their orders; `schema.ts` says how the tables are written. */
import type { Generated } from 'kysely';
import type { ProposalState } from '#contract/selling/order-changes.ts';
import type { pieceChoices } from '#contract/selling/order-money.ts';
import type { Json } from './json-columns.ts';

/** A change that raises an order's total, which its buyer is asked about. At most one of an order is open. */
export type OrderProposals = {
  id: Generated<number>;
  order_id: number;
  /** What it would do; the lines that it would put in are among the order's, as proposed. */
  change: Json<ProposedChange>;
  old_total_cents: number;
  new_total_cents: number;
  made_at: string;
  /** Until when the buyer can answer; null: without end. */
  ends_at: string | null;
  state: ProposalState;
  ended_at: Generated<string | null>;
};

/** In cents. */
export type ProposedChange = {
  /** The lines that stay. */
  lines: { id: number; price: number; quantity: number }[];
  shipping: number;
  /** What becomes of the pieces of those that do not. */
  pieces: (typeof pieceChoices)[number];
  /** What it changes, in sentences. */
  sentences: string[];
};

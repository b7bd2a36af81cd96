import type { Generated } from 'kysely';
import type { ProposalState } from '#core/contract/selling/order-changes.ts';
import type { pieceChoices } from '#core/contract/selling/order-money.ts';
import type { Json } from './json-columns.ts';

/** At most one per order is open. */
export type OrderProposals = {
  id: Generated<number>;
  order_id: number;
  /** The lines that it would add are among the order's, as proposed. */
  change: Json<ProposedChange>;
  old_total_cents: number;
  new_total_cents: number;
  made_at: string;
  /** The buyer can answer until then; null: without end. */
  ends_at: string | null;
  state: ProposalState;
  ended_at: Generated<string | null>;
};

/** In cents. */
export type ProposedChange = {
  lines: { id: number; price: number; quantity: number }[];
  shipping: number;
  pieces: (typeof pieceChoices)[number];
  sentences: string[];
};

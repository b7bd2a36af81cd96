/** What can become of an order's lines and totals until it is shipped, and what its buyer is asked. Free of schemas, so pages may import it. */
import { keysOf } from '#contract/catalogue/statuses.ts';

/** Whether a line is part of its order, is proposed to the buyer, or was taken out, or never came in. */
export const lineStandings = ['in', 'proposed', 'out'] as const;
export type LineStanding = (typeof lineStandings)[number];

/** What has become of a change that the buyer was asked about, with what the order's page says then; null: the buyer can answer. */
export const proposalStateTable = {
  open: null,
  accepted: 'You accepted this change.',
  declined: 'You declined this change. Your order stays as it was.',
  expired: 'You didn’t answer in time. Your order stays as it was.',
  withdrawn: 'We withdrew this change. Your order stays as it was.',
  overtaken: 'Your order has changed since, so you can’t answer this anymore.',
} as const satisfies Record<string, string | null>;

export type ProposalState = keyof typeof proposalStateTable;
export const proposalStates = keysOf(proposalStateTable);

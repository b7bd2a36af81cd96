/** Pages import this: keep schemas out. */
import { keysOf } from '#core/contract/tables.ts';

/** `out`: taken out, or never in. */
const lineStandings = ['in', 'proposed', 'out'] as const;
export type LineStanding = (typeof lineStandings)[number];

/** As the order's page says it; null: the buyer can answer. */
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

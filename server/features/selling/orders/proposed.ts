/** The end of a change that a buyer was asked about: the pieces that it held are free again. */

import { formatAmount } from '#contract/money.ts';
import type { Proposal } from '#contract/selling/changing-orders.ts';
import type { ProposalState } from '#contract/selling/order-changes.ts';
import { addEvents, type Event } from '#server/features/admin/events/events.service.ts';
import { moveStock } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { totalSentence } from './order-changes.ts';
import { selectEveryLine } from './orders.queries.ts';
import { type ProposalRow, selectLatestProposal, updateLine, updateProposal } from './proposals.queries.ts';

/**
 * Ends the proposal of a locked order, if one is open.
 * @returns the specimens whose pieces are free again; the caller lets extras follow and invalidates their pages.
 */
export async function endProposal(
  tx: Tx,
  orderId: number,
  state: Exclude<ProposalState, 'open' | 'accepted'>,
  { now, actor }: { now: string; actor: Event['actor'] },
): Promise<number[]> {
  const proposal = await selectLatestProposal(tx, orderId);
  if (proposal?.state !== 'open') return [];
  await updateProposal(tx, proposal.id, state, now);
  const about = { at: now, actor, orderId } as const;
  const lines = (await selectEveryLine(tx, [orderId])).filter(({ standing }) => standing === 'proposed');
  await addEvents(tx, [{ ...about, kind: 'proposal_ended', data: { state } }]);
  for (const { id, specimen_id: specimenId, quantity } of lines.toSorted((a, b) => (a.specimen_id ?? 0) - (b.specimen_id ?? 0))) {
    await updateLine(tx, id, { standing: 'out', claim: 'none' });
    if (specimenId === null) continue;
    await moveStock(tx, { specimenId, quantity }, 'release', now);
    await addEvents(tx, [{ ...about, kind: 'release', specimenId, data: { pieces: quantity } }]);
  }
  return lines.flatMap((line) => line.specimen_id ?? []);
}

/** As the pages of the order show it. */
export const toProposal = (row: ProposalRow): Proposal => ({
  id: row.id,
  state: row.state,
  changes: row.change.sentences,
  oldTotalAmount: formatAmount(row.old_total_cents),
  newTotalAmount: formatAmount(row.new_total_cents),
  madeAt: row.made_at,
  endsAt: row.ends_at,
});

/** What the buyer is asked, in sentences. */
export const askedIn = ({ change, old_total_cents: before, new_total_cents: after, ends_at: end }: ProposalRow): string =>
  [...change.sentences, totalSentence(before, after), ...(end === null ? [] : [`Until ${end}.`])].join(' ');

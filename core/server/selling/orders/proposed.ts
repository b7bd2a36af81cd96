import { formatAmount } from '#core/contract/money.ts';
import type { Proposal } from '#core/contract/selling/changing-orders.ts';
import type { ProposalState } from '#core/contract/selling/order-changes.ts';
import type { Act } from '#core/server/act.ts';
import { moveStock } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import { totalSentence } from './order-changes.ts';
import { selectEveryLine } from './orders.queries.ts';
import {
  type ProposalRow,
  selectLatestProposal,
  updateLine,
  updateProposal,
} from './proposals.queries.ts';

export async function endProposal(
  act: Act,
  orderId: number,
  state: Exclude<ProposalState, 'open' | 'accepted'>,
): Promise<void> {
  const { tx, now } = act;
  const proposal = await selectLatestProposal(tx, orderId);
  if (proposal?.state !== 'open') return;
  await updateProposal(tx, proposal.id, state, now);
  const lines = (await selectEveryLine(tx, [orderId])).filter(
    ({ standing }) => standing === 'proposed',
  );
  await act.record({ kind: 'proposal_ended', orderId, data: { state } });
  for (const { id, specimen_id: specimenId, quantity } of lines.toSorted(
    (a, b) => (a.specimen_id ?? 0) - (b.specimen_id ?? 0),
  )) {
    await updateLine(tx, id, { standing: 'out', claim: 'none' });
    if (specimenId === null) continue;
    await moveStock(tx, { specimenId, quantity }, 'release', now);
    await act.record({ kind: 'release', orderId, specimenId, data: { pieces: quantity } });
  }
}

export const toProposal = (row: ProposalRow): Proposal => ({
  id: row.id,
  state: row.state,
  changes: row.change.sentences,
  oldTotalAmount: formatAmount(row.old_total_cents),
  newTotalAmount: formatAmount(row.new_total_cents),
  madeAt: row.made_at,
  endsAt: row.ends_at,
});

export const askedIn = ({
  change,
  old_total_cents: before,
  new_total_cents: after,
  ends_at: end,
}: ProposalRow): string =>
  [
    ...change.sentences,
    totalSentence(before, after),
    ...(end === null ? [] : [`Until ${end}.`]),
  ].join(' ');

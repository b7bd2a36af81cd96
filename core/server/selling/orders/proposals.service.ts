import { Problem } from '#core/contract/problems.ts';
import type { ProposalAnswer } from '#core/contract/selling/changing-orders.ts';
import type { ProposalState } from '#core/contract/selling/order-changes.ts';
import type { FollowedOrder } from '#core/contract/selling/orders.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import type { DueKind } from '#platform/jobs/due.ts';
import { applyPlan, tellChange, toldChange } from './changing.service.ts';
import { noteFirstSign } from './holds.queries.ts';
import type { Plan } from './order-changes.ts';
import { type LineRow, lockOrder, type OrderRow, selectEveryLine } from './orders.queries.ts';
import {
  followedOrder,
  linesIn,
  lockUnerased,
  mailAbout,
  type Reader,
  readableRow,
} from './orders.service.ts';
import {
  type ProposalRow,
  selectDueProposals,
  selectLatestProposal,
  selectNextProposalEnd,
  selectProposal,
  updateProposal,
} from './proposals.queries.ts';
import { endProposal } from './proposed.ts';

/**
 * Idempotent. @throws Problem not_found, also for an order that is not the reader's, and for an
 * admin without its link; state_conflict where it can no longer be answered.
 */
export async function answerProposal(
  ctx: Context,
  id: number,
  reader: Reader,
  proposalId: number,
  { answer }: ProposalAnswer,
): Promise<FollowedOrder> {
  const buyer = { ...reader, admin: false };
  await readableRow(ctx, id, buyer);
  await perform(ctx, 'buyer', async (act) => {
    const { tx, now } = act;
    const order = await lockUnerased(tx, id);
    const proposal = await selectProposal(tx, id, proposalId);
    if (!proposal) throw new Problem('not_found', 'There is no such change.');
    if (proposal.state === given[answer]) return;
    const isOver =
      proposal.state === 'open' && proposal.ends_at !== null && proposal.ends_at <= now;
    const refusal = refusals[isOver ? 'expired' : proposal.state];
    if (refusal !== null) throw new Problem('state_conflict', refusal);
    await noteFirstSign(tx, id, now);
    if (answer === 'accept') await accept(act, order, proposal);
    else await endProposal(act, id, 'declined');
    const lines = linesIn(await selectEveryLine(tx, [id]));
    const told = {
      ...toldChange(order, proposal.new_total_cents, proposal.change.sentences, null),
      answer: given[answer],
    };
    await mailAbout(act, ['proposal_answered'], order, lines, { change: told });
  });
  return followedOrder(ctx, await readableRow(ctx, id, buyer));
}

const given = { accept: 'accepted', decline: 'declined' } as const;

/** null: it can be answered. */
const refusals: Record<ProposalState, string | null> = {
  open: null,
  accepted: 'You already accepted this change. To undo it, please write to us.',
  declined: 'You already declined this change. Still want it? Please write to us.',
  expired: 'You can’t answer this anymore: the time is up. Still want it? Please write to us.',
  withdrawn: 'We withdrew this change. Questions? Please write to us.',
  overtaken:
    'Your order has changed since, so you can’t answer this anymore. Please look at it again.',
};

/** Any change of the order ends the proposal, so nothing has changed. */
async function accept(act: Act, order: OrderRow, proposal: ProposalRow): Promise<void> {
  const { tx, now } = act;
  const every = await selectEveryLine(tx, [order.id]);
  const proposed = every.filter(({ standing }) => standing === 'proposed');
  const plan = planIn(proposal, linesIn(every));
  await updateProposal(tx, proposal.id, 'accepted', now);
  await act.record({ kind: 'proposal_ended', orderId: order.id, data: { state: 'accepted' } });
  const changed = await applyPlan(act, order, plan, { proposed, pieces: proposal.change.pieces });
  await tellChange(act, order, changed, plan.sentences);
}

function planIn({ change, new_total_cents: total }: ProposalRow, lines: LineRow[]): Plan {
  const staying = lines.flatMap((line) => {
    const after = change.lines.find(({ id }) => id === line.id);
    return after ? [{ line, price: after.price, quantity: after.quantity }] : [];
  });
  const out = lines.filter((line) => !staying.some((one) => one.line === line));
  return {
    staying,
    out,
    subtotal: total - change.shipping,
    shipping: change.shipping,
    total,
    sentences: change.sentences,
  };
}

export const proposalEnds: DueKind<Context> = {
  name: 'proposal ends',
  nextAt: ({ db }) => selectNextProposalEnd(db),
  dueIds: ({ db }, now, limit) => selectDueProposals(db, now, limit),
  settle: (ctx, id) =>
    perform(ctx, 'system', async (act) => {
      const { tx, now } = act;
      const order = await lockOrder(tx, id);
      const proposal = await selectLatestProposal(tx, id);
      if (
        !order ||
        proposal?.state !== 'open' ||
        proposal.ends_at === null ||
        proposal.ends_at > now
      )
        return;
      await endProposal(act, id, 'expired');
      const told = {
        ...toldChange(order, proposal.new_total_cents, proposal.change.sentences, null),
        answer: 'expired',
      } as const;
      const lines = linesIn(await selectEveryLine(tx, [id]));
      await mailAbout(act, ['proposal_answered'], order, lines, { change: told });
    }),
};

/** The buyer's answer to a change that raises the total, and its end when none comes. */
import type { Settings } from '#contract/admin/settings.ts';
import { Problem } from '#contract/problems.ts';
import type { ProposalAnswer } from '#contract/selling/changing-orders.ts';
import type { ProposalState } from '#contract/selling/order-changes.ts';
import type { FollowedOrder } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { stockFollower } from '#server/features/catalogue/specimens/stock/stock-followers.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { DueKind } from '#server/platform/jobs/due.ts';
import { applyPlan, tellChange, toldChange } from './changing.service.ts';
import { noteFirstSign } from './holds.queries.ts';
import type { Plan } from './order-changes.ts';
import { type LineRow, lockOrder, type OrderRow, selectEveryLine } from './orders.queries.ts';
import { followedOrder, linesIn, lockUnerased, mailAbout, type Reader, readableRow, specimensOf } from './orders.service.ts';
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
 * The buyer accepts or declines a change. The same answer again changes nothing.
 * @throws Problem not_found, the same for an order that is not the reader's, and for an admin without its link; state_conflict where it can no longer be answered.
 */
export async function answerProposal(
  ctx: Context,
  id: number,
  proposalId: number,
  reader: Reader,
  { answer }: ProposalAnswer,
): Promise<FollowedOrder> {
  const buyer = { ...reader, admin: false };
  await readableRow(ctx, id, buyer);
  const [follow, settings] = await Promise.all([stockFollower(ctx), readSettings(ctx)]);
  const specimens = await inTransaction(ctx.db, async (tx) => {
    const order = await lockUnerased(tx, id);
    const proposal = await selectProposal(tx, id, proposalId);
    if (!proposal) throw new Problem('not_found', 'There is no such change.');
    if (proposal.state === given[answer]) return null;
    const now = instantOf(ctx.clock);
    const isOver = proposal.state === 'open' && proposal.ends_at !== null && proposal.ends_at <= now;
    const refusal = refusals[isOver ? 'expired' : proposal.state];
    if (refusal !== null) throw new Problem('state_conflict', refusal);
    const how = { now, actor: 'buyer' } as const;
    await noteFirstSign(tx, id, now);
    const moved = answer === 'accept' ? await accept(ctx, tx, order, proposal, settings, how) : await endProposal(tx, id, 'declined', how);
    await follow(tx, moved);
    const lines = linesIn(await selectEveryLine(tx, [id]));
    const told = { ...toldChange(order, proposal.new_total_cents, proposal.change.sentences, null), answer: given[answer] };
    await mailAbout(ctx, tx, ['proposal_answered'], order, lines, settings, { change: told });
    return moved;
  });
  if (specimens) ctx.invalidateCache(changedStock(specimens));
  return followedOrder(ctx, await readableRow(ctx, id, buyer));
}

const given = { accept: 'accepted', decline: 'declined' } as const;

/** Why a change cannot be answered; null where it can. */
const refusals: Record<ProposalState, string | null> = {
  open: null,
  accepted: 'You already accepted this change. To undo it, please write to us.',
  declined: 'You already declined this change. Still want it? Please write to us.',
  expired: 'You can’t answer this anymore: the time is up. Still want it? Please write to us.',
  withdrawn: 'We withdrew this change. Questions? Please write to us.',
  overtaken: 'Your order has changed since, so you can’t answer this anymore. Please look at it again.',
};

/** Nothing about the order has changed since it was proposed: whatever does ends the proposal. */
async function accept(
  ctx: Context,
  tx: Tx,
  order: OrderRow,
  proposal: ProposalRow,
  settings: Settings,
  how: { now: string; actor: 'buyer' },
): Promise<number[]> {
  const every = await selectEveryLine(tx, [order.id]);
  const proposed = every.filter(({ standing }) => standing === 'proposed');
  const plan = planIn(proposal, linesIn(every));
  await updateProposal(tx, proposal.id, 'accepted', how.now);
  await addEvents(tx, [{ at: how.now, actor: how.actor, kind: 'proposal_ended', orderId: order.id, data: { state: 'accepted' } }]);
  const changed = await applyPlan(tx, order, plan, { proposed, pieces: proposal.change.pieces, ...how });
  await tellChange(ctx, tx, order, changed, plan.sentences, settings);
  return specimensOf([...linesIn(every), ...proposed]);
}

/** What a proposal would make of the order. */
function planIn({ change, new_total_cents: total }: ProposalRow, lines: LineRow[]): Plan {
  const staying = lines.flatMap((line) => {
    const after = change.lines.find(({ id }) => id === line.id);
    return after ? [{ line, price: after.price, quantity: after.quantity }] : [];
  });
  const out = lines.filter((line) => !staying.some((one) => one.line === line));
  return { staying, out, subtotal: total - change.shipping, shipping: change.shipping, total, sentences: change.sentences };
}

/** Changes that nobody answered in time. */
export const proposalEnds: DueKind<Context> = {
  name: 'proposal ends',
  nextAt: ({ db }) => selectNextProposalEnd(db),
  dueIds: ({ db }, now, limit) => selectDueProposals(db, now, limit),
  async settle(ctx, id) {
    const [follow, settings] = await Promise.all([stockFollower(ctx), readSettings(ctx)]);
    const specimens = await inTransaction(ctx.db, async (tx) => {
      const order = await lockOrder(tx, id);
      const proposal = await selectLatestProposal(tx, id);
      const now = instantOf(ctx.clock);
      if (!order || proposal?.state !== 'open' || proposal.ends_at === null || proposal.ends_at > now) return null;
      const released = await endProposal(tx, id, 'expired', { now, actor: 'system' });
      await follow(tx, released);
      const told = { ...toldChange(order, proposal.new_total_cents, proposal.change.sentences, null), answer: 'expired' } as const;
      await mailAbout(ctx, tx, ['proposal_answered'], order, linesIn(await selectEveryLine(tx, [id])), settings, { change: told });
      return released;
    });
    if (specimens) ctx.invalidateCache(changedStock(specimens));
  },
};

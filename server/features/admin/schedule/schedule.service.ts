/** Everything in the shop that becomes due at a time of its own. The times stand in the rows, so what came due while no process ran is settled by the first that starts. */
import type { Context } from '#server/context.ts';
import { dueDeletions } from '#server/features/catalogue/specimens/editing/deletions.service.ts';
import { anonymising } from '#server/features/selling/orders/erasure.service.ts';
import { holdEnds, holdReminders } from '#server/features/selling/orders/hold-ends.service.ts';
import { proposalEnds } from '#server/features/selling/orders/proposals.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { type DueKind, msUntilDue, settleDue } from '#server/platform/jobs/due.ts';
import { type Job, startJob } from '#server/platform/jobs/job.ts';
import { pluggedInto } from '#server/plugged-in.ts';
import { clockInDoubtSince, clockWatch } from './clock.service.ts';

/** The core's kinds. Ends come first: nobody is reminded of what has ended. */
const coreKinds: readonly { order: number; kind: DueKind<Context> }[] = [
  { order: 10, kind: holdEnds },
  { order: 15, kind: proposalEnds },
  { order: 20, kind: holdReminders },
  { order: 100, kind: anonymising },
  { order: 110, kind: dueDeletions },
];

/** With those of the extras, in the order of their numbers. */
async function allKinds(): Promise<DueKind<Context>[]> {
  const extra = await Promise.all(pluggedInto('due').map(async ({ order, kinds }) => (await kinds()).map((kind) => ({ order, kind }))));
  return [...coreKinds, ...extra.flat()].toSorted((a, b) => a.order - b.order).map(({ kind }) => kind);
}

/** Another process may have brought something forward. */
const MAX_PAUSE_MS = 10_000;
/** What could not be settled comes again after this at the earliest. */
const MIN_PAUSE_MS = 1_000;

/** Settles what is due for as long as the shop runs, at the latest ten seconds after its time. */
export function startSchedule(ctx: Context): Job {
  const watchClock = clockWatch(ctx);
  return startJob(
    'schedule',
    MAX_PAUSE_MS,
    ctx.log,
    async (isStopping) => {
      await watchClock();
      await settleAllDue(ctx, isStopping);
    },
    async () => Math.max(MIN_PAUSE_MS, await msUntilAnyDue(ctx)),
  );
}

/** Milliseconds until the next of all that becomes due; infinite where nothing is waiting. */
export const msUntilAnyDue = async (ctx: Context): Promise<number> => msUntilDue(ctx, await allKinds(), ctx.clock.now());

/** One round: settles all that is due now, and nothing while the clock is in doubt. */
export async function settleAllDue(ctx: Context, isStopping: () => boolean = () => false): Promise<void> {
  if ((await clockInDoubtSince(ctx)) !== null) return;
  await settleDue(ctx, await allKinds(), () => instantOf(ctx.clock), isStopping);
}

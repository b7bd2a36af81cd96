/**
 * Due times stand in the rows, so the first process that starts settles what came due while none
 * ran.
 */

import { dueDeletions } from '#core/server/catalogue/specimens/editing/deletions.service.ts';
import type { Context } from '#core/server/context.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { anonymising } from '#core/server/selling/orders/erasure.service.ts';
import { holdEnds, holdReminders } from '#core/server/selling/orders/hold-ends.service.ts';
import { proposalEnds } from '#core/server/selling/orders/proposals.service.ts';
import { instantOf } from '#platform/clock.ts';
import { type DueKind, msUntilDue, settleDue } from '#platform/jobs/due.ts';
import { type Job, startJob } from '#platform/jobs/job.ts';
import { clockInDoubtSince, clockWatch } from './clock.service.ts';

/** Ends come first: nobody is reminded of what has ended. */
const coreKinds: readonly { order: number; kind: DueKind<Context> }[] = [
  { order: 10, kind: holdEnds },
  { order: 15, kind: proposalEnds },
  { order: 20, kind: holdReminders },
  { order: 100, kind: anonymising },
  { order: 110, kind: dueDeletions },
];

async function allKinds(): Promise<DueKind<Context>[]> {
  const ofFeatures = await Promise.all(
    pluggedInto('due').map(async ({ order, kinds }) =>
      (await kinds()).map((kind) => ({ order, kind })),
    ),
  );
  return [...coreKinds, ...ofFeatures.flat()]
    .toSorted((a, b) => a.order - b.order)
    .map(({ kind }) => kind);
}

/** Another process may have brought something forward. */
const MAX_PAUSE_MS = 10_000;
/** What could not be settled is tried again after this at the earliest. */
const MIN_PAUSE_MS = 1_000;

/** Settles at the latest ten seconds after the due time. */
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

/** Infinity if nothing is waiting. */
export const msUntilAnyDue = async (ctx: Context): Promise<number> =>
  msUntilDue(ctx, await allKinds(), ctx.clock.now());

/** Settles all that is due now; nothing while the clock is in doubt. */
export async function settleAllDue(
  ctx: Context,
  isStopping: () => boolean = () => false,
): Promise<void> {
  if ((await clockInDoubtSince(ctx)) !== null) return;
  await settleDue(ctx, await allKinds(), () => instantOf(ctx.clock), isStopping);
}

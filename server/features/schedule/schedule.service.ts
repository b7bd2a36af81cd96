/** Everything in the shop that becomes due at a time of its own. The times are in the rows, so what came due while no process ran is settled by the first that starts. */
import type { Context } from '#server/context.ts';
import { endedBulkEdits } from '#server/features/bulk-edits/bulk-edits.service.ts';
import { followedListLooks } from '#server/features/follows/looking.service.ts';
import { abandonedIntakes } from '#server/features/intake/intake.service.ts';
import { anonymising } from '#server/features/orders/erasure.service.ts';
import { holdEnds, holdReminders } from '#server/features/orders/hold-ends.service.ts';
import { dueDeletions } from '#server/features/specimens/editing/deletions.service.ts';
import { waitingForDeleted, waitingLines } from '#server/features/waiting-list/waiting-list.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { type DueKind, msUntilDue, settleDue } from '#server/platform/jobs/due.ts';
import { type Job, startJob } from '#server/platform/jobs/job.ts';

/** A new kind is one entry. Ends come first: nobody is reminded of what has ended. */
const kinds: readonly DueKind<Context>[] = [
  holdEnds,
  holdReminders,
  waitingLines,
  waitingForDeleted,
  followedListLooks,
  anonymising,
  dueDeletions,
  endedBulkEdits,
  abandonedIntakes,
];

/** Another process may have brought something forward. */
const MAX_PAUSE_MS = 10_000;
/** What could not be settled comes again after this at the earliest. */
const MIN_PAUSE_MS = 1_000;

/** Settles what is due for as long as the shop runs, at the latest ten seconds after its time. */
export const startSchedule = (ctx: Context): Job =>
  startJob(
    'schedule',
    MAX_PAUSE_MS,
    ctx.log,
    (isStopping) => settleAllDue(ctx, isStopping),
    async () => Math.max(MIN_PAUSE_MS, await msUntilDue(ctx, kinds, ctx.clock.now())),
  );

/** One round: settles all that is due now. */
export const settleAllDue = (ctx: Context, isStopping: () => boolean = () => false): Promise<void> =>
  settleDue(ctx, kinds, () => instantOf(ctx.clock), isStopping);

/** What could not be made of pictures and videos however often it was tried: the admin is told, and may have it tried again. */
import type { FailedMediaJobs } from '#contract/media.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import { type GivenUp, renewGivenUp, selectGivenUp } from './media-jobs.queries.ts';

/** So often a job is tried, for some two days: a process that it takes along counts too. */
export const MAX_ATTEMPTS = 8;
/** Milliseconds after which the process that claimed a job counts as gone. Running ones renew their claim far more often. */
export const MAX_CLAIM_MS = 120_000;

export async function listFailedJobs(ctx: Context): Promise<FailedMediaJobs> {
  const rows = await selectGivenUp(ctx.db, givenUp(ctx));
  return rows.map(({ kind, id, title }) => ({ kind, specimen: id === null || title === null ? null : { id, title } }));
}

/** Lets everything be tried again from now on. */
export const retryFailedJob = (ctx: Context): Promise<void> => renewGivenUp(ctx.db, givenUp(ctx), instantOf(ctx.clock));

const givenUp = ({ clock }: Context): GivenUp => ({
  tries: MAX_ATTEMPTS,
  claimedBefore: new Date(clock.now().getTime() - MAX_CLAIM_MS).toISOString(),
});

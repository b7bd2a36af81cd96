/** What could not be made of pictures and films however often it was tried: the owner is told, and may have it tried again. */
import type { UnmadeMedia } from '#contract/media.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import { type GivenUp, renewGivenUp, selectGivenUp } from './media-jobs.queries.ts';

/** So often a job is tried, for some two days: a process that it takes along counts too. */
export const MOST_TRIES = 8;
/** Milliseconds after which the process that claimed a job counts as gone. Running ones renew their claim far more often. */
export const LONGEST_CLAIM = 120_000;

export async function listUnmade(ctx: Context): Promise<UnmadeMedia> {
  const rows = await selectGivenUp(ctx.db, givenUp(ctx));
  return rows.map(({ kind, id, title }) => ({ kind, specimen: id === null || title === null ? null : { id, title } }));
}

/** Lets everything be tried again from now on. */
export const tryAgain = (ctx: Context): Promise<void> => renewGivenUp(ctx.db, givenUp(ctx), instantOf(ctx.clock));

const givenUp = ({ clock }: Context): GivenUp => ({
  tries: MOST_TRIES,
  claimedBefore: new Date(clock.now().getTime() - LONGEST_CLAIM).toISOString(),
});

import type { TodayRow } from '#core/contract/admin/today-rows.ts';
import type { FailedMediaJobs } from '#core/contract/media/media.ts';
import type { Context } from '#core/server/context.ts';
import { instantOf } from '#platform/clock.ts';
import { type JobLimits, renewFailed, selectFailed } from './media-jobs.queries.ts';

/** Eight attempts take two days. A job that kills its process counts as failed too. */
export const MAX_ATTEMPTS = 8;
/** A claim lapses once its process is gone. A running one renews it far more often. */
export const MAX_CLAIM_MS = 120_000;

export async function listFailedJobs(ctx: Context): Promise<FailedMediaJobs> {
  const rows = await selectFailed(ctx.db, jobLimits(ctx));
  return rows.map(({ kind, id, title }) => ({
    kind,
    specimen: id === null || title === null ? null : { id, title },
  }));
}

/** Failed jobs are retried together, so they are one row. */
export async function waitingJobs(ctx: Context): Promise<{ count: number; rows: TodayRow[] }> {
  const jobs = await listFailedJobs(ctx);
  const titles = [...new Set(jobs.map(({ specimen }) => specimen?.title ?? 'Settings or orders'))];
  const [first = '', ...others] = titles;
  const title = others.length === 0 ? first : `${first} and ${others.length} more`;
  const detail = 'We tried for two days.';
  const row = {
    id: 0,
    orderId: null,
    specimenId: titles.length === 1 ? (jobs[0]?.specimen?.id ?? null) : null,
  };
  return {
    count: jobs.length,
    rows: jobs.length === 0 ? [] : [{ ...row, title, detail, amount: null, at: null }],
  };
}

export const retryFailedJobs = (ctx: Context): Promise<void> =>
  renewFailed(ctx.db, jobLimits(ctx), instantOf(ctx.clock));

const jobLimits = ({ clock }: Context): JobLimits => ({
  maxAttempts: MAX_ATTEMPTS,
  claimedBefore: new Date(clock.now().getTime() - MAX_CLAIM_MS).toISOString(),
});

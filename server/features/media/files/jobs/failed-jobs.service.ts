/** Media jobs that have failed for good: the admin sees them and can retry them. */

import type { TodayRow } from '#contract/admin/today.ts';
import type { FailedMediaJobs } from '#contract/media/media.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import { type JobLimits, renewFailed, selectFailed } from './media-jobs.queries.ts';

/** After eight failures in two days the shop stops retrying. A job that kills its process counts as failed too. */
export const MAX_ATTEMPTS = 8;
/** Milliseconds after which a claim has lapsed because its process is gone. A running one renews it far more often. */
export const MAX_CLAIM_MS = 120_000;

export async function listFailedJobs(ctx: Context): Promise<FailedMediaJobs> {
  const rows = await selectFailed(ctx.db, jobLimits(ctx));
  return rows.map(({ kind, id, title }) => ({ kind, specimen: id === null || title === null ? null : { id, title } }));
}

/** The failed jobs as Today shows them: one row, as they are retried together. */
export async function waitingJobs(ctx: Context): Promise<{ count: number; rows: TodayRow[] }> {
  const jobs = await listFailedJobs(ctx);
  const titles = [...new Set(jobs.map(({ specimen }) => specimen?.title ?? 'Settings or orders'))];
  const [first = '', ...others] = titles;
  const title = others.length === 0 ? first : `${first} and ${others.length} more`;
  const detail = 'We tried for two days.';
  const row = { id: 0, orderId: null, specimenId: titles.length === 1 ? (jobs[0]?.specimen?.id ?? null) : null };
  return { count: jobs.length, rows: jobs.length === 0 ? [] : [{ ...row, title, detail, amount: null, at: null }] };
}

/** Makes every failed job due now, with all its attempts. */
export const retryFailedJobs = (ctx: Context): Promise<void> => renewFailed(ctx.db, jobLimits(ctx), instantOf(ctx.clock));

const jobLimits = ({ clock }: Context): JobLimits => ({
  maxAttempts: MAX_ATTEMPTS,
  claimedBefore: new Date(clock.now().getTime() - MAX_CLAIM_MS).toISOString(),
});

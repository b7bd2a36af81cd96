/** The queue of what is still to be made of pictures and films. */
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { MediaJobs } from '#server/platform/db/schema.ts';
import type { MediumRow } from './media.queries.ts';
import { mediumColumns } from './media.queries.ts';

export type JobKind = MediaJobs['kind'];
export type JobKey = { media_id: string; kind: JobKind };

/** A claimed job with the medium it is about. */
export type ClaimedJob = { kind: JobKind; attempts: number; medium: MediumRow };

/** Adds jobs, or lets those that are there be done again at once. */
export async function insertJobs(tx: Tx, jobs: JobKey[], now: string): Promise<void> {
  if (jobs.length === 0) return;
  const again = { attempts: 0, due_at: now, claimed_at: null, last_error: null };
  await tx
    .insertInto('media_jobs')
    .values(jobs.map((job) => ({ ...job, queued_at: now, due_at: now })))
    .onConflict((conflict) => conflict.columns(['media_id', 'kind']).doUpdateSet(again))
    .execute();
}

/**
 * Takes the job that has been due longest for this process alone.
 * @param claimedBefore a claim older than this counts for nothing: its process was killed.
 * @returns undefined where there is none, or another process was faster.
 */
export async function claimJob(db: Db, kind: JobKind, now: string, claimedBefore: string): Promise<ClaimedJob | undefined> {
  const next = await db
    .selectFrom('media_jobs')
    .select(['media_id', 'kind', 'attempts'])
    .where('kind', '=', kind)
    .where('due_at', '<=', now)
    .where((eb) => eb.or([eb('claimed_at', 'is', null), eb('claimed_at', '<', claimedBefore)]))
    .orderBy('due_at')
    .orderBy('media_id')
    .limit(1)
    .executeTakeFirst();
  if (!next) return undefined;
  const { numUpdatedRows } = await whole(db, next)
    .set({ claimed_at: now, attempts: next.attempts + 1 })
    .where('attempts', '=', next.attempts)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  const medium = await db.selectFrom('media').select(mediumColumns).where('id', '=', next.media_id).executeTakeFirst();
  return medium && { kind: next.kind, attempts: next.attempts + 1, medium };
}

const whole = (db: Db | Tx, { media_id, kind }: JobKey) =>
  db.updateTable('media_jobs').where('media_id', '=', media_id).where('kind', '=', kind);

/** Says that its process is still at it. */
export async function renewClaim(db: Db, job: JobKey, now: string): Promise<void> {
  await whole(db, job).set({ claimed_at: now }).execute();
}

/** Lets go of a job, to be tried again when it is due. */
export async function releaseJob(db: Db, job: JobKey, change: { due_at?: string; last_error?: string; attempts?: number }): Promise<void> {
  await whole(db, job)
    .set({ claimed_at: null, ...change })
    .execute();
}

export async function deleteJob(tx: Db | Tx, { media_id, kind }: JobKey): Promise<void> {
  await tx.deleteFrom('media_jobs').where('media_id', '=', media_id).where('kind', '=', kind).execute();
}

import type { MediumRow } from '#core/server/media/files/media.queries.ts';
import { mediumColumns } from '#core/server/media/files/media.queries.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { MediaJobs } from '#platform/db/schema.ts';

export type JobKind = MediaJobs['kind'];
export type JobKey = { media_id: string; kind: JobKind };

export type ClaimedJob = { kind: JobKind; attempts: number; medium: MediumRow };

/** A claim older than `claimedBefore` has lapsed: its process was killed. */
export type JobLimits = { maxAttempts: number; claimedBefore: string };

/** Existing jobs start again. */
export async function insertJobs(tx: Tx, jobs: JobKey[], now: string): Promise<void> {
  if (jobs.length === 0) return;
  const reset = { attempts: 0, due_at: now, claimed_at: null, last_error: null };
  await tx
    .insertInto('media_jobs')
    .values(jobs.map((job) => ({ ...job, queued_at: now, due_at: now })))
    .onConflict((conflict) => conflict.columns(['media_id', 'kind']).doUpdateSet(reset))
    .execute();
}

/** @returns undefined if none is due or another process was faster. */
export async function claimJob(
  db: Db,
  kind: JobKind,
  now: string,
  { maxAttempts, claimedBefore }: JobLimits,
): Promise<ClaimedJob | undefined> {
  const next = await db
    .selectFrom('media_jobs')
    .select(['media_id', 'kind', 'attempts'])
    .where('kind', '=', kind)
    .where('due_at', '<=', now)
    .where('attempts', '<', maxAttempts)
    .where((eb) => eb.or([eb('claimed_at', 'is', null), eb('claimed_at', '<', claimedBefore)]))
    .orderBy('due_at')
    .orderBy('media_id')
    .limit(1)
    .executeTakeFirst();
  if (!next) return undefined;
  const { numUpdatedRows } = await jobOf(db, next)
    .set({ claimed_at: now, attempts: next.attempts + 1 })
    .where('attempts', '=', next.attempts)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  const medium = await db
    .selectFrom('media')
    .select(mediumColumns)
    .where('id', '=', next.media_id)
    .executeTakeFirst();
  return medium && { kind: next.kind, attempts: next.attempts + 1, medium };
}

/** A video shows its poster, too. */
export async function selectFailed(db: Db, { maxAttempts, claimedBefore }: JobLimits) {
  return db
    .selectFrom('media_jobs as job')
    .leftJoin('media as video', 'video.poster_id', 'job.media_id')
    .leftJoin('specimen_media as shown', (join) =>
      join.on((eb) =>
        eb.or([
          eb('shown.media_id', '=', eb.ref('job.media_id')),
          eb('shown.media_id', '=', eb.ref('video.id')),
        ]),
      ),
    )
    .leftJoin('specimens', 'specimens.id', 'shown.specimen_id')
    .select(['job.kind', 'specimens.id', 'specimens.title'])
    .distinct()
    .where('job.attempts', '>=', maxAttempts)
    .where((eb) =>
      eb.or([eb('job.claimed_at', 'is', null), eb('job.claimed_at', '<', claimedBefore)]),
    )
    .orderBy('specimens.title')
    .orderBy('specimens.id')
    .execute();
}

export async function renewFailed(
  db: Db,
  { maxAttempts, claimedBefore }: JobLimits,
  now: string,
): Promise<void> {
  await db
    .updateTable('media_jobs')
    .set({ attempts: 0, due_at: now, claimed_at: null })
    .where('attempts', '>=', maxAttempts)
    .where((eb) => eb.or([eb('claimed_at', 'is', null), eb('claimed_at', '<', claimedBefore)]))
    .execute();
}

const jobOf = (db: Db | Tx, { media_id, kind }: JobKey) =>
  db.updateTable('media_jobs').where('media_id', '=', media_id).where('kind', '=', kind);

export async function renewClaim(db: Db, job: JobKey, now: string): Promise<void> {
  await jobOf(db, job).set({ claimed_at: now }).execute();
}

export async function releaseJob(
  db: Db | Tx,
  job: JobKey,
  change: { due_at?: string; last_error?: string; attempts?: number },
): Promise<void> {
  await jobOf(db, job)
    .set({ claimed_at: null, ...change })
    .execute();
}

export async function deleteJob(tx: Db | Tx, { media_id, kind }: JobKey): Promise<void> {
  await tx
    .deleteFrom('media_jobs')
    .where('media_id', '=', media_id)
    .where('kind', '=', kind)
    .execute();
}

export async function deleteJobsOf(tx: Tx, ids: string[], kind: JobKind): Promise<void> {
  if (ids.length > 0)
    await tx
      .deleteFrom('media_jobs')
      .where('media_id', 'in', ids)
      .where('kind', '=', kind)
      .execute();
}

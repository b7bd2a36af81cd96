/** Adds to and removes from the queue of media jobs. */
import type { Tx } from '#server/platform/db/db.ts';
import { deleteJob, insertJobs, type JobKind } from './media-jobs.queries.ts';

/** Queues a job for each of these media; one that is there already starts again. */
export const queueJobs = (tx: Tx, kind: JobKind, ids: readonly string[], now: string): Promise<void> =>
  insertJobs(
    tx,
    ids.map((media_id) => ({ media_id, kind })),
    now,
  );

export const endJob = (tx: Tx, kind: JobKind, media_id: string): Promise<void> => deleteJob(tx, { media_id, kind });

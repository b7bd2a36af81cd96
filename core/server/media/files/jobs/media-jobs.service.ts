import type { Tx } from '#platform/db/db.ts';
import { deleteJob, insertJobs, type JobKind } from './media-jobs.queries.ts';

/** A job that is there already starts again. */
export const queueJobs = (
  tx: Tx,
  kind: JobKind,
  ids: readonly string[],
  now: string,
): Promise<void> =>
  insertJobs(
    tx,
    ids.map((media_id) => ({ media_id, kind })),
    now,
  );

export const endJob = (tx: Tx, kind: JobKind, media_id: string): Promise<void> =>
  deleteJob(tx, { media_id, kind });

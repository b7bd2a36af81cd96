/** Whether the shop can write: pages that are read say nothing of a disk that is full, or of files that are another user’s. */
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import { failureOf } from '#server/platform/db/failures.ts';
import { putMarker } from '#server/platform/db/markers.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { DATABASE_AWAY, isDiskFull } from '#server/platform/http/problem-responses.ts';

/** Each costs a commit and a file. */
const EVERY_MS = 60_000;
const MARKER = 'last-write-check';

type Writable = Pick<Context, 'db' | 'mediaStore' | 'clock' | 'log'>;

/**
 * What cannot be written, in words; null: a row and a file were written a minute ago at most. A check that succeeded stands for a minute, one that
 * failed is repeated with the next call. Callers share the check that runs.
 */
export function writeCheck(ctx: Writable): () => Promise<string | null> {
  let checkedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<string | null> | null = null;
  return async () => {
    const now = ctx.clock.now().getTime();
    if (now >= checkedAt && now - checkedAt < EVERY_MS) return null;
    running ??= problemOf(ctx).finally(() => {
      running = null;
    });
    const problem = await running;
    if (problem === null) checkedAt = now;
    return problem;
  };
}

async function problemOf(ctx: Writable): Promise<string | null> {
  const row = () => inTransaction(ctx.db, (tx) => putMarker(tx, MARKER, instantOf(ctx.clock)));
  return (
    (await attempt(ctx, row, 'the database cannot be written')) ??
    (await attempt(ctx, async () => ctx.mediaStore.tryWriting?.(), 'photos and videos cannot be stored'))
  );
}

async function attempt({ log }: Writable, write: () => Promise<void>, words: string): Promise<string | null> {
  try {
    await write();
    return null;
  } catch (err) {
    const failure = failureOf(err);
    // Somebody else writes, which shows that it can be done.
    if (failure === 'timeout' || failure === 'conflict') return null;
    const problem = isDiskFull(err) ? `${words}: the disk is full` : failure === 'unavailable' ? DATABASE_AWAY : words;
    log.error({ err }, problem);
    return problem;
  }
}

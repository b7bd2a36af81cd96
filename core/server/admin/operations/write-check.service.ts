/**
 * Writing is tested, since pages can still be read when the disk is full or files belong to another
 * user.
 */
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { failureOf } from '#platform/db/failures.ts';
import { putMarker } from '#platform/db/markers.ts';
import { DATABASE_AWAY, isDiskFull } from '#platform/http/problem-responses.ts';

/** Each check costs a commit and a file. */
const EVERY_MS = 60_000;
const MARKER = 'last-write-check';

type Writable = Pick<Context, 'db' | 'dialect' | 'mediaStore' | 'clock' | 'log'>;

/**
 * Returns what cannot be written, in words, or null. A success stands for a minute; a failure is
 * checked again with the next call. Callers share a check.
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
  const row = () => perform(ctx, 'system', ({ tx, now }) => putMarker(tx, MARKER, now));
  return (
    (await attempt(ctx, row, 'the database cannot be written')) ??
    (await attempt(
      ctx,
      async () => ctx.mediaStore.tryWriting?.(),
      'photos and videos cannot be stored',
    ))
  );
}

async function attempt(
  { log }: Writable,
  write: () => Promise<unknown>,
  words: string,
): Promise<string | null> {
  try {
    await write();
    return null;
  } catch (err) {
    const failure = failureOf(err);
    // Another writer shows that writing works.
    if (failure === 'timeout' || failure === 'conflict') return null;
    const problem = isDiskFull(err)
      ? `${words}: the disk is full`
      : failure === 'unavailable'
        ? DATABASE_AWAY
        : words;
    log.error({ err }, problem);
    return problem;
  }
}

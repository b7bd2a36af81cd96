/** A clock that jumps ahead would end every hold at once. Then nothing is settled until the owner says that the time is right, or the clock is set back. */
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import { deleteMarker, markerTime, putMarker } from '#server/platform/db/markers.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';

/** Written when the clock jumps ahead; the time it bears is by the clock after that. */
const JUMPED = 'clock-jumped';

type Watched = Pick<Context, 'db' | 'clock' | 'log'>;

/** Less is a clock that is corrected, or a day that begins or ends daylight saving time on a machine that is set up wrongly. */
const HOUR_MS = 60 * 60_000;

/**
 * Compares the clock with the time that has really passed since the call before, and notes a jump ahead for all processes; one back by as much ends it.
 * @param elapsedMs milliseconds by a clock that nobody sets.
 */
export function clockWatch(ctx: Watched, elapsedMs: () => number = () => performance.now()): () => Promise<void> {
  const read = () => ({ clock: ctx.clock.now().getTime(), elapsed: elapsedMs() });
  let last = read();
  return async () => {
    const next = read();
    const jumpMs = next.clock - last.clock - (next.elapsed - last.elapsed);
    if (Math.abs(jumpMs) > HOUR_MS) {
      ctx.log.error(
        { hours: Math.round(jumpMs / HOUR_MS) },
        'the clock jumped: nothing is settled after a jump ahead until the owner says that the time is right',
      );
      await inTransaction(ctx.db, (tx) => (jumpMs > 0 ? putMarker(tx, JUMPED, instantOf(ctx.clock)) : deleteMarker(tx, JUMPED)));
    }
    last = next;
  };
}

/** Since when the clock is in doubt; null: it is not. */
export const clockInDoubtSince = ({ db }: Pick<Context, 'db'>): Promise<string | null> => markerTime(db, JUMPED);

/** The owner says that the time is right: what is due is settled again. */
export const trustClock = ({ db }: Pick<Context, 'db'>): Promise<void> => inTransaction(db, (tx) => deleteMarker(tx, JUMPED));

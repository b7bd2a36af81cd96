/**
 * A clock that jumps ahead would end every hold at once, so nothing is settled until the owner
 * confirms the time or the clock is set back.
 */
import { HOUR_MS } from '#core/contract/durations.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { deleteMarker, markerTime, putMarker } from '#platform/db/markers.ts';

/** Its time is by the clock after the jump. */
const JUMPED = 'clock-jumped';

type Watched = Pick<Context, 'db' | 'dialect' | 'clock' | 'log'>;

/**
 * Compares the clock with the time that has really passed since the last call. Notes a jump ahead
 * for all processes; a jump back ends it.
 * @param elapsedMs by a clock that nobody sets.
 */
export function clockWatch(
  ctx: Watched,
  elapsedMs: () => number = () => performance.now(),
): () => Promise<void> {
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
      await perform(ctx, 'system', ({ tx, now }) =>
        jumpMs > 0 ? putMarker(tx, JUMPED, now) : deleteMarker(tx, JUMPED),
      );
    }
    last = next;
  };
}

/** null: it is not in doubt. */
export const clockInDoubtSince = ({ db }: Pick<Context, 'db'>): Promise<string | null> =>
  markerTime(db, JUMPED);

/** What is due is settled again. */
export const trustClock = (ctx: Pick<Context, 'db' | 'dialect' | 'clock'>): Promise<void> =>
  perform(ctx, 'owner', ({ tx }) => deleteMarker(tx, JUMPED));

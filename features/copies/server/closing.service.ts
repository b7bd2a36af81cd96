/** Keeps writers out, of each process, while the rows of a copy take the place of the shop's. */
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import { isBeingRestored } from '#features/backup/server/restore-lock.service.ts';
import type { App } from '#platform/http/app-type.ts';

type Door = { isClosed: boolean; writers: Set<ServerResponse> };
const doors = new WeakMap<Context, Door>();

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Longer than an order takes; an upload that takes longer is stored in the restored shop. */
const WAIT_MS = 10_000;
const RETRY_AFTER = 60;

export function hangDoor(app: App, ctx: Context): void {
  const door: Door = { isClosed: false, writers: new Set() };
  doors.set(ctx, door);
  let asking: Promise<boolean> | null = null;
  // Who comes meanwhile shares the answer, and nobody overtakes another.
  const isClosedElsewhere = () => {
    asking ??= isBeingRestored(ctx).finally(() => {
      asking = null;
    });
    return asking;
  };
  app.addHook('onRequest', async (request, reply) => {
    if (READING.has(request.method)) return;
    if (door.isClosed || (await isClosedElsewhere()))
      throw new Problem(
        'unavailable',
        'The shop will be back in a few minutes. Nothing was changed. Please try again then.',
        { retryAfter: RETRY_AFTER },
      );
    door.writers.add(reply.raw);
    // A connection that stays open for the next request may not tell of a close.
    for (const end of ['finish', 'close'])
      reply.raw.once(end, () => void door.writers.delete(reply.raw));
  });
}

/** Lets those finish who are within. @returns opens again. */
export async function closeToWriters(ctx: Context): Promise<() => void> {
  const door = doors.get(ctx);
  if (!door) return () => {};
  door.isClosed = true;
  const areWithin = () => [...door.writers].some(({ destroyed }) => !destroyed);
  for (const began = performance.now(); areWithin(); await setTimeout(10))
    if (performance.now() - began > WAIT_MS) break;
  return () => {
    door.isClosed = false;
  };
}

import { setImmediate } from 'node:timers/promises';
import type { Context } from '#core/server/context.ts';
import { clearIpAddresses } from './orders.queries.ts';

const BATCH = 500;

/** Includes orders placed at the instant. Requests are served between batches. */
export async function clearIpAddressesBefore(
  { db }: Context,
  until: string,
  isStopping: () => boolean,
): Promise<void> {
  while (!isStopping() && (await clearIpAddresses(db, until, BATCH)) === BATCH)
    await setImmediate();
}

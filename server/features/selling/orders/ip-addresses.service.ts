import { setImmediate } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import { clearIpAddresses } from './orders.queries.ts';

const BATCH = 500;

/** Clears the IP addresses of orders placed at or before the instant, in batches; requests are served between them. */
export async function clearIpAddressesBefore({ db }: Context, until: string, isStopping: () => boolean): Promise<void> {
  while (!isStopping() && (await clearIpAddresses(db, until, BATCH)) === BATCH) await setImmediate();
}

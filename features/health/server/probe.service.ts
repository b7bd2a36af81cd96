/**
 * Shows the doctor whose IP address a running shop sees through whatever stands in front. Each pass
 * works once.
 */
import { randomBytes } from 'node:crypto';
import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { deleteMarkersBefore, putMarker, takeMarker } from '#platform/db/markers.ts';

export const PROBE_PATH = '/api/doctor-probe';
/** Nobody's address (RFC 5737). */
export const SPOOFED_ADDRESS = '203.0.113.77';

const KEY = 'doctor-pass';
const VALID_MS = 60_000;

const before = (ctx: Pick<Context, 'clock'>) =>
  new Date(ctx.clock.now().getTime() - VALID_MS).toISOString();

export async function makePass(ctx: Pick<Context, 'db' | 'dialect' | 'clock'>): Promise<string> {
  const pass = randomBytes(24).toString('base64url');
  await perform(ctx, 'owner', async (act) => {
    await deleteMarkersBefore(act.tx, KEY, before(act));
    await putMarker(act.tx, `${KEY}:${pass}`, act.now);
  });
  return pass;
}

/**
 * @throws Problem not_found for a pass that was never made, has been used, or is older than a
 * minute.
 */
export async function usePass(
  ctx: Pick<Context, 'db' | 'dialect' | 'clock'>,
  pass: string,
): Promise<void> {
  const madeAt = await perform(ctx, 'owner', ({ tx }) => takeMarker(tx, `${KEY}:${pass}`));
  if (madeAt === null || madeAt < before(ctx))
    throw new Problem('not_found', 'This pass isn’t valid.');
}

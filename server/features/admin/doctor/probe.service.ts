/** Lets the doctor ask a running shop, through whatever stands in front of it, whose address it sees. Each pass opens it once. */
import { randomBytes } from 'node:crypto';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import { deleteMarkersBefore, putMarker, takeMarker } from '#server/platform/db/markers.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';

export const PROBE_PATH = '/api/doctor-probe';
/** One of those that are nobody's (RFC 5737). */
export const SPOOFED_ADDRESS = '203.0.113.77';

const KEY = 'doctor-pass';
const VALID_MS = 60_000;

const before = (ctx: Pick<Context, 'clock'>) => new Date(ctx.clock.now().getTime() - VALID_MS).toISOString();

export async function makePass(ctx: Pick<Context, 'db' | 'clock'>): Promise<string> {
  const pass = randomBytes(24).toString('base64url');
  await inTransaction(ctx.db, async (tx) => {
    await deleteMarkersBefore(tx, KEY, before(ctx));
    await putMarker(tx, `${KEY}:${pass}`, instantOf(ctx.clock));
  });
  return pass;
}

/** @throws Problem not_found where it was never made, has been used, or is older than a minute. */
export async function usePass(ctx: Pick<Context, 'db' | 'clock'>, pass: string): Promise<void> {
  const madeAt = await inTransaction(ctx.db, (tx) => takeMarker(tx, `${KEY}:${pass}`));
  if (madeAt === null || madeAt < before(ctx)) throw new Problem('not_found', 'This pass isn’t valid.');
}

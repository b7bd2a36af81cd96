import { DAY_MS, MINUTE_MS } from '#core/contract/durations.ts';
import { removeAttemptsBefore } from '#core/server/admin/auth/credentials.service.ts';
import { forgetOldNetworks } from '#core/server/admin/auth/login-networks.service.ts';
import type { Context } from '#core/server/context.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { clearIpAddressesBefore } from '#core/server/selling/orders/ip-addresses.service.ts';
import { overwriteDaily } from '#platform/db/deleted-data.ts';
import { type Job, startJob } from '#platform/jobs/job.ts';

const MAX_AGE_MS = DAY_MS;
const ROUND_EVERY_MS = 10 * MINUTE_MS;

export const startIpAddressCleanup = (ctx: Context): Job =>
  startJob('ip-addresses', ROUND_EVERY_MS, ctx.log, (isStopping) =>
    clearOldIpAddresses(ctx, isStopping),
  );

/**
 * Limits need IP addresses for a day at most; then they are personal data that nobody needs. Also
 * removes login attempts, networks without a recent login, and what features no longer need. In the
 * end no deleted data are left in the database's log, and once a day none in its file.
 */
export async function clearOldIpAddresses(ctx: Context, isStopping: () => boolean): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() - MAX_AGE_MS).toISOString();
  await removeAttemptsBefore(ctx, until);
  await forgetOldNetworks(ctx);
  for (const cleanUp of pluggedInto('cleanUp')) await cleanUp(ctx, until);
  await clearIpAddressesBefore(ctx, until, isStopping);
  await overwriteDaily(ctx);
}

/** IP addresses serve limits of a day at most. After that they are personal data that nobody needs: they are cleared. */
import type { Context } from '#server/context.ts';
import { removeAttemptsBefore } from '#server/features/admin/auth/credentials.service.ts';
import { forgetOldNetworks } from '#server/features/admin/auth/login-networks.service.ts';
import { clearInquirySources } from '#server/features/messages/inquiries/inquiries.service.ts';
import { clearIpAddressesBefore } from '#server/features/selling/orders/ip-addresses.service.ts';
import { overwriteDaily } from '#server/platform/db/deleted-data.ts';
import { type Job, startJob } from '#server/platform/jobs/job.ts';
import { pluggedInto } from '#server/plugged-in.ts';

const MINUTE_MS = 60_000;
const MAX_AGE_MS = 24 * 60 * MINUTE_MS;
const ROUND_EVERY_MS = 10 * MINUTE_MS;

/** Clears old IP addresses at once, and then every ten minutes for as long as the shop runs. */
export const startIpAddressCleanup = (ctx: Context): Job =>
  startJob('ip-addresses', ROUND_EVERY_MS, ctx.log, (isStopping) => clearOldIpAddresses(ctx, isStopping));

/**
 * One round: clears the IP addresses of orders, inquiries and extras, and removes login attempts, that are a day old; also networks that nobody has
 * logged in from lately, and what else extras need
 * no more. In the end nothing that the shop has deleted is left in the database's log, and once a day nothing in its file.
 */
export async function clearOldIpAddresses(ctx: Context, isStopping: () => boolean): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() - MAX_AGE_MS).toISOString();
  await removeAttemptsBefore(ctx, until);
  await forgetOldNetworks(ctx);
  await clearInquirySources(ctx, until);
  for (const cleanUp of pluggedInto('cleanUp')) await cleanUp(ctx, until);
  await clearIpAddressesBefore(ctx, until, isStopping);
  await overwriteDaily(ctx);
}

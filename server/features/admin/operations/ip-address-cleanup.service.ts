/** IP addresses serve limits of a day at most. After that they are personal data that nobody needs: they are cleared. */
import type { Context } from '#server/context.ts';
import { cleanUpFollows } from '#server/extras/follows/follows.service.ts';
import { cleanUpEntries } from '#server/extras/waiting-list/entries.service.ts';
import { removeAttemptsBefore } from '#server/features/admin/auth/credentials.service.ts';
import { clearInquirySources } from '#server/features/messages/inquiries/inquiries.service.ts';
import { clearIpAddressesBefore } from '#server/features/selling/orders/ip-addresses.service.ts';
import { type Job, startJob } from '#server/platform/jobs/job.ts';

const MINUTE_MS = 60_000;
const MAX_AGE_MS = 24 * 60 * MINUTE_MS;
const ROUND_EVERY_MS = 10 * MINUTE_MS;

/** Clears old IP addresses at once, and then every ten minutes for as long as the shop runs. */
export const startIpAddressCleanup = (ctx: Context): Job =>
  startJob('ip-addresses', ROUND_EVERY_MS, ctx.log, (isStopping) => clearOldIpAddresses(ctx, isStopping));

/** One round: clears the IP addresses of orders, inquiries, waiting lists and want lists, and removes login attempts, that are a day old; also what else those lists need no more. */
export async function clearOldIpAddresses(ctx: Context, isStopping: () => boolean): Promise<void> {
  const until = new Date(ctx.clock.now().getTime() - MAX_AGE_MS).toISOString();
  await removeAttemptsBefore(ctx, until);
  await clearInquirySources(ctx, until);
  await cleanUpEntries(ctx, until);
  await cleanUpFollows(ctx, until);
  await clearIpAddressesBefore(ctx, until, isStopping);
}

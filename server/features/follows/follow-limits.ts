/** How many want lists the shop takes. What it knows of an email address must not show: beyond its limit there is no mail, and no other response. */
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { networkOf } from '#server/platform/http/ip-address.ts';
import { selectFollowsOf, selectFollowsSince } from './follows.queries.ts';

const HOUR_MS = 60 * 60_000;
const MAX_PER_HOUR = { ipAddress: 5, network: 15, all: 100 };
/** Mails that ask an email address in a day, of which it has answered none. */
const MAX_QUESTIONS = 3;
/** Lists that an email address follows at once. */
const MAX_OPEN = 10;

/** @throws Problem too_many_requests. @returns whether the email address may be asked. */
export async function checkLimits(ctx: Context, tx: Tx, { ipAddress, email }: { ipAddress: string; email: string }): Promise<boolean> {
  await lockNames(tx, ctx.dialect, ['follows']);
  const now = ctx.clock.now().getTime();
  const recent = await selectFollowsSince(tx, new Date(now - HOUR_MS).toISOString());
  const network = networkOf(ipAddress);
  const counted: Record<keyof typeof MAX_PER_HOUR, typeof recent> = {
    ipAddress: recent.filter((other) => other.ip_address === ipAddress),
    network: recent.filter((other) => networkOf(other.ip_address) === network),
    all: recent,
  };
  for (const [limit, follows] of Object.entries(counted) as [keyof typeof MAX_PER_HOUR, typeof recent][]) {
    const [earliest] = follows;
    if (!earliest || follows.length < MAX_PER_HOUR[limit]) continue;
    throw new Problem(
      'too_many_requests',
      'So many want to follow lists just now that the shop cannot take more. Please try again later.',
      {
        retryAfter: Math.ceil((Date.parse(earliest.created_at) + HOUR_MS - now) / 1000),
      },
    );
  }
  const known = await selectFollowsOf(tx, email);
  // Unconfirmed ones are gone after a day.
  const unanswered = known.filter(({ confirmed_at }) => confirmed_at === null);
  return unanswered.length < MAX_QUESTIONS && known.length - unanswered.length < MAX_OPEN;
}

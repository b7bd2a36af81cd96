/** How many inquiries the shop takes in an hour, so that nobody fills the admin's inbox. */
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { networkOf } from '#server/platform/http/ip-address.ts';
import { selectInquiriesSince } from './inquiries.queries.ts';

const HOUR_MS = 60 * 60_000;
const MAX_PER_HOUR = { ipAddress: 5, network: 15, subject: 10, all: 40 };

type Source = { ipAddress: string; subject: string };

/** @param contactEmail where else one can ask. @throws Problem too_many_requests. */
export async function refuseTooMany(ctx: Context, tx: Tx, source: Source, contactEmail: string): Promise<void> {
  await lockNames(tx, ctx.dialect, ['inquiries']);
  const now = ctx.clock.now().getTime();
  // There are at most as many as the shop takes in an hour.
  const recent = await selectInquiriesSince(tx, new Date(now - HOUR_MS).toISOString());
  const network = networkOf(source.ipAddress);
  const counted: Record<keyof typeof MAX_PER_HOUR, typeof recent> = {
    ipAddress: recent.filter((other) => other.ip_address === source.ipAddress),
    network: recent.filter((other) => networkOf(other.ip_address) === network),
    subject: recent.filter((other) => other.subject === source.subject),
    all: recent,
  };
  for (const [limit, inquiries] of Object.entries(counted) as [keyof typeof MAX_PER_HOUR, typeof recent][]) {
    const [earliest] = inquiries;
    if (!earliest || inquiries.length < MAX_PER_HOUR[limit]) continue;
    throw new Problem(
      'too_many_requests',
      `The shop takes only so many questions in an hour. Please try again later, or write to ${contactEmail}.`,
      { retryAfter: Math.ceil((Date.parse(earliest.created_at) + HOUR_MS - now) / 1000) },
    );
  }
}

/** How many inquiries the shop takes in an hour, so that nobody fills the admin's inbox. */
import type { Context } from '#server/context.ts';
import { anHourAgo, refuseTooMany } from '#server/features/messages/forms/hourly-limits.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { selectInquiriesSince } from './inquiries.queries.ts';

const MAX_PER_HOUR = { subject: 10, all: 40 };

type Source = { ipAddress: string; subject: string };

/** @param contactEmail where else one can ask. @throws Problem too_many_requests. */
export async function checkLimits(ctx: Context, tx: Tx, { ipAddress, subject }: Source, contactEmail: string): Promise<void> {
  await lockNames(tx, ctx.dialect, ['inquiries']);
  refuseTooMany(ctx.clock, await selectInquiriesSince(tx, anHourAgo(ctx.clock)), ipAddress, {
    all: MAX_PER_HOUR.all,
    same: { max: MAX_PER_HOUR.subject, is: (other) => other.subject === subject },
    message: `We’ve had a lot of questions this hour. Please try again later, or email ${contactEmail}.`,
  });
}

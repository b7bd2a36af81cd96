import type { Act } from '#core/server/act.ts';
import { anHourAgo, refuseTooMany } from '#core/server/messages/forms/hourly-limits.service.ts';
import { lockNames } from '#platform/db/locks.ts';
import { selectInquiriesSince } from './inquiries.queries.ts';

const MAX_PER_HOUR = { subject: 10, all: 40 };

type Source = { ipAddress: string; subject: string };

/** @param contactEmail where else one can ask. @throws Problem too_many_requests */
export async function checkLimits(
  { tx, dialect, clock }: Act,
  { ipAddress, subject }: Source,
  contactEmail: string,
): Promise<void> {
  await lockNames(tx, dialect, ['inquiries']);
  refuseTooMany(clock, await selectInquiriesSince(tx, anHourAgo(clock)), ipAddress, {
    all: MAX_PER_HOUR.all,
    same: { max: MAX_PER_HOUR.subject, is: (other) => other.subject === subject },
    message: `We’ve had a lot of questions this hour. Please try again later, or email ${contactEmail}.`,
  });
}

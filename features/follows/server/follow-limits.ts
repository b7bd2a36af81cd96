/**
 * What the shop knows of an email address must not show: beyond its limit there is no mail, and no
 * other response.
 */
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { anHourAgo, refuseTooMany } from '#core/server/messages/forms/hourly-limits.service.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { lockNames } from '#platform/db/locks.ts';
import { selectFollowsOfMailbox, selectFollowsSince } from './follows.queries.ts';

const MAX_PER_HOUR = 100;
/** Unanswered confirmation emails to one mailbox in a day. */
const MAX_QUESTIONS = 3;
const MAX_OPEN = 10;

/**
 * Checks the limits of an hour alone; without a lock it is not the last word.
 * @throws Problem too_many_requests
 */
export async function checkHour(
  { db, clock }: Pick<Context, 'clock'> & { db: Db | Tx },
  ipAddress: string,
): Promise<void> {
  refuseTooMany(clock, await selectFollowsSince(db, anHourAgo(clock)), ipAddress, {
    all: MAX_PER_HOUR,
    message: 'We can’t add more email alerts right now. Please try again later.',
  });
}

/** @throws Problem too_many_requests. @returns whether the email address may be asked. */
export async function checkLimits(
  act: Act,
  { ipAddress, email }: { ipAddress: string; email: string },
): Promise<boolean> {
  await lockNames(act.tx, act.dialect, ['follows']);
  await checkHour(act, ipAddress);
  const known = await selectFollowsOfMailbox(act.tx, email);
  // Unconfirmed ones are gone after a day.
  const unanswered = known.filter(({ confirmed_at }) => confirmed_at === null);
  return unanswered.length < MAX_QUESTIONS && known.length - unanswered.length < MAX_OPEN;
}

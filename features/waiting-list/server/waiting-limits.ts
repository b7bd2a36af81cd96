/**
 * What the shop knows of an email address must not show: beyond its limit there is no mail, and no
 * other response.
 */
import { DAY_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import { anHourAgo, refuseTooMany } from '#core/server/messages/forms/hourly-limits.service.ts';
import type { Tx } from '#platform/db/db.ts';
import { lockNames } from '#platform/db/locks.ts';
import { networkOf } from '#platform/http/ip-address.ts';
import {
  type EntryRow,
  selectEntriesOfMailbox,
  selectEntriesSince,
} from './waiting-list.queries.ts';

const MAX_PER_HOUR = { specimen: 20, all: 100 };
/** Unanswered confirmation emails to one mailbox in a day. */
const MAX_QUESTIONS = 3;
/** Specimens that a mailbox waits for at once. */
const MAX_OPEN = 10;
/** Places of one network in a line: strangers shall not keep a piece from everybody. */
const MAX_OF_NETWORK = 2;

/** @throws Problem too_many_requests. @returns whether the email address may be asked. */
export async function checkLimits(
  { tx, dialect, clock }: Act,
  { ipAddress, specimenId, email }: { ipAddress: string; specimenId: number; email: string },
): Promise<boolean> {
  await lockNames(tx, dialect, ['waiting lists']);
  refuseTooMany(clock, await selectEntriesSince(tx, anHourAgo(clock)), ipAddress, {
    all: MAX_PER_HOUR.all,
    same: { max: MAX_PER_HOUR.specimen, is: (other) => other.specimen_id === specimenId },
    message: 'We can’t add more people to waiting lists right now. Please try again later.',
  });
  const known = await selectEntriesOfMailbox(tx, email);
  const dayAgo = new Date(clock.now().getTime() - DAY_MS).toISOString();
  const unanswered = known.filter(
    (entry) => entry.confirmed_at === null && entry.created_at > dayAgo,
  );
  return unanswered.length < MAX_QUESTIONS && known.filter(isOpen).length < MAX_OPEN;
}

/**
 * The act has locked the line. An entry counts for its network as long as the shop knows its IP
 * address.
 * @throws Problem state_conflict
 */
export async function checkPlaces(
  tx: Tx,
  line: EntryRow[],
  { email, ip_address: ipAddress, title }: EntryRow,
): Promise<void> {
  const network = networkOf(ipAddress);
  if (
    ipAddress !== '' &&
    line.filter((other) => networkOf(other.ip_address) === network).length >= MAX_OF_NETWORK
  )
    throw new Problem(
      'state_conflict',
      `The waiting list for “${title}” already has ${MAX_OF_NETWORK} people from your network. You can join when one of them leaves.`,
    );
  if ((await selectEntriesOfMailbox(tx, email)).filter(isOpen).length >= MAX_OPEN)
    throw new Problem(
      'state_conflict',
      `You’re on ${MAX_OPEN} waiting lists, the most allowed. Leave one to join this one.`,
    );
}

const isOpen = (entry: EntryRow) => entry.confirmed_at !== null && entry.ended_at === null;

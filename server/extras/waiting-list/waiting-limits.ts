/** How many places in line the shop takes in an hour. What it knows of an email address must not show: beyond its limit there is no mail, and no other response. */
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { anHourAgo, refuseTooMany } from '#server/features/messages/forms/hourly-limits.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { networkOf } from '#server/platform/http/ip-address.ts';
import { type EntryRow, selectEntriesOfMailbox, selectEntriesSince } from './waiting-list.queries.ts';

const DAY_MS = 24 * 60 * 60_000;
const MAX_PER_HOUR = { specimen: 20, all: 100 };
/** Unanswered confirmation emails to one mailbox in a day. */
const MAX_QUESTIONS = 3;
/** Specimens that a mailbox waits for at once. */
const MAX_OPEN = 10;
/** Places in one line of the same network: strangers shall not keep a piece from everybody. */
const MAX_OF_NETWORK = 2;

/** @throws Problem too_many_requests. @returns whether the email address may be asked. */
export async function checkLimits(
  ctx: Context,
  tx: Tx,
  { ipAddress, specimenId, email }: { ipAddress: string; specimenId: number; email: string },
): Promise<boolean> {
  await lockNames(tx, ctx.dialect, ['waiting lists']);
  refuseTooMany(ctx.clock, await selectEntriesSince(tx, anHourAgo(ctx.clock)), ipAddress, {
    all: MAX_PER_HOUR.all,
    same: { max: MAX_PER_HOUR.specimen, is: (other) => other.specimen_id === specimenId },
    message: 'We can’t add more people to waiting lists right now. Please try again later.',
  });
  const known = await selectEntriesOfMailbox(tx, email);
  const dayAgo = new Date(ctx.clock.now().getTime() - DAY_MS).toISOString();
  const unanswered = known.filter((entry) => entry.confirmed_at === null && entry.created_at > dayAgo);
  return unanswered.length < MAX_QUESTIONS && known.filter(isOpen).length < MAX_OPEN;
}

/**
 * Whether an entry may get a place in a line that the transaction has locked. An entry counts for its network as long as the shop knows its IP address.
 * @throws Problem state_conflict.
 */
export async function checkPlaces(tx: Tx, line: EntryRow[], { email, ip_address: ipAddress, title }: EntryRow): Promise<void> {
  const network = networkOf(ipAddress);
  if (ipAddress !== '' && line.filter((other) => networkOf(other.ip_address) === network).length >= MAX_OF_NETWORK)
    throw new Problem(
      'state_conflict',
      `The waiting list for “${title}” already has ${MAX_OF_NETWORK} people from your network. You can join when one of them leaves.`,
    );
  if ((await selectEntriesOfMailbox(tx, email)).filter(isOpen).length >= MAX_OPEN)
    throw new Problem('state_conflict', `You’re on ${MAX_OPEN} waiting lists, the most allowed. Leave one to join this one.`);
}

const isOpen = (entry: EntryRow) => entry.confirmed_at !== null && entry.ended_at === null;

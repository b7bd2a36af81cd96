/** How many places in line the shop takes in an hour. What it knows of an email address must not show: beyond its limit there is no mail, and no other response. */
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { networkOf } from '#server/platform/http/ip-address.ts';
import { type EntryRow, selectEntriesOf, selectEntriesSince } from './waiting-list.queries.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_PER_HOUR = { ipAddress: 5, network: 15, specimen: 20, all: 100 };
/** Mails that ask an email address in a day, of which it has answered none. */
const MAX_QUESTIONS = 3;
/** Specimens that an email address waits for at once. */
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
  const now = ctx.clock.now().getTime();
  // There are at most as many as the shop takes in an hour.
  const recent = await selectEntriesSince(tx, new Date(now - HOUR_MS).toISOString());
  const network = networkOf(ipAddress);
  const counted: Record<keyof typeof MAX_PER_HOUR, typeof recent> = {
    ipAddress: recent.filter((other) => other.ip_address === ipAddress),
    network: recent.filter((other) => networkOf(other.ip_address) === network),
    specimen: recent.filter((other) => other.specimen_id === specimenId),
    all: recent,
  };
  for (const [limit, entries] of Object.entries(counted) as [keyof typeof MAX_PER_HOUR, typeof recent][]) {
    const [earliest] = entries;
    if (!earliest || entries.length < MAX_PER_HOUR[limit]) continue;
    throw new Problem('too_many_requests', 'So many want to wait just now that the shop cannot take more. Please try again later.', {
      retryAfter: Math.ceil((Date.parse(earliest.created_at) + HOUR_MS - now) / 1000),
    });
  }
  const known = await selectEntriesOf(tx, email);
  const dayAgo = new Date(now - DAY_MS).toISOString();
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
      `${MAX_OF_NETWORK} of your network wait for “${title}” already. There is room again when one of them leaves.`,
    );
  if ((await selectEntriesOf(tx, email)).filter(isOpen).length >= MAX_OPEN)
    throw new Problem('state_conflict', `You wait for ${MAX_OPEN} specimens already. Leave one of the lines first.`);
}

const isOpen = (entry: EntryRow) => entry.confirmed_at !== null && entry.ended_at === null;

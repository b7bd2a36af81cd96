/** How much of visitors' forms the shop takes in an hour, so that nobody fills it. */
import { Problem } from '#contract/problems.ts';
import type { Clock } from '#server/platform/clock.ts';
import { networkOf } from '#server/platform/http/ip-address.ts';

const HOUR_MS = 60 * 60_000;
const MAX_PER_HOUR = { ipAddress: 5, network: 15 };
/** Once half of a shared limit is used up, a network may hold at most this share of it. */
const SHARE = 1 / 10;

type Received = { ip_address: string; created_at: string };
type Limits<R> = {
  /** Limit in total. */
  all: number;
  /** Limit for the same subject. */
  same?: { max: number; is: (other: R) => boolean };
  /** What is said beyond a limit. */
  message: string;
};

/** What was received after this instant counts. */
export const anHourAgo = (clock: Clock): string => new Date(clock.now().getTime() - HOUR_MS).toISOString();

/**
 * Refuses one more from the IP address. A few networks cannot use up a shared limit.
 * @param recent what was received within the hour, the earliest first; there are at most as many as the shop takes in an hour.
 * @throws Problem too_many_requests.
 */
export function refuseTooMany<R extends Received>(
  clock: Clock,
  recent: readonly R[],
  ipAddress: string,
  { all, same, message }: Limits<R>,
): void {
  const network = networkOf(ipAddress);
  const ofNetwork = (received: readonly R[]) => received.filter((other) => networkOf(other.ip_address) === network);
  const common: [received: readonly R[], max: number][] = [
    ...(same ? [[recent.filter(same.is), same.max] satisfies [R[], number]] : []),
    [recent, all],
  ];
  const counted: typeof common = [
    [recent.filter((other) => other.ip_address === ipAddress), MAX_PER_HOUR.ipAddress],
    [ofNetwork(recent), MAX_PER_HOUR.network],
    ...common,
    ...common
      .filter(([received, max]) => received.length >= max / 2)
      .map(([received, max]) => [ofNetwork(received), max * SHARE] satisfies [R[], number]),
  ];
  const [reached] = counted.filter(([received, max]) => received.length >= max);
  const earliest = reached?.[0][0];
  if (!earliest) return;
  const endsAt = Date.parse(earliest.created_at) + HOUR_MS;
  throw new Problem('too_many_requests', message, { retryAfter: Math.ceil((endsAt - clock.now().getTime()) / 1000) });
}

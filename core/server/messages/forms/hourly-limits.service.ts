/** Keeps anyone from filling the shop with forms. */
import { HOUR_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Clock } from '#platform/clock.ts';
import { networkOf } from '#platform/http/ip-address.ts';

const MAX_PER_HOUR = { ipAddress: 5, network: 15 };
/** Once half of a shared limit is used up, a network gets at most this share. */
const SHARE = 1 / 10;

type Received = { ip_address: string; created_at: string };
type Limits<R> = {
  all: number;
  same?: { max: number; is: (other: R) => boolean };
  message: string;
};

/** What was received after this instant counts. */
export const anHourAgo = (clock: Clock): string =>
  new Date(clock.now().getTime() - HOUR_MS).toISOString();

/**
 * A few networks cannot use up a shared limit. @param recent of the last hour, earliest first.
 * @throws Problem too_many_requests.
 */
export function refuseTooMany<R extends Received>(
  clock: Clock,
  recent: readonly R[],
  ipAddress: string,
  { all, same, message }: Limits<R>,
): void {
  const network = networkOf(ipAddress);
  const ofNetwork = (received: readonly R[]) =>
    received.filter((other) => networkOf(other.ip_address) === network);
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
  throw new Problem('too_many_requests', message, {
    retryAfter: Math.ceil((endsAt - clock.now().getTime()) / 1000),
  });
}

/** Bounds each source, so that no one empties the shop without paying. */

import { Problem } from '#core/contract/problems.ts';
import { HARMLESS_PIECES } from '#core/contract/selling/holds.ts';
import type { Act } from '#core/server/act.ts';
import { lockNames } from '#platform/db/locks.ts';
import { mailboxOf } from '#platform/db/mailboxes.ts';
import { networkPrefixOf } from '#platform/http/ip-address.ts';
import { countUnpaid, type OrderSource } from './orders.queries.ts';

const MAX_UNPAID = { orders: 5, pieces: HARMLESS_PIECES };
/** Several buyers share a network. */
const NETWORK_FACTOR = 3;

/** An order's IP address is known for a day. @throws Problem too_many_requests. */
export async function refuseTooMany(
  { tx, dialect }: Act,
  { ipAddress, email }: { ipAddress: string; email: string },
  lines: { quantity: number }[],
): Promise<void> {
  const wanted = lines.reduce((sum, line) => sum + line.quantity, 0);
  if (wanted > MAX_UNPAID.pieces) throw tooLarge();
  const network = networkPrefixOf(ipAddress);
  const sources: [OrderSource, factor: number, message: string][] = [
    [{ mailboxOf: email }, 1, refusals.mailbox],
    [{ ipAddress }, 1, refusals.ipAddress],
    [{ network }, NETWORK_FACTOR, refusals.network],
  ];
  const names = [`unpaid of ${mailboxOf(email)}`, `unpaid of ${ipAddress}`, `unpaid of ${network}`];
  await lockNames(tx, dialect, [...new Set(names)]);
  for (const [source, factor, message] of sources) {
    const { orders, pieces } = await countUnpaid(tx, source);
    if (orders >= MAX_UNPAID.orders * factor || pieces + wanted > MAX_UNPAID.pieces * factor)
      throw new Problem('too_many_requests', message);
  }
}

/**
 * None tells of existing orders: a stranger who types a buyer's email address must not learn of
 * them. Others share the connection.
 */
const refusals = {
  mailbox: `Please pay for your unpaid orders first, or write to us. We hold up to ${MAX_UNPAID.orders} of them (${MAX_UNPAID.pieces} pieces) per buyer.`,
  ipAddress:
    'There are too many unpaid orders from your internet connection right now. If they are yours, please pay for them first. If not, write to us to order.',
  network:
    'Please write to us to order. There are too many unpaid orders from your network right now.',
};

const tooLarge = () =>
  new Problem(
    'too_many_requests',
    `Please order up to ${MAX_UNPAID.pieces} pieces at a time, or write to us. That’s the most we hold for one buyer.`,
  );

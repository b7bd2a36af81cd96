/**
 * Counted from the rows with each order, so the shield ends by itself; off where `RATE_LIMITS` is.
 * Why: `docs/decisions/0042-limits-on-unverified-buyers.md`.
 */

import { HOUR_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import { HARMLESS_PIECES } from '#core/contract/selling/holds.ts';
import type { Act } from '#core/server/act.ts';
import { latestEvents } from '#core/server/admin/events/events.service.ts';
import type { Context } from '#core/server/context.ts';
import { queueMail } from '#core/server/messages/mail/mail.service.ts';
import { hasMailServer } from '#core/server/messages/mail/mail-server.service.ts';
import { perform } from '#core/server/perform.ts';
import { lockNames } from '#platform/db/locks.ts';
import { isEmailProved } from './orders.queries.ts';
import { countForSale, countFree, countStrangersPieces } from './strangers.queries.ts';

// For the feature that lists what strangers hold.
export type { OrderSource } from './orders.queries.ts';
export { selectStrangers, selectStrangersFrom } from './strangers.queries.ts';
export { countForSale, countStrangersPieces };

const MAX_HELD = 1 / 3;
/**
 * The admin is told from this part of the pieces for sale, held within an hour; in a small shop
 * from this many.
 */
const TOLD_FROM = 1 / 4;
export const PROOF_HOURS = 0.5;

export class ShieldRefusal extends Problem {}

/**
 * Strangers wait for each other here: call it after all other locks on names. @returns whether the
 * order waits for the link in its mail to be opened: without a mail server no one can prove
 * anything. @throws ShieldRefusal, too_many_requests, where strangers would hold more than a third
 * of what is for sale, or together the last free piece.
 */
export async function awaitsProof(
  act: Act,
  email: string,
  lines: { quantity: number }[],
): Promise<boolean> {
  const { tx } = act;
  if (await isEmailProved(tx, email)) return false;
  await lockNames(tx, act.dialect, ['orders of strangers']);
  const { all: held } = await countStrangersPieces(tx, anHourAgo(act));
  const wanted = lines.reduce((sum, line) => sum + line.quantity, 0);
  const limit = Math.max(1, Math.floor((await countForSale(tx)) * MAX_HELD));
  if (wanted > limit) throw tooLarge(limit);
  // What the order wants is among what is held.
  if (held + wanted > limit || (held > 0 && (await countFree(tx)) === 0)) throw refusal();
  return hasMailServer(act);
}

const refusal = () =>
  new ShieldRefusal(
    'too_many_requests',
    'New buyers have too many pieces on hold right now. Please try again later, or write to us.',
    {
      retryAfter: (PROOF_HOURS * HOUR_MS) / 1000,
    },
  );

const tooLarge = (limit: number) =>
  new ShieldRefusal(
    'too_many_requests',
    `A new buyer can order up to ${limit === 1 ? '1 piece' : `${limit} pieces`} at first. Please order fewer, or write to us.`,
  );

/** At most once an hour. */
export async function tellOfShield(
  ctx: Context,
  { isRefused }: { isRefused: boolean },
): Promise<void> {
  await perform(ctx, 'system', async (act) => {
    const { tx } = act;
    await lockNames(tx, act.dialect, ['the shield is told of']);
    const [last] = await latestEvents(tx, ['shield_raised'], 1);
    if (last && last.at > anHourAgo(act)) return;
    const { all: pieces, recent } = await countStrangersPieces(tx, anHourAgo(act));
    const forSale = await countForSale(tx);
    if (!isRefused && recent <= Math.max(HARMLESS_PIECES, forSale * TOLD_FROM)) return;
    await act.record({ kind: 'shield_raised', data: { pieces, forSale } });
    await queueMail(act, { kind: 'shield_raised', about: { pieces, forSale }, other: null });
  });
}

/** A hold without end counts for an hour: after that it is the admin's wish. */
export const anHourAgo = (ctx: Pick<Context, 'clock'>) =>
  new Date(ctx.clock.now().getTime() - HOUR_MS).toISOString();

/**
 * The shield: strangers, whose email address has not proved itself, never hold more than a part of the shop. It is counted from the rows with each
 * of their orders, so it ends by itself. Like the other limits it is off where `RATE_LIMITS` is.
 */

import type { Settings } from '#contract/admin/settings.ts';
import { Problem } from '#contract/problems.ts';
import { HARMLESS_PIECES } from '#contract/selling/holds.ts';
import type { Context } from '#server/context.ts';
import { addEvents, latestEvents } from '#server/features/admin/events/events.service.ts';
import { queueMail } from '#server/features/messages/mail/mail.service.ts';
import { hasMailServer } from '#server/features/messages/mail/mail-server.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { isEmailProved } from './orders.queries.ts';
import { countForSale, countFree, countStrangersPieces } from './strangers.queries.ts';

const HOUR = 60 * 60 * 1000;
/** More than this part strangers never hold. */
const MAX_HELD = 1 / 3;
/** From this part of the pieces for sale on, held within an hour, the admin is told; in a small shop from this many. */
const TOLD_FROM = 1 / 4;
/** For how many hours an order is held whose email address has still to prove itself. */
export const PROOF_HOURS = 0.5;

export class ShieldRefusal extends Problem {}

/**
 * Decides about a new order of a stranger; transactions of strangers wait for each other here, so it is called after all other locks on names.
 * @returns whether the order is held only until the link in its mail is opened: without a mail server nobody can prove anything.
 * @throws ShieldRefusal, too_many_requests, where strangers would hold too much: more than a third of what is for sale, or together the last free piece.
 */
export async function awaitsProof(ctx: Context, tx: Tx, email: string, lines: { quantity: number }[]): Promise<boolean> {
  if (await isEmailProved(tx, email)) return false;
  await lockNames(tx, ctx.dialect, ['orders of strangers']);
  const { all: held } = await countStrangersPieces(tx, anHourAgo(ctx));
  const wanted = lines.reduce((sum, line) => sum + line.quantity, 0);
  const limit = Math.max(1, Math.floor((await countForSale(tx)) * MAX_HELD));
  if (wanted > limit) throw tooLarge(limit);
  // What the order wants is among what is held.
  if (held + wanted > limit || (held > 0 && (await countFree(tx)) === 0)) throw refusal();
  return hasMailServer(ctx, tx);
}

const refusal = () =>
  new ShieldRefusal('too_many_requests', 'New buyers have too many pieces on hold right now. Please try again later, or write to us.', {
    retryAfter: (PROOF_HOURS * HOUR) / 1000,
  });

const tooLarge = (limit: number) =>
  new ShieldRefusal(
    'too_many_requests',
    `A new buyer can order up to ${limit === 1 ? '1 piece' : `${limit} pieces`} at first. Please order fewer, or write to us.`,
  );

/** Tells the admin, at most once an hour, that an order of a stranger was refused, or that strangers hold much. */
export async function tellOfShield(ctx: Context, settings: Settings, { isRefused }: { isRefused: boolean }): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockNames(tx, ctx.dialect, ['the shield is told of']);
    const [last] = await latestEvents(tx, ['shield_raised'], 1);
    if (last && last.at > anHourAgo(ctx)) return;
    const { all: pieces, recent } = await countStrangersPieces(tx, anHourAgo(ctx));
    const forSale = await countForSale(tx);
    if (!isRefused && recent <= Math.max(HARMLESS_PIECES, forSale * TOLD_FROM)) return;
    await addEvents(tx, [{ at: instantOf(ctx.clock), actor: 'system', kind: 'shield_raised', data: { pieces, forSale } }]);
    await queueMail(ctx, tx, { kind: 'shield_raised', about: { pieces, forSale }, other: null }, settings);
  });
}

/** What strangers hold without end counts for an hour only: after that it is the admin's own wish. */
export const anHourAgo = (ctx: Pick<Context, 'clock'>) => new Date(ctx.clock.now().getTime() - HOUR).toISOString();

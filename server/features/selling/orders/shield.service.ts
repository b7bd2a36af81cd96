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
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { isEmailProved } from './orders.queries.ts';
import { countForSale, countStrangersPieces } from './strangers.queries.ts';

const HOUR = 60 * 60 * 1000;
/** From this part of the pieces for sale on, held within an hour, new orders of strangers wait for their proof. */
const RAISED_FROM = 1 / 4;
/** More than this part strangers never hold. */
const MAX_HELD = 1 / 3;
/** In a small shop they may hold more: otherwise one of them alone would close it to all others. */
const MIN_LIMIT = 2 * HARMLESS_PIECES;
/** For how many hours an order is held whose email address has still to prove itself. */
export const PROOF_HOURS = 0.5;

export class ShieldRefusal extends Problem {}

/**
 * Decides about a new order of a stranger; transactions of strangers wait for each other here, so it is called after all other locks on names.
 * @returns whether the order is held only until the link in its mail is opened.
 * @throws ShieldRefusal, too_many_requests, where strangers would hold too much, unless the shop is small. Without a mail server nobody can prove anything: there the part
 * is a quarter.
 */
export async function awaitsProof(ctx: Context, tx: Tx, email: string, lines: { quantity: number }[]): Promise<boolean> {
  if (await isEmailProved(tx, email)) return false;
  await lockNames(tx, ctx.dialect, ['orders of strangers']);
  const held = await countStrangersPieces(tx, anHourAgo(ctx));
  const wanted = lines.reduce((sum, line) => sum + line.quantity, 0);
  if (held.all + wanted <= HARMLESS_PIECES) return false;
  const forSale = await countForSale(tx);
  const hasMails = ctx.config.smtpUrl !== null;
  if (held.all + wanted > Math.max(MIN_LIMIT, Math.floor(forSale * (hasMails ? MAX_HELD : RAISED_FROM)))) throw refusal();
  return hasMails && held.recent + wanted > Math.max(HARMLESS_PIECES, forSale * RAISED_FROM);
}

const refusal = () =>
  new ShieldRefusal('too_many_requests', 'New buyers have too many pieces on hold right now. Please try again later, or write to us.', {
    retryAfter: (PROOF_HOURS * HOUR) / 1000,
  });

/** Tells the admin that the shield is up, at most once an hour. */
export async function tellOfShield(ctx: Context, settings: Settings): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await lockNames(tx, ctx.dialect, ['the shield is told of']);
    const [last] = await latestEvents(tx, ['shield_raised'], 1);
    if (last && last.at > anHourAgo(ctx)) return;
    const pieces = (await countStrangersPieces(tx, anHourAgo(ctx))).all;
    const forSale = await countForSale(tx);
    await addEvents(tx, [{ at: instantOf(ctx.clock), actor: 'system', kind: 'shield_raised', data: { pieces, forSale } }]);
    await queueMail(ctx, tx, { kind: 'shield_raised', about: { pieces, forSale }, other: null }, settings);
  });
}

/** What strangers hold without end counts for an hour only: after that it is the admin's own wish. */
export const anHourAgo = (ctx: Pick<Context, 'clock'>) => new Date(ctx.clock.now().getTime() - HOUR).toISOString();

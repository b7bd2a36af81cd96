/** What the admin notes of a buyer: words that only he reads, and that no order or question of an email address is taken. */

import { Problem } from '#contract/problems.ts';
import type { BlockedEmails, Buyer, BuyerChange } from '#contract/selling/buyers.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { refuseStale, versionOf } from '#server/platform/http/if-match.ts';
import { selectBlocked, selectBuyer, upsertBuyer } from './buyers.queries.ts';

export async function readBuyer(db: Db | Tx, email: string): Promise<Buyer> {
  const row = await selectBuyer(db, email);
  const note = row?.note ?? '';
  return { note, isBlocked: row !== undefined && row.blocked_at !== null, version: versionOf(note) };
}

/**
 * Notes words, blocks or unblocks; the log tells of a block without the address.
 * @throws Problem changed_meanwhile where the note has another version.
 */
export async function changeBuyer(ctx: Context, { email, note, isBlocked, orderId }: BuyerChange, ifMatch?: string): Promise<Buyer> {
  return inTransaction(ctx.db, async (tx) => {
    await lockNames(tx, ctx.dialect, ['notes on buyers']);
    const known = await readBuyer(tx, email);
    if (note !== undefined) refuseStale(ifMatch, known.version);
    const isMoved = isBlocked !== undefined && isBlocked !== known.isBlocked;
    const now = instantOf(ctx.clock);
    await upsertBuyer(tx, email, {
      ...(note !== undefined && { note }),
      ...(isMoved && { blocked_at: isBlocked ? now : null }),
    });
    if (isMoved) await addEvents(tx, [{ at: now, actor: 'owner', kind: isBlocked ? 'email_blocked' : 'email_unblocked', orderId }]);
    return readBuyer(tx, email);
  });
}

export async function listBlocked({ db }: Pick<Context, 'db'>): Promise<BlockedEmails> {
  return (await selectBlocked(db)).map(({ email, blocked_at }) => ({ email, blockedAt: blocked_at ?? '' }));
}

/**
 * Refuses what comes from a blocked email address, in words that give no reason. Asked last: what could not be taken anyway is refused for that.
 * @throws Problem state_conflict.
 */
export async function refuseBlocked(tx: Tx, email: string, what: 'order' | 'question', contactEmail: string): Promise<void> {
  if (!(await readBuyer(tx, email)).isBlocked) return;
  throw new Problem('state_conflict', `We can’t accept this ${what} online. Please email ${contactEmail}.`);
}

/** Takes over a note from an import, unless there is one. */
export async function importNote(tx: Tx, email: string, note: string): Promise<void> {
  if ((await readBuyer(tx, email)).note === '') await upsertBuyer(tx, email, { note });
}

/** Erases the note on a buyer. A block stays: it holds off who comes again, until the admin lifts it or erases all that is stored of the buyer. */
export const eraseNote = (tx: Tx, email: string): Promise<void> => upsertBuyer(tx, email, { note: '' });

/** What is noted under an email address, a block included. */
export async function notesOf({ db }: Pick<Context, 'db'>, email: string): Promise<object[]> {
  const row = await selectBuyer(db, email);
  return row ? [{ note: row.note, blockedAt: row.blocked_at }] : [];
}

/** Erases all of it. */
export const eraseNotesOf = (tx: Tx, email: string): Promise<void> => upsertBuyer(tx, email, { note: '', blocked_at: null });

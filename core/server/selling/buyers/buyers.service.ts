/** The admin's private words on buyers, and blocks of email addresses. */

import { Problem } from '#core/contract/problems.ts';
import type { BlockedEmails, Buyer, BuyerChange } from '#core/contract/selling/buyers.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { lockNames } from '#platform/db/locks.ts';
import { refuseStale, versionOf } from '#platform/http/if-match.ts';
import { selectBlocked, selectBuyer, upsertBuyer } from './buyers.queries.ts';

export async function readBuyer(db: Db | Tx, email: string): Promise<Buyer> {
  const row = await selectBuyer(db, email);
  const note = row?.note ?? '';
  return {
    note,
    isBlocked: row !== undefined && row.blocked_at !== null,
    version: versionOf(note),
  };
}

/**
 * The log tells of a block without the email address.
 * @throws Problem changed_meanwhile if the note has another version.
 */
export async function changeBuyer(
  ctx: Context,
  { email, note, isBlocked, orderId }: BuyerChange,
  ifMatch?: string,
): Promise<Buyer> {
  return perform(ctx, 'owner', async (act) => {
    const { tx, now } = act;
    await lockNames(tx, act.dialect, ['notes on buyers']);
    const known = await readBuyer(tx, email);
    if (note !== undefined) refuseStale(ifMatch, known.version);
    const isMoved = isBlocked !== undefined && isBlocked !== known.isBlocked;
    await upsertBuyer(tx, email, {
      ...(note !== undefined && { note }),
      ...(isMoved && { blocked_at: isBlocked ? now : null }),
    });
    if (isMoved)
      await act.record({ kind: isBlocked ? 'email_blocked' : 'email_unblocked', orderId });
    return readBuyer(tx, email);
  });
}

export async function listBlocked({ db }: Pick<Context, 'db'>): Promise<BlockedEmails> {
  return (await selectBlocked(db)).map(({ email, blocked_at }) => ({
    email,
    blockedAt: blocked_at ?? '',
  }));
}

/**
 * Refuses a blocked email address in words that give no reason. Call it last: what could not be
 * taken anyway is refused for that.
 * @throws Problem state_conflict.
 */
export async function refuseBlocked(
  tx: Tx,
  email: string,
  what: 'order' | 'question',
  contactEmail: string,
): Promise<void> {
  if (!(await readBuyer(tx, email)).isBlocked) return;
  throw new Problem(
    'state_conflict',
    `We can’t accept this ${what} online. Please email ${contactEmail}.`,
  );
}

/** Keeps a note that exists. */
export async function importNote(tx: Tx, email: string, note: string): Promise<void> {
  if ((await readBuyer(tx, email)).note === '') await upsertBuyer(tx, email, { note });
}

/**
 * A block stays, to hold off who comes again, until the admin lifts it or erases all that is stored
 * of the buyer.
 */
export const eraseNote = (tx: Tx, email: string): Promise<void> =>
  upsertBuyer(tx, email, { note: '' });

/** Includes a block. */
export async function notesOf({ db }: Pick<Context, 'db'>, email: string): Promise<object[]> {
  const row = await selectBuyer(db, email);
  return row ? [{ note: row.note, blockedAt: row.blocked_at }] : [];
}

/** Erases the block too. */
export const eraseNotesOf = ({ tx }: Act, email: string): Promise<void> =>
  upsertBuyer(tx, email, { note: '', blocked_at: null });

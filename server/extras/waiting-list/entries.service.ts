/** What the admin sees of waiting lists, and what becomes of the email addresses in them. */

import type { TodayRow } from '#contract/admin/today.ts';
import type { WaitingEntry } from '#contract/extras/waiting-list/waiting-list.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { lockStock } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { removeKeyedMails } from '#server/features/messages/mail/mail.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { finishEntry } from './ending.ts';
import { mailKeysOf } from './entry-mails.ts';
import { endByHand } from './joining.service.ts';
import {
  clearEmails,
  clearIpAddresses,
  deleteEntries,
  type EntryRow,
  selectEndedWithEmail,
  selectEntriesOf,
  selectEntry,
  selectLine,
  selectOffers,
  selectUnconfirmed,
} from './waiting-list.queries.ts';
import { followLine, readRules } from './waiting-list.service.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long an ended entry keeps its email address: its owner may still ask what became of it. */
const EMAIL_LIFE_MS = 30 * DAY_MS;
const MAX_CLEANED_AT_ONCE = 500;

/** Those in line for a specimen, the first one first. */
export async function readWaitingList({ db }: Pick<Context, 'db'>, specimenId: number): Promise<WaitingEntry[]> {
  return (await selectLine(db, specimenId)).map((row) => ({
    id: row.id,
    email: row.email,
    since: row.confirmed_at ?? row.created_at,
    offeredUntil: row.offered_until,
  }));
}

/** Removes someone from a waiting list; no email is sent. @throws Problem not_found, for an entry that has ended too. */
export async function removeEntry(ctx: Context, id: number): Promise<void> {
  const row = await selectEntry(ctx.db, id);
  if (!row || !(await endByHand(ctx, id, row.specimen_id, 'removed'))) throw new Problem('not_found', 'No one is on this waiting list');
}

/** Empties a waiting list, so that anyone can buy what is available; no email is sent. */
export async function emptyLine(ctx: Context, specimenId: number): Promise<void> {
  const rules = await readRules(ctx);
  const isChanged = await inTransaction(ctx.db, async (tx) => {
    if (!(await lockStock(tx, specimenId))) return false;
    const at = instantOf(ctx.clock);
    for (const { id } of await selectLine(tx, specimenId)) await finishEntry(tx, id, { as: 'removed', at, actor: 'owner' });
    return followLine(ctx, tx, specimenId, rules);
  });
  if (isChanged) ctx.invalidateCache(changedStock([specimenId]));
}

/** The offers that last, the one that ends first before the others. */
export async function currentOffers(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  limit: number,
): Promise<{ count: number; rows: TodayRow[] }> {
  const offers = await selectOffers(db, instantOf(clock));
  const rows = offers.slice(0, limit).map(({ id, specimen_id, title, email, offered_until }) => ({
    id,
    orderId: null,
    specimenId: specimen_id,
    title,
    detail: email,
    amount: null,
    at: offered_until,
  }));
  return { count: offers.length, rows };
}

/** Everything that waiting lists have of an email address, whatever its case; without the keys of links. */
export async function entriesOf({ db }: Pick<Context, 'db'>, email: string): Promise<Omit<EntryRow, 'entry_key'>[]> {
  return (await selectEntriesOf(db, email)).map(({ entry_key: _, ...row }) => row);
}

/** Takes an email address out of every line and forgets it, with its mails. The lines follow in the next round of the schedule. */
export async function eraseEntriesOf(tx: Tx, email: string, now: string): Promise<void> {
  const specimenIds = new Set((await selectEntriesOf(tx, email)).flatMap(({ specimen_id: id }) => id ?? []));
  // In the same order everywhere, so that two transactions never wait for each other.
  for (const id of [...specimenIds].toSorted((a, b) => a - b)) await lockStock(tx, id);
  // An offer may have been made before its line was locked.
  const rows = await selectEntriesOf(tx, email);
  for (const { id } of rows) await finishEntry(tx, id, { as: 'removed', at: now, actor: 'owner' });
  await forget(tx, rows);
}

/**
 * Clears what is no longer needed: IP addresses from the instant on, questions unanswered for a day, and the email addresses of
 * entries that ended a month ago.
 */
export async function cleanUpEntries(ctx: Context, until: string): Promise<void> {
  await clearIpAddresses(ctx.db, until);
  const before = (ms: number) => new Date(ctx.clock.now().getTime() - ms).toISOString();
  const unconfirmed = await selectUnconfirmed(ctx.db, before(DAY_MS), MAX_CLEANED_AT_ONCE);
  const ended = await selectEndedWithEmail(ctx.db, before(EMAIL_LIFE_MS), MAX_CLEANED_AT_ONCE);
  await inTransaction(ctx.db, async (tx) => {
    await removeKeyedMails(tx, unconfirmed.flatMap(mailKeysOf));
    await deleteEntries(
      tx,
      unconfirmed.map(({ id }) => id),
    );
    await forget(tx, ended);
  });
}

async function forget(tx: Tx, rows: EntryRow[]): Promise<void> {
  await removeKeyedMails(tx, rows.flatMap(mailKeysOf));
  await clearEmails(
    tx,
    rows.map(({ id }) => id),
  );
}

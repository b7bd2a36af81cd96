/** A visitor's place in line: asked for by an email address, confirmed and left by the link in its mail. */

import type { Entry, NewEntry } from '#contract/extras/waiting-list/waiting-list.ts';
import type { EntryState } from '#contract/extras/waiting-list/waiting-rules.ts';
import type { KeyedLink } from '#contract/messages/keyed-links.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { readSetting } from '#server/features/admin/settings/settings.service.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { getSpecimen, noSuchSpecimen } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { isForSale, lockStock, type StockRow } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { checkForm } from '#server/features/messages/forms/forms.service.ts';
import { readBuyer } from '#server/features/selling/buyers/buyers.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { failureOf } from '#server/platform/db/failures.ts';
import { inTransaction, writeOrTakeBack } from '#server/platform/db/transaction.ts';
import { newToken } from '#server/platform/http/cookies.ts';
import { isSecret } from '#server/platform/http/secrets.ts';
import { finishEntry } from './ending.ts';
import { mailAbout } from './entry-mails.ts';
import { checkLimits, checkPlaces } from './waiting-limits.ts';
import { type EntryRow, insertEntry, reopenEntry, selectEntry, selectKnown, selectLine, updateEntry } from './waiting-list.queries.ts';
import { followLine, readRules } from './waiting-list.service.ts';

/** If none of them buys, no one else can for this many days. */
const MAX_LINE = 20;
const UNCONFIRMED_LIFE_MS = 24 * 60 * 60_000;

/**
 * Asks an email address by mail whether it wants a place in line. The same happens for every address, known or not.
 * @throws Problem not_found, for a hidden specimen too; state_conflict where nobody can wait; too_many_requests; what `checkForm` throws.
 */
export async function askToWait(ctx: Context, specimenId: number, input: NewEntry, ipAddress: string): Promise<void> {
  await checkForm(ctx, input);
  const { title, canWait, status } = await getSpecimen(ctx, specimenId, { hidden: false });
  if (!canWait) {
    throw new Problem(
      'state_conflict',
      status === 'available' ? `“${title}” is available: you can buy it now.` : `“${title}” has no waiting list.`,
    );
  }
  const rules = await readRules(ctx);
  const write = async (tx: Tx) => {
    const line = await selectLine(tx, specimenId);
    // Whether the shop knows the address must not show before its owner has opened the mail.
    if (isFull(line) && !lastUnknown(line, await selectKnown(tx, specimenId))) throw fullLine(title);
    const isInLimits = !ctx.config.rateLimits || (await checkLimits(ctx, tx, { ipAddress, specimenId, email: input.email }));
    const { isBlocked } = await readBuyer(tx, input.email);
    const row = { specimen_id: specimenId, title, email: input.email, entry_key: newToken(), ip_address: ipAddress };
    const id = await insertEntry(tx, { ...row, created_at: instantOf(ctx.clock) });
    const entry = await selectEntry(tx, id);
    if (entry) await writeOrTakeBack(tx, isInLimits && !isBlocked, () => mailAbout(ctx, tx, 'waiting_question', entry, rules));
  };
  try {
    await inTransaction(ctx.db, write);
  } catch (error) {
    // Deleted between its reading and now.
    throw failureOf(error) === 'foreign_key' ? noSuchSpecimen() : error;
  }
}

/** @throws Problem not_found, the same for an entry that is there and a key that is not its own. */
export async function readEntry(ctx: Context, given: KeyedLink): Promise<Entry> {
  return toEntry(ctx, await readableEntry(ctx, given));
}

/**
 * Puts the entry at the end of the line, also one that let its offer pass. Once more it changes nothing, and neither does it where there is no line: the state says so.
 * In a full line, an address known from an order takes the place of the last unknown one that has no offer: strangers cannot close a line to buyers.
 * @throws Problem not_found; state_conflict where the line is full, or its network or its address has places enough.
 */
export async function confirmEntry(ctx: Context, given: KeyedLink): Promise<Entry> {
  const { specimen_id: specimenId, title } = await readableEntry(ctx, given);
  const rules = await readRules(ctx);
  const isChanged = await inTransaction(ctx.db, async (tx) => {
    const stock = specimenId === null ? undefined : await lockStock(tx, specimenId);
    const row = await selectEntry(tx, given.id);
    const hasPassed = row?.ended_as === 'passed';
    if (!row || (!hasPassed && (row.ended_at !== null || row.confirmed_at !== null))) return false;
    // Its email address has been erased.
    if (hasPassed && row.email === '') throw noSuchLink();
    const line = stock ? await selectLine(tx, stock.id) : [];
    const now = instantOf(ctx.clock);
    const end = rules.hours === 0 ? 'closed' : noLineFor(stock, line, row);
    if (hasPassed && (end !== null || !stock)) return false;
    if (end !== null || !stock) {
      await finishEntry(tx, given.id, { as: end ?? 'gone', at: now, actor: 'system' });
      return false;
    }
    const known = await selectKnown(tx, stock.id);
    const displaced = isFull(line) && known.includes(row.id) ? lastUnknown(line, known) : undefined;
    if (isFull(line) && !displaced) throw fullLine(title);
    if (ctx.config.rateLimits) {
      await checkPlaces(
        tx,
        line.filter((other) => other !== displaced),
        row,
      );
    }
    const ended = displaced && (await finishEntry(tx, displaced.id, { as: 'displaced', at: now, actor: 'system' }));
    if (ended) await mailAbout(ctx, tx, 'waiting_ended', ended, rules);
    if (hasPassed) await reopenEntry(tx, given.id, now);
    else await updateEntry(tx, given.id, { confirmed_at: now });
    return followLine(ctx, tx, stock.id, rules);
  });
  if (isChanged && specimenId !== null) ctx.invalidateCache(changedStock([specimenId]));
  return readEntry(ctx, given);
}

/** Leaves the line; an offer goes to the next. Once more it changes nothing. @throws Problem not_found. */
export async function leaveLine(ctx: Context, given: KeyedLink): Promise<Entry> {
  const { specimen_id: specimenId } = await readableEntry(ctx, given);
  await endByHand(ctx, given.id, specimenId, 'left');
  return readEntry(ctx, given);
}

/** Ends an entry that somebody wants to end, and lets its line follow. @returns whether it was open. */
export async function endByHand(ctx: Context, id: number, specimenId: number | null, as: 'left' | 'removed'): Promise<boolean> {
  const rules = await readRules(ctx);
  const isEnded = await inTransaction(ctx.db, async (tx) => {
    // Before the entry, as every transaction does it.
    if (specimenId !== null) await lockStock(tx, specimenId);
    if (!(await finishEntry(tx, id, { as, at: instantOf(ctx.clock), actor: as === 'left' ? 'buyer' : 'owner' }))) return false;
    if (specimenId !== null) await followLine(ctx, tx, specimenId, rules);
    return true;
  });
  if (isEnded && specimenId !== null) ctx.invalidateCache(changedStock([specimenId]));
  return isEnded;
}

/** How an entry ends that can get no place in line; null where it can. */
function noLineFor(stock: StockRow | undefined, line: EntryRow[], entry: EntryRow): 'sold' | 'gone' | 'free' | 'double' | null {
  if (stock?.status === 'sold') return 'sold';
  if (!stock || !isForSale(stock)) return 'gone';
  if (stock.status === 'available') return 'free';
  return line.some((other) => other.email.toLowerCase() === entry.email.toLowerCase()) ? 'double' : null;
}

const isFull = (line: EntryRow[]) => line.length >= MAX_LINE;

/** The last entry in line without an offer whose address is verified by no order. */
const lastUnknown = (line: EntryRow[], known: number[]) => line.findLast(({ id, offers }) => offers === 0 && !known.includes(id));

const noSuchLink = () => new Problem('not_found', 'This link has expired or isn’t valid.');
const fullLine = (title: string) => new Problem('state_conflict', `The waiting list for “${title}” is full.`);

async function readableEntry(ctx: Context, { id, key }: KeyedLink): Promise<EntryRow> {
  const row = await selectEntry(ctx.db, id);
  const isOld = row?.confirmed_at === null && ctx.clock.now().getTime() - Date.parse(row.created_at) > UNCONFIRMED_LIFE_MS;
  if (!row || isOld || !isSecret(key, row.entry_key)) throw noSuchLink();
  return row;
}

async function toEntry(ctx: Context, row: EntryRow): Promise<Entry> {
  const { id, specimen_id: specimenId, title } = row;
  const state = stateOf(row, instantOf(ctx.clock));
  const line = state === 'waiting' && specimenId !== null ? await selectLine(ctx.db, specimenId) : [];
  const ahead = line.findIndex((other) => other.id === id);
  const { waitingHours: hours } = await readSetting(ctx, 'orders');
  const offeredUntil = state === 'offered' ? row.offered_until : null;
  return { id, specimenId, title, state, offeredUntil, ahead: ahead < 0 ? null : ahead, hours };
}

function stateOf(row: EntryRow, now: string): EntryState {
  if (row.ended_as !== null) return row.ended_as;
  if (row.confirmed_at === null) return 'unconfirmed';
  if (row.offered_until === null) return 'waiting';
  return row.offered_until > now ? 'offered' : 'passed';
}

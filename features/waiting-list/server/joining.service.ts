import { DAY_MS } from '#core/contract/durations.ts';
import type { KeyedLink } from '#core/contract/messages/keyed-links.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import {
  getSpecimen,
  noSuchSpecimen,
} from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import {
  isForSale,
  lockStock,
  type StockRow,
} from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import { checkForm } from '#core/server/messages/forms/forms.service.ts';
import { perform } from '#core/server/perform.ts';
import { readBuyer } from '#core/server/selling/buyers/buyers.service.ts';
import type { Entry, NewEntry } from '#features/waiting-list/contract/waiting-list.ts';
import type { EntryState } from '#features/waiting-list/contract/waiting-rules.ts';
import { failureOf } from '#platform/db/failures.ts';
import { writeOrTakeBack } from '#platform/db/transaction.ts';
import { newToken } from '#platform/http/cookies.ts';
import { isSecret } from '#platform/http/secrets.ts';
import { finishEntry } from './ending.ts';
import { mailAbout } from './entry-mails.ts';
import { checkLimits, checkPlaces } from './waiting-limits.ts';
import {
  type EntryRow,
  insertEntry,
  reopenEntry,
  selectEntry,
  selectKnown,
  selectLine,
  updateEntry,
} from './waiting-list.queries.ts';
import { followLine } from './waiting-list.service.ts';

/** If none of them buys, no one else can for this many days. */
const MAX_LINE = 20;
const UNCONFIRMED_LIFE_MS = DAY_MS;

/**
 * The same happens for every address, known or not.
 * @throws Problem not_found, for a hidden specimen too; state_conflict where nobody can wait;
 * too_many_requests; what `checkForm` throws.
 */
export async function askToWait(
  ctx: Context,
  specimenId: number,
  input: NewEntry,
  ipAddress: string,
): Promise<void> {
  await checkForm(ctx, input);
  const { title, canWait, status } = await getSpecimen(ctx, specimenId, { hidden: false });
  if (!canWait) {
    throw new Problem(
      'state_conflict',
      status === 'available'
        ? `“${title}” is available: you can buy it now.`
        : `“${title}” has no waiting list.`,
    );
  }
  const write = async (act: Act) => {
    const { tx } = act;
    const line = await selectLine(tx, specimenId);
    // Whether the shop knows the address must not show before its owner has opened the mail.
    if (isFull(line) && !lastUnknown(line, await selectKnown(tx, specimenId)))
      throw fullLine(title);
    const isInLimits =
      !act.config.rateLimits ||
      (await checkLimits(act, { ipAddress, specimenId, email: input.email }));
    const { isBlocked } = await readBuyer(tx, input.email);
    const row = {
      specimen_id: specimenId,
      title,
      email: input.email,
      entry_key: newToken(),
      ip_address: ipAddress,
    };
    const id = await insertEntry(tx, { ...row, created_at: act.now });
    const entry = await selectEntry(tx, id);
    if (entry)
      await writeOrTakeBack(tx, isInLimits && !isBlocked, () =>
        mailAbout(act, 'waiting_question', entry),
      );
  };
  try {
    await perform(ctx, 'buyer', write);
  } catch (error) {
    // Deleted between its reading and now.
    throw failureOf(error) === 'foreign_key' ? noSuchSpecimen() : error;
  }
}

/** @throws Problem not_found, alike for a missing entry and a key that is not its own. */
export async function readEntry(ctx: Context, given: KeyedLink): Promise<Entry> {
  return toEntry(ctx, await readableEntry(ctx, given));
}

/**
 * Repeating changes nothing, nor does a missing line: the state says so. In a full line, an address
 * known from an order replaces the last unknown one without an offer: strangers cannot close a line
 * to buyers.
 * @throws Problem not_found; state_conflict where the line is full, or its network or its address
 * has places enough.
 */
export async function confirmEntry(ctx: Context, given: KeyedLink): Promise<Entry> {
  const { specimen_id: specimenId, title } = await readableEntry(ctx, given);
  await perform(ctx, 'buyer', async (act) => {
    const { tx, now } = act;
    const stock = specimenId === null ? undefined : await lockStock(tx, specimenId);
    const row = await selectEntry(tx, given.id);
    const hasPassed = row?.ended_as === 'passed';
    if (!row || (!hasPassed && (row.ended_at !== null || row.confirmed_at !== null))) return;
    // Its email address has been erased.
    if (hasPassed && row.email === '') throw noSuchLink();
    const line = stock ? await selectLine(tx, stock.id) : [];
    const { waitingHours: hours } = (await act.settings()).orders;
    const end = hours === 0 ? 'closed' : noLineFor(stock, line, row);
    if (hasPassed && (end !== null || !stock)) return;
    if (end !== null || !stock) {
      await finishEntry(act, given.id, { as: end ?? 'gone', actor: 'system' });
      return;
    }
    const known = await selectKnown(tx, stock.id);
    const displaced = isFull(line) && known.includes(row.id) ? lastUnknown(line, known) : undefined;
    if (isFull(line) && !displaced) throw fullLine(title);
    if (act.config.rateLimits) {
      await checkPlaces(
        tx,
        line.filter((other) => other !== displaced),
        row,
      );
    }
    const ended =
      displaced && (await finishEntry(act, displaced.id, { as: 'displaced', actor: 'system' }));
    if (ended) await mailAbout(act, 'waiting_ended', ended);
    if (hasPassed) await reopenEntry(tx, given.id, now);
    else await updateEntry(tx, given.id, { confirmed_at: now });
    await followLine(act, stock.id);
  });
  return readEntry(ctx, given);
}

/**
 * An offer goes to the next in line. Repeating changes nothing.
 * @throws Problem not_found
 */
export async function leaveLine(ctx: Context, given: KeyedLink): Promise<Entry> {
  const { specimen_id: specimenId } = await readableEntry(ctx, given);
  await endByHand(ctx, given.id, specimenId, 'left');
  return readEntry(ctx, given);
}

/** The line follows. @returns whether the entry was open. */
export const endByHand = (
  ctx: Context,
  id: number,
  specimenId: number | null,
  as: 'left' | 'removed',
): Promise<boolean> =>
  perform(ctx, as === 'left' ? 'buyer' : 'owner', async (act) => {
    // Before the entry, as every transaction does it.
    if (specimenId !== null) await lockStock(act.tx, specimenId);
    if (!(await finishEntry(act, id, { as, actor: act.actor }))) return false;
    if (specimenId !== null) await followLine(act, specimenId);
    return true;
  });

/** Null where the entry can get a place in line. */
function noLineFor(
  stock: StockRow | undefined,
  line: EntryRow[],
  entry: EntryRow,
): 'sold' | 'gone' | 'free' | 'double' | null {
  if (stock?.status === 'sold') return 'sold';
  if (!stock || !isForSale(stock)) return 'gone';
  if (stock.status === 'available') return 'free';
  return line.some((other) => other.email.toLowerCase() === entry.email.toLowerCase())
    ? 'double'
    : null;
}

const isFull = (line: EntryRow[]) => line.length >= MAX_LINE;

const lastUnknown = (line: EntryRow[], known: number[]) =>
  line.findLast(({ id, offers }) => offers === 0 && !known.includes(id));

const noSuchLink = () => new Problem('not_found', 'This link has expired or isn’t valid.');
const fullLine = (title: string) =>
  new Problem('state_conflict', `The waiting list for “${title}” is full.`);

async function readableEntry(ctx: Context, { id, key }: KeyedLink): Promise<EntryRow> {
  const row = await selectEntry(ctx.db, id);
  const isOld =
    row?.confirmed_at === null &&
    ctx.clock.now().getTime() - Date.parse(row.created_at) > UNCONFIRMED_LIFE_MS;
  if (!row || isOld || !isSecret(key, row.entry_key)) throw noSuchLink();
  return row;
}

async function toEntry(ctx: Context, row: EntryRow): Promise<Entry> {
  const { id, specimen_id: specimenId, title } = row;
  const state = stateOf(row, ctx.clock.now().toISOString());
  const isInLine = state === 'waiting' || state === 'offered';
  const line = isInLine && specimenId !== null ? await selectLine(ctx.db, specimenId) : [];
  const place = line.findIndex((other) => other.id === id);
  const isFollowed =
    place >= 0 && line.slice(place + 1).some((other) => other.offered_until === null);
  const ahead = state === 'waiting' && place >= 0 ? place : null;
  const { waitingHours: hours } = await readSetting(ctx, 'orders');
  const offeredUntil = state === 'offered' ? row.offered_until : null;
  return { id, specimenId, title, state, offeredUntil, ahead, isFollowed, hours };
}

function stateOf(row: EntryRow, now: string): EntryState {
  if (row.ended_as !== null) return row.ended_as;
  if (row.confirmed_at === null) return 'unconfirmed';
  if (row.offered_until === null) return 'waiting';
  return row.offered_until > now ? 'offered' : 'passed';
}

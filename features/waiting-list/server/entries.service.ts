import type { TodayRow } from '#core/contract/admin/today-rows.ts';
import { DAY_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import { lockStock } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import { removeKeyedMails } from '#core/server/messages/mail/mail.service.ts';
import { perform } from '#core/server/perform.ts';
import type { WaitingEntry } from '#features/waiting-list/contract/waiting-list.ts';
import { instantOf } from '#platform/clock.ts';
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
import { followLine } from './waiting-list.service.ts';

/** An ended entry keeps its email address so long: its owner may still ask what became of it. */
const EMAIL_LIFE_MS = 30 * DAY_MS;
const MAX_CLEANED_AT_ONCE = 500;

/** The first in line comes first. */
export async function readWaitingList(
  { db }: Pick<Context, 'db'>,
  specimenId: number,
): Promise<WaitingEntry[]> {
  return (await selectLine(db, specimenId)).map((row) => ({
    id: row.id,
    email: row.email,
    since: row.confirmed_at ?? row.created_at,
    offeredUntil: row.offered_until,
  }));
}

/** Sends no email. @throws Problem not_found, for an entry that has ended too. */
export async function removeEntry(ctx: Context, id: number): Promise<void> {
  const row = await selectEntry(ctx.db, id);
  if (!row || !(await endByHand(ctx, id, row.specimen_id, 'removed')))
    throw new Problem('not_found', 'No one is on this waiting list');
}

/** Sends no email. */
export const emptyLine = (ctx: Context, specimenId: number): Promise<void> =>
  perform(ctx, 'owner', async (act) => {
    if (!(await lockStock(act.tx, specimenId))) return;
    for (const { id } of await selectLine(act.tx, specimenId))
      await finishEntry(act, id, { as: 'removed', actor: 'owner' });
    await followLine(act, specimenId);
  });

/** The first to end comes first. */
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

/** Ignores the address's case; leaves out the keys of links. */
export async function entriesOf(
  { db }: Pick<Context, 'db'>,
  email: string,
): Promise<Omit<EntryRow, 'entry_key'>[]> {
  return (await selectEntriesOf(db, email)).map(({ entry_key: _, ...row }) => row);
}

/** Its mails go too. The lines follow in the schedule's next round. */
export async function eraseEntriesOf(act: Act, email: string): Promise<void> {
  const { tx } = act;
  const specimenIds = new Set(
    (await selectEntriesOf(tx, email)).flatMap(({ specimen_id: id }) => id ?? []),
  );
  // In the same order everywhere, so two transactions never wait for each other.
  for (const id of [...specimenIds].toSorted((a, b) => a - b)) await lockStock(tx, id);
  // An offer may have been made before its line was locked.
  const rows = await selectEntriesOf(tx, email);
  for (const { id } of rows) await finishEntry(act, id, { as: 'removed', actor: 'owner' });
  await forget(act, rows);
}

/**
 * Clears IP addresses from the instant on, day-old questions, and email addresses that ended a
 * month ago.
 */
export const cleanUpEntries = (ctx: Context, until: string): Promise<void> =>
  perform(ctx, 'system', async (act) => {
    const { tx } = act;
    await clearIpAddresses(tx, until);
    const before = (ms: number) => new Date(Date.parse(act.now) - ms).toISOString();
    const unconfirmed = await selectUnconfirmed(tx, before(DAY_MS), MAX_CLEANED_AT_ONCE);
    const ended = await selectEndedWithEmail(tx, before(EMAIL_LIFE_MS), MAX_CLEANED_AT_ONCE);
    await removeKeyedMails(tx, unconfirmed.flatMap(mailKeysOf));
    await deleteEntries(
      tx,
      unconfirmed.map(({ id }) => id),
    );
    await forget(act, ended);
  });

async function forget({ tx }: Act, rows: EntryRow[]): Promise<void> {
  await removeKeyedMails(tx, rows.flatMap(mailKeysOf));
  await clearEmails(
    tx,
    rows.map(({ id }) => id),
  );
}

/**
 * The line of those who wait for a specimen: what becomes free is offered to the first one alone, then to the next, then to everybody. So many free
 * pieces as there are entries belong to the line at every instant (`specimens.waiting`); here it is decided who may buy which.
 */
import type { Settings } from '#contract/settings.ts';
import { entryEndTable, entryPath } from '#contract/waiting-rules.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/events/events.service.ts';
import { mailStatusesByKey, queueMail, removeKeyedMails } from '#server/features/mail/mail.service.ts';
import { readSetting, readSettings } from '#server/features/settings/settings.service.ts';
import { changedStock } from '#server/features/specimens/cache-tags.ts';
import { lockStock, readStock, setWaiting } from '#server/features/specimens/stock/stock.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { DueKind } from '#server/platform/jobs/due.ts';
import { type LineRules, type LineStep, lineSteps } from './line-rules.ts';
import {
  type EntryRow,
  endEntry,
  selectDueLines,
  selectEntry,
  selectLine,
  selectNextEnd,
  selectOrphans,
  updateEntry,
} from './waiting-list.queries.ts';

/** What the admin has set, read before a transaction begins. */
export type Rules = LineRules & { settings: Settings };

export async function readRules(ctx: Context): Promise<Rules> {
  const [settings, { waitingHours }] = await Promise.all([readSettings(ctx), readSetting(ctx, 'orders')]);
  return { settings, hours: waitingHours, canMail: ctx.config.smtpUrl !== null };
}

/**
 * Lets the lines of specimens follow a change of their stock, in its transaction: offers what has become free, ends what has nothing to wait for.
 * The caller invalidates their pages.
 */
export async function followLines(ctx: Context, tx: Tx, specimenIds: number[], rules: Rules): Promise<void> {
  const stock = await readStock(tx, specimenIds);
  // In the same order everywhere, so that two transactions never wait for each other.
  const waitedFor = [...stock.values()].filter(({ waiting }) => waiting > 0).toSorted((a, b) => a.id - b.id);
  for (const { id } of waitedFor) await followLine(ctx, tx, id, rules);
}

/** The same for one specimen, whose entries the caller may have changed under its lock. @returns whether anything has changed. */
export async function followLine(ctx: Context, tx: Tx, specimenId: number, rules: Rules): Promise<boolean> {
  const stock = await lockStock(tx, specimenId);
  if (!stock) return false;
  const now = instantOf(ctx.clock);
  const rows = await selectLine(tx, specimenId);
  const told = await mailStatusesByKey(tx, rows.filter((row) => row.offers > 0).map(offerKey));
  const entries = rows.map((row) => ({ ...row, isUntold: told.get(offerKey(row)) === 'waiting' }));
  const steps = lineSteps(stock, entries, rules, now);
  const ended = steps.filter(({ kind }) => kind === 'end').length;
  if (steps.length === 0 && stock.waiting === rows.length) return false;
  for (const row of rows) {
    const step = steps.find(({ id }) => id === row.id);
    if (step) await take(ctx, tx, row, step, rules.settings);
  }
  await setWaiting(tx, specimenId, rows.length - ended, now);
  return true;
}

async function take(ctx: Context, tx: Tx, row: EntryRow, step: LineStep, settings: Settings): Promise<void> {
  const now = instantOf(ctx.clock);
  const event = { at: now, actor: 'system', specimenId: row.specimen_id } as const;
  if (step.kind === 'withdraw') {
    await updateEntry(tx, row.id, { offered_until: null });
    return addEvents(tx, [{ ...event, kind: 'waiting_withdrawn', data: { entry: row.id } }]);
  }
  if (step.kind === 'end') {
    await endEntry(tx, row.id, step.as, now);
    await addEvents(tx, [{ ...event, kind: 'waiting_ended', data: { entry: row.id, as: step.as } }]);
    if (entryEndTable[step.as].isMailed) await mailAbout(ctx, tx, 'waiting_ended', { ...row, ended_as: step.as }, settings);
    return;
  }
  // What was not sent yet would name an end that is over.
  if (step.isRenewal) await removeKeyedMails(tx, [offerKey(row)]);
  const offer = { offered_until: step.until, offers: row.offers + 1, renewed_at: step.isRenewal ? now : null };
  await updateEntry(tx, row.id, offer);
  await addEvents(tx, [{ ...event, kind: 'waiting_offered', data: { entry: row.id, until: step.until } }]);
  await mailAbout(ctx, tx, 'waiting_offer', { ...row, ...offer }, settings);
}

/** The dedupe key of the mail about an entry's latest offer. */
const offerKey = ({ id, offers }: Pick<EntryRow, 'id' | 'offers'>) => `waiting offer ${id} ${offers}`;

/** The dedupe keys of all mails about an entry. */
export const mailKeysOf = ({ id, offers }: EntryRow): string[] => [
  `waiting question ${id}`,
  `waiting ended ${id}`,
  ...Array.from({ length: offers }, (_, index) => offerKey({ id, offers: index + 1 })),
];

/** Queues a mail about an entry to its email address, each only once. */
export async function mailAbout(
  ctx: Context,
  tx: Tx,
  kind: 'waiting_question' | 'waiting_offer' | 'waiting_ended',
  row: EntryRow,
  settings: Settings,
): Promise<void> {
  const { id, title, email, offered_until: offeredUntil, ended_as: endedAs } = row;
  const about = { title, path: entryPath(id, row.entry_key), offeredUntil, isRenewed: row.renewed_at !== null, endedAs };
  const dedupeKey = kind === 'waiting_offer' ? offerKey(row) : `${kind.replace('_', ' ')} ${id}`;
  await queueMail(ctx, tx, { kind, about, other: { name: '', address: email }, dedupeKey }, settings);
}

/** Offers that end, and lines in which something else is to happen: whatever changes a specimen, its line follows. */
export const waitingLines: DueKind<Context> = {
  name: 'waiting lists',
  nextAt: ({ db }) => selectNextEnd(db),
  dueIds: async (ctx, now, limit) => selectDueLines(ctx.db, now, (await readSetting(ctx, 'orders')).waitingHours === 0, limit),
  settle: settleLine,
};

async function settleLine(ctx: Context, specimenId: number): Promise<void> {
  const rules = await readRules(ctx);
  const isChanged = await inTransaction(ctx.db, (tx) => followLine(ctx, tx, specimenId, rules));
  if (isChanged) ctx.invalidateCache(changedStock([specimenId]));
}

/** Entries whose specimen has been deleted. */
export const waitingForDeleted: DueKind<Context> = {
  name: 'waiting lists of deleted specimens',
  nextAt: async () => null,
  dueIds: ({ db }, _now, limit) => selectOrphans(db, limit),
  settle: async (ctx, id) => {
    const rules = await readRules(ctx);
    await inTransaction(ctx.db, async (tx) => {
      const row = await selectEntry(tx, id);
      if (row && (await endEntry(tx, id, 'gone', instantOf(ctx.clock)))) {
        await mailAbout(ctx, tx, 'waiting_ended', { ...row, ended_as: 'gone' }, rules.settings);
      }
    });
  },
};

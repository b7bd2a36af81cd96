/**
 * The line of those who wait for a specimen: what becomes free is offered to the first one alone, then to the next, then to everybody. At every
 * instant as many available pieces belong to the line as it has entries (`specimens.waiting`); this service decides who may buy which.
 */

import type { Settings } from '#contract/admin/settings.ts';
import { entryEndTable } from '#contract/extras/waiting-list/waiting-rules.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSetting, readSettings } from '#server/features/admin/settings/settings.service.ts';
import { changedStock } from '#server/features/catalogue/specimens/cache-tags.ts';
import { lockStock, readStock, setWaiting } from '#server/features/catalogue/specimens/stock/stock.service.ts';
import { hasMailServer } from '#server/features/messages/mail/mail-server.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { DueKind } from '#server/platform/jobs/due.ts';
import { finishEntry } from './ending.ts';
import { mailAbout, takeBackOfferMail, toldEntries } from './entry-mails.ts';
import { type LineRules, type LineStep, lineSteps } from './line-rules.ts';
import {
  type EntryRow,
  selectBlocked,
  selectDueLines,
  selectLine,
  selectNextEnd,
  selectOrphans,
  updateEntry,
} from './waiting-list.queries.ts';

/** What the admin has set, read before a transaction begins. */
export type Rules = LineRules & { settings: Settings };

export async function readRules(ctx: Context): Promise<Rules> {
  const [settings, { waitingHours }] = await Promise.all([readSettings(ctx), readSetting(ctx, 'orders')]);
  return { settings, hours: waitingHours, canMail: await hasMailServer(ctx) };
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
  const [told, blocked] = [await toldEntries(tx, rows), await selectBlocked(tx, specimenId)];
  const entries = rows.map((row) => ({ ...row, isUntold: !told.has(row.id), isBlocked: blocked.includes(row.id) }));
  const steps = lineSteps(stock, entries, rules, now);
  const ended = steps.filter(({ kind }) => kind === 'end').length;
  if (steps.length === 0 && stock.waiting === rows.length) return false;
  for (const row of rows) {
    const step = steps.find(({ id }) => id === row.id);
    if (step) await take(ctx, tx, row, step, rules);
  }
  await setWaiting(tx, specimenId, rows.length - ended, now);
  return true;
}

async function take(ctx: Context, tx: Tx, row: EntryRow, step: LineStep, rules: Rules): Promise<void> {
  const now = instantOf(ctx.clock);
  const event = { at: now, actor: 'system', specimenId: row.specimen_id } as const;
  if (step.kind === 'withdraw') {
    if (!(await updateEntry(tx, row.id, { offered_until: null }))) return;
    await takeBackOfferMail(tx, row);
    return addEvents(tx, [{ ...event, kind: 'waiting_withdrawn', data: { entry: row.id } }]);
  }
  if (step.kind === 'end') {
    const ended = await finishEntry(tx, row.id, { as: step.as, at: now, actor: 'system' });
    if (ended && entryEndTable[step.as].isMailed) await mailAbout(ctx, tx, 'waiting_ended', ended, rules);
    return;
  }
  const offer = { offered_until: step.until, offers: row.offers + 1, renewed_at: step.isRenewal ? now : null };
  if (!(await updateEntry(tx, row.id, offer))) return;
  if (step.isRenewal) await takeBackOfferMail(tx, row);
  await addEvents(tx, [{ ...event, kind: 'waiting_offered', data: { entry: row.id, until: step.until } }]);
  await mailAbout(ctx, tx, 'waiting_offer', { ...row, ...offer }, rules);
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
      const row = await finishEntry(tx, id, { as: 'gone', at: instantOf(ctx.clock), actor: 'system' });
      if (row) await mailAbout(ctx, tx, 'waiting_ended', row, rules);
    });
  },
};

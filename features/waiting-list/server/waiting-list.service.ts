/**
 * What becomes free is offered to the first in line alone, then to the next, then to everybody. At
 * every instant as many available pieces belong to the line as it has entries
 * (`specimens.waiting`); this service decides who may buy which.
 */

import type { Act } from '#core/server/act.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import {
  lockStock,
  readStock,
  setWaiting,
} from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import { hasMailServer } from '#core/server/messages/mail/mail-server.service.ts';
import { perform } from '#core/server/perform.ts';
import { entryEndTable } from '#features/waiting-list/contract/waiting-rules.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { noteChange } from '#platform/db/row-changes.ts';
import { HOLD_ROWS } from '#platform/db/schema-watched.ts';
import type { DueKind } from '#platform/jobs/due.ts';
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
  selectWaitedFor,
  updateEntry,
} from './waiting-list.queries.ts';

export const readRules = async (
  ctx: Pick<Context, 'config'> & { db: Db | Tx },
): Promise<LineRules> => ({
  hours: (await readSetting(ctx, 'orders')).waitingHours,
  canMail: await hasMailServer(ctx),
});

/** Call it after a change of stock. */
export async function followLines(act: Act, specimenIds: number[] | null): Promise<void> {
  // In the same order everywhere, so two transactions never wait for each other.
  for (const id of await waitedFor(act.tx, specimenIds)) await followLine(act, id);
}

const MAX_NAMED = 1_000;

/** Ascending ids; null: of all specimens. */
async function waitedFor(tx: Tx, specimenIds: number[] | null): Promise<number[]> {
  if (specimenIds === null || specimenIds.length > MAX_NAMED) return selectWaitedFor(tx);
  const stock = [...(await readStock(tx, specimenIds)).values()];
  const ids = stock.filter(({ waiting }) => waiting > 0).map(({ id }) => id);
  return ids.toSorted((a, b) => a - b);
}

export async function followLine(act: Act, specimenId: number): Promise<void> {
  const { tx, now } = act;
  const stock = await lockStock(tx, specimenId);
  if (!stock) return;
  const rows = await selectLine(tx, specimenId);
  const [told, blocked] = [await toldEntries(tx, rows), await selectBlocked(tx, specimenId)];
  const entries = rows.map((row) => ({
    ...row,
    isUntold: !told.has(row.id),
    isBlocked: blocked.includes(row.id),
  }));
  const { waitingHours: hours } = (await act.settings()).orders;
  const steps = lineSteps(stock, entries, { hours, canMail: await hasMailServer(act) }, now);
  const ended = steps.filter(({ kind }) => kind === 'end').length;
  if (steps.length === 0 && stock.waiting === rows.length) return;
  for (const row of rows) {
    const step = steps.find(({ id }) => id === row.id);
    if (step) await take(act, row, step);
  }
  await setWaiting(tx, specimenId, rows.length - ended, now);
  // The next in line can change while the number of entries stays the same.
  await noteChange(tx, act.dialect, { table: HOLD_ROWS, key: String(specimenId) });
}

async function take(act: Act, row: EntryRow, step: LineStep): Promise<void> {
  const { tx, now } = act;
  const record = (kind: string, data: object) =>
    act.record({ kind, specimenId: row.specimen_id, data: { entry: row.id, ...data } }, 'system');
  if (step.kind === 'withdraw') {
    if (!(await updateEntry(tx, row.id, { offered_until: null }))) return;
    await takeBackOfferMail(tx, row);
    return record('waiting_withdrawn', {});
  }
  if (step.kind === 'end') {
    const ended = await finishEntry(act, row.id, { as: step.as, actor: 'system' });
    if (ended && entryEndTable[step.as].isMailed) await mailAbout(act, 'waiting_ended', ended);
    return;
  }
  const offer = {
    offered_until: step.until,
    offers: row.offers + 1,
    renewed_at: step.isRenewal ? now : null,
  };
  if (!(await updateEntry(tx, row.id, offer))) return;
  if (step.isRenewal) await takeBackOfferMail(tx, row);
  await record('waiting_offered', { until: step.until });
  await mailAbout(act, 'waiting_offer', { ...row, ...offer });
}

/** Whatever changes a specimen, its line follows. */
export const waitingLines: DueKind<Context> = {
  name: 'waiting lists',
  nextAt: ({ db }) => selectNextEnd(db),
  dueIds: async (ctx, now, limit) =>
    selectDueLines(ctx.db, now, (await readSetting(ctx, 'orders')).waitingHours === 0, limit),
  settle: (ctx, specimenId) => perform(ctx, 'system', (act) => followLine(act, specimenId)),
};

export const waitingForDeleted: DueKind<Context> = {
  name: 'waiting lists of deleted specimens',
  nextAt: async () => null,
  dueIds: ({ db }, _now, limit) => selectOrphans(db, limit),
  settle: (ctx, id) =>
    perform(ctx, 'system', async (act) => {
      const row = await finishEntry(act, id, { as: 'gone', actor: 'system' });
      if (row) await mailAbout(act, 'waiting_ended', row);
    }),
};

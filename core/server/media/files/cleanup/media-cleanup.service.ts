/**
 * Removes, after a day, media and files that nothing refers to, and leftovers of killed processes.
 */

import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/contract/durations.ts';
import type { Context } from '#core/server/context.ts';
import { uploadsOf } from '#core/server/media/files/ingest/ingest.service.ts';
import type { MediumRow } from '#core/server/media/files/media.queries.ts';
import { MEDIA_LOCK } from '#core/server/media/files/media.service.ts';
import { filesOfMedium, stemIn } from '#core/server/media/files/media-files.service.ts';
import type { Tx } from '#platform/db/db.ts';
import { lockNames } from '#platform/db/locks.ts';
import { handleFor } from '#platform/db/purposes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { type Job, startJob } from '#platform/jobs/job.ts';
import { removeLeftovers } from '#platform/storage/leftovers.ts';
import {
  deleteMedia,
  selectNamed,
  selectOwners,
  selectSettingTexts,
  selectUnfinished,
  selectUnshown,
  selectUnshownOf,
} from './cleanup.queries.ts';

const FIRST_AFTER_MS = 5 * MINUTE_MS;
/** Listing all files takes long in a large shop, so most rounds skip it. */
const FILES_EVERY = 24;
/** Others wait for such a transaction. */
const ROWS = 20;
const NAMES = 200;

/** Runs every hour, first some minutes after the start. */
export function startMediaCleanup(ctx: Context): Job {
  const startedAt = ctx.clock.now().getTime();
  let round = 0;
  let lastAt = startedAt + FIRST_AFTER_MS - HOUR_MS;
  return startJob('media cleanup', MINUTE_MS, ctx.log, async (isStopping) => {
    const now = ctx.clock.now().getTime();
    if (now - lastAt < HOUR_MS) return;
    lastAt = now;
    await cleanUpMedia(ctx, { files: round % FILES_EVERY === 0 }, isStopping);
    round += 1;
  });
}

/** @param what `files`: also look for files without a row. */
export async function cleanUpMedia(
  ctx: Context,
  what: { files: boolean },
  isStopping: () => boolean = () => false,
): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - DAY_MS);
  const rows = await cleanUpRows(ctx, before, isStopping);
  const files = what.files ? await cleanUpFiles(ctx, before, isStopping) : 0;
  await ctx.mediaStore.removeLeftovers?.(before);
  await removeOld(uploadsOf(ctx).uploads, before);
  removeLeftovers(ctx.config.dataDir, ctx.clock.now());
  if (rows + files > 0)
    ctx.log.info({ media: rows, files }, 'removed media that nothing refers to');
}

async function cleanUpRows(ctx: Context, before: Date, isStopping: () => boolean): Promise<number> {
  const time = before.toISOString();
  let removed = 0;
  for (let after: string | null = ''; after !== null && !isStopping(); ) {
    const start: string = after;
    const round = await inTransaction(handleFor(ctx.db, 'bulk'), async (tx) => {
      await lockNames(tx, ctx.dialect, [MEDIA_LOCK]);
      const unshown = await selectUnshown(tx, time, start, ROWS);
      const unreferred = await withoutReference(tx, unshown);
      const ids = await deleteMedia(tx, unreferred.map(idOf), time);
      const toDelete = unreferred.filter(({ id }) => ids.has(id)).flatMap(filesOfMedium);
      return {
        removed: ids.size,
        toDelete,
        last: unshown.length < ROWS ? null : (unshown.at(-1)?.id ?? null),
      };
    });
    // After the commit: a row that stays after all must not lose its files. After a crash here, a
    // later round finds them as orphans.
    await removeOrphans(ctx, round.toDelete);
    removed += round.removed;
    after = round.last;
  }
  return removed;
}

/** No one wants them any more. */
export async function removeUnreferred(ctx: Context, ids: readonly string[]): Promise<void> {
  for (let rest = [...ids]; rest.length > 0; ) {
    const batch = rest.splice(0, ROWS);
    const removed = await inTransaction(handleFor(ctx.db, 'bulk'), async (tx) => {
      await lockNames(tx, ctx.dialect, [MEDIA_LOCK]);
      const unreferred = await withoutReference(tx, await selectUnshownOf(tx, batch));
      const deleted = await deleteMedia(tx, unreferred.map(idOf));
      return unreferred.filter(({ id }) => deleted.has(id));
    });
    await removeOrphans(ctx, removed.flatMap(filesOfMedium));
    rest = [...removed.flatMap(({ poster_id }) => poster_id ?? []), ...rest];
  }
}

async function withoutReference(tx: Tx, media: MediumRow[]): Promise<MediumRow[]> {
  if (media.length === 0) return [];
  const settings = await selectSettingTexts(tx);
  const named = await selectNamed(tx, media.map(idOf));
  return media.filter(({ id }) => !settings.includes(id) && !named.has(id));
}

async function cleanUpFiles(
  ctx: Context,
  before: Date,
  isStopping: () => boolean,
): Promise<number> {
  let removed = 0;
  let names: string[] = [];
  const flush = async () => {
    if (names.length > 0) removed += await removeOrphans(ctx, names);
    names = [];
  };
  for await (const { name, modified } of ctx.mediaStore.list()) {
    if (isStopping()) return removed;
    if (modified < before && stemIn(name) !== null) names.push(name);
    if (names.length === NAMES) await flush();
  }
  await flush();
  return removed;
}

/**
 * Locks nothing: new media have new names, and their files are younger than what is looked at here.
 * @returns how many.
 */
async function removeOrphans(ctx: Context, names: string[]): Promise<number> {
  if (names.length === 0) return 0;
  const db = handleFor(ctx.db, 'bulk');
  const stems = [...new Set(names.map(stemOf))];
  // A medium with jobs may have renditions that its row does not list yet. Asked first, because a
  // job ends when the row lists them.
  const unfinished = await selectUnfinished(db, stems);
  const needed = new Set((await selectOwners(db, stems, names)).flatMap(filesOfMedium));
  const orphans = names.filter((name) => !needed.has(name) && !unfinished.has(stemOf(name)));
  await Promise.all(orphans.map((name) => ctx.mediaStore.remove(name)));
  return orphans.length;
}

const stemOf = (name: string) => stemIn(name) ?? '';
const idOf = ({ id }: MediumRow) => id;

async function removeOld(folder: string, before: Date): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const found = await stat(path.join(folder, name)).catch(() => null);
    if (found && found.mtime < before)
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

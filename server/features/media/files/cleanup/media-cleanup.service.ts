/** Media cleanup: removes what nothing refers to, a day after it came: media with their files, files without a row, and leftovers of killed processes. */

import { readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Context } from '#server/context.ts';
import { uploadsOf } from '#server/features/media/files/ingest/ingest.service.ts';
import type { MediumRow } from '#server/features/media/files/media.queries.ts';
import { MEDIA_LOCK } from '#server/features/media/files/media.service.ts';
import { filesOfMedium, stemIn } from '#server/features/media/files/media-files.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { handleFor } from '#server/platform/db/purposes.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { type Job, startJob } from '#server/platform/jobs/job.ts';
import {
  deleteMedia,
  selectNamed,
  selectOwners,
  selectSettingTexts,
  selectUnfinished,
  selectUnshown,
  selectUnshownOf,
} from './cleanup.queries.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FIRST_AFTER_MS = 5 * MINUTE;
/** Rounds between two looks at all files: listing them takes long in a large shop. */
const FILES_EVERY = 24;
/** Batch sizes of one transaction, for which others wait. */
const ROWS = 20;
const NAMES = 200;

/** Folders that a killed backup, import or restore leaves behind. */
const archiveFolder = /^druse-(backup|import|restore)-/;

/** Cleans up every hour, first some minutes after the start. */
export function startMediaCleanup(ctx: Context): Job {
  const startedAt = ctx.clock.now().getTime();
  let round = 0;
  let lastAt = startedAt + FIRST_AFTER_MS - HOUR;
  return startJob('media cleanup', MINUTE, ctx.log, async (isStopping) => {
    const now = ctx.clock.now().getTime();
    if (now - lastAt < HOUR) return;
    lastAt = now;
    await cleanUpMedia(ctx, { files: round % FILES_EVERY === 0 }, isStopping);
    round += 1;
  });
}

/** One round. @param what `files`: also look for files without a row. */
export async function cleanUpMedia(ctx: Context, what: { files: boolean }, isStopping: () => boolean = () => false): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - DAY);
  const rows = await cleanUpRows(ctx, before, isStopping);
  const files = what.files ? await cleanUpFiles(ctx, before, isStopping) : 0;
  await ctx.mediaStore.removeLeftovers?.(before);
  await removeOld(uploadsOf(ctx).uploads, before);
  await removeOld(tmpdir(), before, archiveFolder);
  if (rows + files > 0) ctx.log.info({ media: rows, files }, 'removed media that nothing refers to');
}

/** @returns how many were removed. */
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
      return { removed: ids.size, toDelete, last: unshown.length < ROWS ? null : (unshown.at(-1)?.id ?? null) };
    });
    // After the commit: a row that stays after all must not lose its files. After a crash here, a later round finds them as orphans.
    await removeOrphans(ctx, round.toDelete);
    removed += round.removed;
    after = round.last;
  }
  return removed;
}

/**
 * Removes those of these media that nothing refers to at once, with the posters of videos among them: the person who added them does not want
 * them any more.
 */
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

/** The media that no setting, order line or extra refers to. */
async function withoutReference(tx: Tx, media: MediumRow[]): Promise<MediumRow[]> {
  if (media.length === 0) return [];
  const settings = await selectSettingTexts(tx);
  const named = await selectNamed(tx, media.map(idOf));
  return media.filter(({ id }) => !settings.includes(id) && !named.has(id));
}

/** @returns how many were removed. */
async function cleanUpFiles(ctx: Context, before: Date, isStopping: () => boolean): Promise<number> {
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
 * Removes the files that belong to no row. Nobody waits meanwhile and nobody comes to rely on them: new media have new names, and their files
 * are younger than what is looked at here. @returns how many.
 */
async function removeOrphans(ctx: Context, names: string[]): Promise<number> {
  if (names.length === 0) return 0;
  const db = handleFor(ctx.db, 'bulk');
  const stems = [...new Set(names.map(stemOf))];
  // A medium with jobs may have renditions that its row does not list yet. Asked first, because a job ends when the row lists them.
  const unfinished = await selectUnfinished(db, stems);
  const needed = new Set((await selectOwners(db, stems, names)).flatMap(filesOfMedium));
  const orphans = names.filter((name) => !needed.has(name) && !unfinished.has(stemOf(name)));
  await Promise.all(orphans.map((name) => ctx.mediaStore.remove(name)));
  return orphans.length;
}

const stemOf = (name: string) => stemIn(name) ?? '';
const idOf = ({ id }: MediumRow) => id;

/** Removes entries of the folder that were last changed before the given time. */
async function removeOld(folder: string, before: Date, pattern = /./): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((found) => pattern.test(found))) {
    const found = await stat(path.join(folder, name)).catch(() => null);
    if (found && found.mtime < before) await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

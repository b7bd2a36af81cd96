/** Last steps of an ingest: stores the files, then commits the rows together with what refers to them. */
import path from 'node:path';
import { mediaIdOf } from '#contract/media-id.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockNames, whileLocked } from '#server/platform/db/locks.ts';
import { handleFor } from '#server/platform/db/purposes.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { selectMediaRows, touchMedia } from '../media.queries.ts';
import { addMedia, MEDIA_LOCK } from '../media.service.ts';
import type { PreparedMedia } from './prepare.ts';

/** Media that existed when the ingest began have been removed meanwhile: it has to prepare them again. */
export class MediaVanished extends Error {}

let lastCommit: Promise<unknown> = Promise.resolve();

/**
 * Stores and commits, all or nothing. One ingest at a time: otherwise a failing one could remove a file that another has just found in the store.
 * @param attach writes what refers to the media. The callback may run more than once; touch nothing outside `tx`.
 * @throws MediaVanished; what the store, the database or `attach` throws; the signal's reason. Then nothing is stored.
 */
export function commitMedia<T>(ctx: Context, prepared: PreparedMedia, signal: AbortSignal, attach: (tx: Tx) => Promise<T>): Promise<T> {
  const mine = lastCommit.then(() => storeAndCommit(ctx, prepared, signal, attach));
  lastCommit = mine.catch(() => {});
  return mine;
}

async function storeAndCommit<T>(ctx: Context, prepared: PreparedMedia, signal: AbortSignal, attach: (tx: Tx) => Promise<T>): Promise<T> {
  const added: string[] = [];
  const found: string[] = [];
  try {
    for (const [name, localPath] of prepared.files) {
      const isNew = await ctx.mediaStore.putFile(name, localPath);
      (isNew ? added : found).push(name);
    }
    signal.throwIfAborted();
    // Media cleanup may hold the lock for as long as its store takes.
    return await inTransaction(handleFor(ctx.db, 'bulk'), async (tx) => {
      await lockNames(tx, ctx.dialect, [MEDIA_LOCK]);
      const now = instantOf(ctx.clock);
      if ((await touchMedia(tx, [...prepared.existing], now)) < prepared.existing.size) throw new MediaVanished();
      for (const name of found) if (!(await ctx.mediaStore.has(name))) throw new MediaVanished();
      await addMedia(tx, prepared, now);
      return attach(tx);
    });
  } catch (error) {
    await removeAdded(ctx, added).catch((err: unknown) => ctx.log.warn({ err }, 'files of a failed upload remain until media cleanup'));
    throw error;
  }
}

/** Removes files whose media have no row. Some may have one: a commit can succeed although its confirmation was lost. */
async function removeAdded(ctx: Context, added: string[]): Promise<void> {
  if (added.length === 0) return;
  const idIn = (name: string) => mediaIdOf(path.basename(name));
  await whileLocked(ctx, MEDIA_LOCK, async (tx) => {
    const committed = new Set((await selectMediaRows(tx, [...new Set(added.map(idIn))])).map((row) => row.id));
    for (const name of added) if (!committed.has(idIn(name))) await ctx.mediaStore.remove(name);
  });
}

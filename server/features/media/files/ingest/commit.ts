/** Last steps of an ingest: stores the files, then commits the rows together with what refers to them. */
import type { Context } from '#server/context.ts';
import { selectByContent, selectStems, touchMedia } from '#server/features/media/files/media.queries.ts';
import { addMedia, MEDIA_LOCK } from '#server/features/media/files/media.service.ts';
import { stemIn } from '#server/features/media/files/media-files.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockNames, whileLocked } from '#server/platform/db/locks.ts';
import { handleFor } from '#server/platform/db/purposes.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { PreparedMedia } from './prepare.ts';

/** Media that the ingest found have been removed since, or others have added the same: it has to prepare them again. */
export class MediaChanged extends Error {}

/**
 * Stores and commits, all or nothing.
 * @param attach writes what refers to the media. The callback may run more than once; touch nothing outside `tx`.
 * @throws MediaChanged; what the store, the database or `attach` throws; the signal's reason. Then nothing is stored.
 */
export async function commitMedia<T>(
  ctx: Context,
  prepared: PreparedMedia,
  signal: AbortSignal,
  attach: (tx: Tx) => Promise<T>,
): Promise<T> {
  const added: string[] = [];
  try {
    for (const [name, localPath] of prepared.files) {
      await ctx.mediaStore.putFile(name, localPath);
      added.push(name);
    }
    signal.throwIfAborted();
    return await inTransaction(handleFor(ctx.db, 'bulk'), async (tx) => {
      await lockNames(tx, ctx.dialect, [MEDIA_LOCK]);
      if (!(await isUnchanged(tx, prepared))) throw new MediaChanged();
      const now = instantOf(ctx.clock);
      await touchMedia(tx, [...prepared.known], now);
      await addMedia(tx, prepared, now);
      return attach(tx);
    });
  } catch (error) {
    await removeAdded(ctx, added).catch((err: unknown) => ctx.log.warn({ err }, 'files of a failed upload remain until media cleanup'));
    throw error;
  }
}

/** Whether the shop has of these contents just the media that it had when the ingest looked. */
async function isUnchanged(tx: Tx, { ids, known }: PreparedMedia): Promise<boolean> {
  const rows = await selectByContent(tx, [...ids.keys()]);
  return rows.length === known.size && rows.every(({ id }) => known.has(id));
}

/** Removes files whose media have no row. Some may have one: a commit can succeed although its confirmation was lost. */
async function removeAdded(ctx: Context, added: string[]): Promise<void> {
  if (added.length === 0) return;
  const stems = new Set(added.flatMap((name) => stemIn(name) ?? []));
  // Under the lock of the commit: one that is still on its way has ended by then.
  const committed = await whileLocked(ctx, MEDIA_LOCK, (tx) => selectStems(tx, [...stems]));
  for (const name of added) if (!committed.has(stemIn(name) ?? '')) await ctx.mediaStore.remove(name);
}

import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import {
  selectByContent,
  selectStems,
  touchMedia,
} from '#core/server/media/files/media.queries.ts';
import { addMedia, MEDIA_LOCK } from '#core/server/media/files/media.service.ts';
import { stemIn } from '#core/server/media/files/media-files.service.ts';
import { perform } from '#core/server/perform.ts';
import type { Tx } from '#platform/db/db.ts';
import { lockNames, whileLocked } from '#platform/db/locks.ts';
import { handleFor } from '#platform/db/purposes.ts';
import type { PreparedMedia } from './prepare.ts';

/** Others changed the media that the ingest found: it has to prepare again. */
export class MediaChanged extends Error {}

/**
 * Stores and commits, all or nothing. @param attach writes what refers to the media, in their act.
 * @throws MediaChanged; what the store, the database or `attach` throws; the signal's reason. Then
 * nothing is stored.
 */
export async function commitMedia<T>(
  ctx: Context,
  prepared: PreparedMedia,
  signal: AbortSignal,
  attach: (act: Act) => Promise<T>,
): Promise<T> {
  const added: string[] = [];
  try {
    for (const [name, localPath] of prepared.files) {
      await ctx.mediaStore.putFile(name, localPath);
      added.push(name);
    }
    signal.throwIfAborted();
    return await perform({ ...ctx, db: handleFor(ctx.db, 'bulk') }, 'owner', async (act) => {
      const { tx, now } = act;
      await lockNames(tx, act.dialect, [MEDIA_LOCK]);
      if (!(await isUnchanged(tx, prepared))) throw new MediaChanged();
      await touchMedia(tx, [...prepared.known], now);
      await addMedia(tx, prepared, now);
      return attach(act);
    });
  } catch (error) {
    await removeAdded(ctx, added).catch((err: unknown) =>
      ctx.log.warn({ err }, 'files of a failed upload remain until media cleanup'),
    );
    throw error;
  }
}

async function isUnchanged(tx: Tx, { ids, known }: PreparedMedia): Promise<boolean> {
  const rows = await selectByContent(tx, [...ids.keys()]);
  return rows.length === known.size && rows.every(({ id }) => known.has(id));
}

/** Spares files with a row: a commit can succeed although its confirmation was lost. */
async function removeAdded(ctx: Context, added: string[]): Promise<void> {
  if (added.length === 0) return;
  const stems = new Set(added.flatMap((name) => stemIn(name) ?? []));
  // Under the commit's lock, one still on its way has ended.
  const committed = await whileLocked(ctx, MEDIA_LOCK, (tx) => selectStems(tx, [...stems]));
  for (const name of added)
    if (!committed.has(stemIn(name) ?? '')) await ctx.mediaStore.remove(name);
}

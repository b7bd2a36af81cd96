/** A video that has a turn keeps it. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import { idsByContent } from '#core/server/media/files/media.service.ts';
import { sourcesOf } from '#core/server/media/files/media-sources.service.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { missingFile } from './cells.ts';
import type { ImportSource } from './import-source.ts';
import type { FoundPictures } from './picture-finder.ts';

type Found = FoundPictures['pictures'];

/** @throws CellFault for a turn without a file, of a video that the shop lacks. */
export function checkTurns(source: ImportSource, pictures: Found): void {
  const missing = pictures.find(
    ({ turn, mediumId }) => turn && mediumId === null && !source.has(turn.file),
  )?.turn;
  if (missing) throw missingFile(missing.column, missing.file);
}

/**
 * Runs after the row was written.
 * @param folder takes copies of files; the caller removes it.
 * @returns how many were added, and what to tell the admin of the others.
 */
export async function importTurns(
  ctx: Context,
  source: ImportSource,
  pictures: Found,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<{ added: number; notes: string[] }> {
  const result = { added: 0, notes: [] as string[] };
  const [addTurn] = pluggedInto('specimenMedia').flatMap((media) => media.addTurn ?? []);
  const named = pictures.flatMap(({ turn, contentHash }) =>
    turn && source.has(turn.file) ? [{ ...turn, contentHash }] : [],
  );
  if (!addTurn || named.length === 0) return result;
  const ids = await idsByContent(
    ctx.db,
    named.map(({ contentHash }) => contentHash),
  );
  const stored = await sourcesOf(ctx.db, [...ids.values()]);
  for (const { column, file, frames, contentHash } of named) {
    const id = ids.get(contentHash);
    if (id === undefined || stored.get(id)?.turn !== null) continue;
    try {
      const localPath = path.join(folder, `${column.replaceAll(' ', '-')}.upload`);
      await source.copy(file, localPath);
      const sha256 = createHash('sha256')
        .update(await readFile(localPath))
        .digest('hex');
      await addTurn(ctx, id, { part: column, index: 0, name: file, localPath, sha256 }, frames, {
        folder,
        signal,
      });
      result.added += 1;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      result.notes.push(`We couldn’t use the 360° view “${file}”: ${error.message}`);
    }
  }
  return result;
}

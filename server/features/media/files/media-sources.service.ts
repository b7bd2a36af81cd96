/** The file that each medium was made from, for exports and imports. */
import path from 'node:path';
import { turnName } from '#contract/media/media-urls.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { StoredFile } from '#server/platform/storage/media-store.ts';
import { selectByAnyId } from './media.queries.ts';
import { storedSource } from './media-files.service.ts';

/** A medium's source: `stored` is its name in the media store, `turn` that of its turn. */
export type MediumSource = { id: string; contentHash: string; stored: string; turn: string | null };

/** The sources of the media with these ids, also of older versions, by the given id: the original, or the best file if no original is stored. Unknown ids are left out. */
export async function sourcesOf(db: Db, ids: string[]): Promise<Map<string, MediumSource>> {
  const rows = await selectByAnyId(db, [...new Set(ids)]);
  return new Map(
    rows.flatMap((row) => {
      const stored = storedSource(row);
      if (stored === null) return [];
      const source = { id: row.id, contentHash: row.content_hash, stored, turn: row.turn && turnName(row.stem, row.turn.key) };
      return [[row.id, source] as const, ...(row.old_id === null ? [] : [[row.old_id, source] as const])];
    }),
  );
}

/** The extension of such a name, with its dot. */
export const endingOf = (name: string): string => path.posix.extname(name);

export const openSourceFile = ({ mediaStore }: Context, name: string): Promise<StoredFile | null> => mediaStore.open(name);

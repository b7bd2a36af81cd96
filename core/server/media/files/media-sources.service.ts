import path from 'node:path';
import { turnName } from '#core/contract/media/media-urls.ts';
import type { Context } from '#core/server/context.ts';
import type { Db } from '#platform/db/db.ts';
import type { StoredFile } from '#platform/storage/media-store.ts';
import { selectByAnyId } from './media.queries.ts';
import { storedSource } from './media-files.service.ts';

/** `stored`: the name in the media store; `turn`: that of its turn. */
export type MediumSource = { id: string; contentHash: string; stored: string; turn: string | null };

/**
 * Accepts former ids, and leaves out unknown ones. Falls back to the best file where no original is
 * stored.
 */
export async function sourcesOf(db: Db, ids: string[]): Promise<Map<string, MediumSource>> {
  const rows = await selectByAnyId(db, [...new Set(ids)]);
  return new Map(
    rows.flatMap((row) => {
      const stored = storedSource(row);
      if (stored === null) return [];
      const source = {
        id: row.id,
        contentHash: row.content_hash,
        stored,
        turn: row.turn && turnName(row.stem, row.turn.key),
      };
      return [
        [row.id, source] as const,
        ...(row.old_id === null ? [] : [[row.old_id, source] as const]),
      ];
    }),
  );
}

export const endingOf = (name: string): string => path.posix.extname(name);

export const openSourceFile = ({ mediaStore }: Context, name: string): Promise<StoredFile | null> =>
  mediaStore.open(name);

/** The file that each medium was made from, for exports and imports. */
import path from 'node:path';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { StoredFile } from '#server/platform/storage/media-store.ts';
import { selectMediaRows } from './media.queries.ts';
import { originalName, sourceOf } from './media.service.ts';

/** Names of these files in the media store, by medium id: the original, or the best file if no original is stored. Unknown ids are left out. */
export async function sourceNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  const rows = await selectMediaRows(db, [...new Set(ids)]);
  return new Map(
    rows.flatMap((row) => {
      if (row.kind === 'picture') return [[row.id, sourceOf(row)]];
      const name = row.original === null ? row.video_file : originalName(row.id, row.original);
      return name === null ? [] : [[row.id, name]];
    }),
  );
}

/** The extension of such a name, with its dot. */
export const endingOf = (name: string): string => path.posix.extname(name);

export const openSourceFile = ({ mediaStore }: Context, name: string): Promise<StoredFile | null> => mediaStore.open(name);

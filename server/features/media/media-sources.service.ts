/** The file that each medium was made from, for taking it elsewhere, and finding media again by it. */
import path from 'node:path';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { StoredFile } from '#server/platform/storage/media-store.ts';
import { selectMediaRows } from './media.queries.ts';
import { originalName, sourceOf } from './media.service.ts';

/** The name of that file in the media store, by the medium's id: the original, or where none was kept the best there is. Unknown ids are left out. */
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

/** Ending of such a name, with its dot. */
export const endingOf = (name: string): string => path.posix.extname(name);

export const openSourceFile = ({ mediaStore }: Context, name: string): Promise<StoredFile | null> => mediaStore.open(name);

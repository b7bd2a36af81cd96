import type { Tx } from '#server/platform/db/db.ts';

type VideoFile = { video_file: string; video_type: string; width: number; height: number };

/** Gives a video another public file, or none but locks it. @returns whether it still had the file of before: an upload may have renewed it. */
export async function replaceVideoFile(tx: Tx, id: string, before: string | null, after: VideoFile | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ video_file: before, ...after })
    .where('id', '=', id)
    .where('video_file', 'is not distinct from', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

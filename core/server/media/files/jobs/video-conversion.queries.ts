import type { Tx } from '#platform/db/db.ts';

type VideoFile = { video_file: string; video_type: string; width: number; height: number };

/** null only locks. @returns false where an upload has renewed its file. */
export async function replaceVideoFile(
  tx: Tx,
  id: string,
  before: string | null,
  after: VideoFile | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ video_file: before, ...after })
    .where('id', '=', id)
    .where('video_file', 'is not distinct from', before)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

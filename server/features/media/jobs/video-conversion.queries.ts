import type { Tx } from '#server/platform/db/db.ts';

type VideoFile = { video_file: string; video_type: string; width: number; height: number };

/** Gives a video another public file, unless another process did so meanwhile. */
export async function replaceVideoFile(tx: Tx, id: string, before: string | null, after: VideoFile): Promise<void> {
  await tx.updateTable('media').set(after).where('id', '=', id).where('video_file', 'is not distinct from', before).execute();
}

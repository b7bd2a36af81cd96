import type { Tx } from '#server/platform/db/db.ts';

type VideoFile = { film_file: string; film_type: string; width: number; height: number };

/** Gives a video another public file, unless somebody else did meanwhile. */
export async function replaceVideoFile(tx: Tx, id: string, before: string | null, after: VideoFile): Promise<void> {
  await tx.updateTable('media').set(after).where('id', '=', id).where('film_file', 'is not distinct from', before).execute();
}

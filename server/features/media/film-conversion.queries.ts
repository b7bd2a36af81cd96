import type { Tx } from '#server/platform/db/db.ts';

type FilmFile = { film_file: string; film_type: string; width: number; height: number };

/** Gives a film another public file, unless somebody else did meanwhile. */
export async function replaceFilmFile(tx: Tx, id: string, before: string | null, after: FilmFile): Promise<void> {
  await tx.updateTable('media').set(after).where('id', '=', id).where('film_file', 'is not distinct from', before).execute();
}

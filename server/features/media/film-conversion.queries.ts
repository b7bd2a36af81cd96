import type { Db } from '#server/platform/db/db.ts';

type FilmFile = { film_file: string; film_type: string; width: number; height: number };

/** Gives a film another public file, unless somebody else did meanwhile. */
export async function replaceFilmFile(db: Db, id: string, before: string | null, after: FilmFile): Promise<void> {
  await db.updateTable('media').set(after).where('id', '=', id).where('film_file', 'is not distinct from', before).execute();
}

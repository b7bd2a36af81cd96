/** Pictures and films: files in the media store, and the rows that tell of them. Files come first, so that no row is ever without. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertMedia } from './media.queries.ts';

/** A file to be stored under its public name. */
export type MediaFile = { name: string; localPath: string /** In hexadecimal. */; sha256: string };

/** How many files are read and stored side by side. */
const SIDE_BY_SIDE = 16;

/**
 * Stores files that are named by their content; what is stored already is skipped.
 * @throws Error for a file whose bytes are not those of its hash; it is not stored.
 */
export async function storeFiles(ctx: Context, files: readonly MediaFile[]): Promise<void> {
  const waiting = files.values();
  const worker = async () => {
    for (const file of waiting) await storeFile(ctx, file);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}

async function storeFile({ mediaStore }: Context, { name, localPath, sha256 }: MediaFile): Promise<void> {
  if (await mediaStore.has(name)) return;
  const bytes = await readFile(localPath);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`${localPath} is not the file it should be`);
  await mediaStore.put(name, bytes);
}

/** A picture or film whose files are stored. Sizes in pixels. */
export type NewPicture = { id: string; width: number; height: number; widths: readonly number[]; placeholder: string };
export type NewFilm = { id: string; width: number; height: number /** The picture shown until it plays. */; posterId: string };

/** Adds the rows of media, films after the pictures that are their posters. Ids that are there already stay as they are. */
export async function addMedia(tx: Tx, media: { pictures: readonly NewPicture[]; films: readonly NewFilm[] }, now: string): Promise<void> {
  const pictures = media.pictures.map(({ id, width, height, widths, placeholder }) => ({
    ...{ id, width, height, placeholder, kind: 'picture' as const, poster_id: null, created_at: now },
    widths: JSON.stringify(widths),
  }));
  const films = media.films.map(({ id, width, height, posterId }) => ({
    ...{ id, width, height, placeholder: '', kind: 'film' as const, poster_id: posterId, created_at: now },
    widths: '[]',
  }));
  await insertMedia(tx, pictures);
  await insertMedia(tx, films);
}

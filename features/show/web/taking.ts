import { ApiError } from '#ui/lib/api.ts';
import {
  bytesOf,
  countTaken,
  fetchPieces,
  putPicture,
  putPieces,
  readPictureIds,
  StorageFull,
} from './show-queries.ts';

const AT_ONCE = 4;
/** They are in the browser's cache then. */
const SAMPLE = 24;

export type Estimate = { pieces: number; newPictures: number; bytes: number };

/** Stores nothing. @throws ApiError, TypeError, NoStorage */
export async function estimate(): Promise<Estimate> {
  const [{ pieces }, known] = await Promise.all([fetchPieces(), readPictureIds()]);
  const had = new Set(known);
  const wanted = [...new Set(pieces.map(({ picture }) => picture))].filter(
    (id) => id !== '' && !had.has(id),
  );
  const sizes = await Promise.all(sampleOf(wanted, SAMPLE).map(sizeOf));
  const mean = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
  return {
    pieces: pieces.length,
    newPictures: wanted.length,
    bytes: bytesOf(pieces) + Math.round(wanted.length * mean),
  };
}

/** Spreads at most `count` evenly over all. */
export const sampleOf = <T>(all: readonly T[], count: number): T[] =>
  all.filter(
    (_, index) =>
      Math.floor((index * count) / all.length) !== Math.floor(((index - 1) * count) / all.length),
  );

/** A picture that cannot be read takes no room either. */
const sizeOf = async (url: string): Promise<number> => {
  const response = await fetch(url, { credentials: 'include' });
  return response.ok ? (await response.blob()).size : 0;
};

/**
 * Stores the current list, and missing pictures.
 * @returns whether there was room for all pictures.
 * @throws ApiError, a TypeError where there is no response, NoStorage, StorageFull where not even
 * the list fits.
 */
export async function takeAlong({
  onProgress,
  signal,
}: {
  onProgress: (share: number) => void;
  signal: AbortSignal;
}): Promise<boolean> {
  const list = await fetchPieces();
  signal.throwIfAborted();
  await putPieces(list, Date.now());
  const known = new Set(await readPictureIds());
  const wanted = [...new Set(list.pieces.map(({ picture }) => picture))].filter(
    (id) => id !== '' && !known.has(id),
  );
  let [done, hasRoom] = [0, true];
  const next = wanted.values();
  const take = async () => {
    for (const id of next) {
      if (signal.aborted || !hasRoom) return;
      try {
        await putPicture(id, await pictureOf(id, signal));
      } catch (error) {
        if (error instanceof StorageFull) hasRoom = false;
        // One picture less is no reason to go without the others; no network is.
        else if (!(error instanceof ApiError)) throw error;
      }
      onProgress(++done / wanted.length);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, take));
  } finally {
    await countTaken();
  }
  return hasRoom;
}

async function pictureOf(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(url, { credentials: 'include', signal });
  if (!response.ok) throw new ApiError(response.status, '', response.statusText);
  return response.blob();
}

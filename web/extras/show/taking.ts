/** Takes the pieces for sale along: their list, and a small picture of each. */
import { ApiError } from '#web/lib/api.ts';
import { countTaken, fetchPieces, putPicture, putPieces, readPictureIds, StorageFull } from './show-queries.ts';

const AT_ONCE = 4;
/** What such a picture takes on average, for an estimate before there is one. */
const USUAL_BYTES = 18_000;

/** What taking all of it along would bring to the device. */
export type Estimate = { pieces: number; newPictures: number; bytes: number };

/** Asks the shop what there is, and stores nothing. @throws ApiError, TypeError, NoStorage. */
export async function estimate(): Promise<Estimate> {
  const [{ pieces }, known] = await Promise.all([fetchPieces(), readPictureIds()]);
  const had = new Set(known);
  const newPictures = new Set(pieces.map(({ picture }) => picture).filter((id) => id !== '' && !had.has(id))).size;
  return { pieces: pieces.length, newPictures, bytes: JSON.stringify(pieces).length + newPictures * USUAL_BYTES };
}

/**
 * Stores the list as it is now, and the pictures that are not here yet.
 * @returns whether there was room for all pictures.
 * @throws ApiError, a TypeError where there is no response, NoStorage, StorageFull where not even the list fits.
 */
export async function takeAlong({ onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal }): Promise<boolean> {
  const list = await fetchPieces();
  signal.throwIfAborted();
  await putPieces(list, Date.now());
  const known = new Set(await readPictureIds());
  const wanted = [...new Set(list.pieces.map(({ picture }) => picture))].filter((id) => id !== '' && !known.has(id));
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

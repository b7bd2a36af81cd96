/** Store files before their rows (`media-files.service.ts`). */

import type { OwnColour } from '#core/contract/catalogue/stone-colours.ts';
import { VIDEO } from '#core/contract/media/media-kind.ts';
import type { Outline } from '#core/contract/media/outline.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { StoredTurn } from '#platform/db/schema-media.ts';
import { allWidths } from '#platform/images/renditions.ts';
import { deleteJobsOf } from './jobs/media-jobs.queries.ts';
import { queueJobs } from './jobs/media-jobs.service.ts';
import {
  type MediumRow,
  selectByContent,
  selectMediaRows,
  selectPictures,
  setWide,
  touchMedia,
  upsertMedia,
} from './media.queries.ts';

export const idsByContent = async (
  db: Db | Tx,
  contentHashes: string[],
): Promise<Map<string, string>> =>
  new Map(
    (await selectByContent(db, contentHashes)).map(({ content_hash, id }) => [content_hash, id]),
  );

export const contentHashes = async (db: Db | Tx, ids: string[]): Promise<Set<string>> =>
  new Set((await selectMediaRows(db, ids)).map(({ content_hash }) => content_hash));

export type UploadedPicture = Awaited<ReturnType<typeof selectPictures>>[number];

/** Leaves out unknown ids. */
export const uploadedPictures = async (
  db: Db | Tx,
  ids: string[],
): Promise<Map<string, UploadedPicture>> =>
  new Map((await selectPictures(db, ids)).map((row) => [row.id, row]));

export const noSuchPhoto = () =>
  new Problem('invalid_input', 'This photo isn’t in the shop. Please upload it again.');
export const noSuchVideo = () => new Problem('not_found', 'This video doesn’t exist.');

/** Makes media cleanup skip them until the commit. */
export const keepMedia = (tx: Tx, ids: string[], now: string): Promise<void> =>
  touchMedia(tx, ids, now);

export const mediumRow = async (db: Db | Tx, id: string): Promise<MediumRow | undefined> =>
  (await selectMediaRows(db, [id]))[0];

/** `contentHash`: see `contentHashOf`. */
type NewName = { id: string; stem: string; contentHash: string };

/** Sizes in pixels. */
export type NewPicture = NewName & {
  width: number;
  height: number;
  widths: readonly number[];
  placeholder: string;
  complete: boolean;
  /** Extension of the private original; null if none is stored. */
  original: string | null;
  /** Left out where unknown. */
  colours?: OwnColour[];
  /** Null or left out where unknown. */
  outline?: Outline | null;
};
export type NewVideo = NewName & {
  width: number;
  height: number;
  posterId: string;
  /** The admin's browser makes a real poster later. */
  hasPlainPoster?: boolean;
  /** Name of the public file. */
  file: string;
  /** MIME type with codecs. */
  type: string;
  original: string | null;
  turn?: StoredTurn | null;
  /** It is to be converted. */
  isOdd?: boolean;
};

/**
 * Held while rows of media are removed, and while an ingest or import relies on them. Wait for
 * nothing else meanwhile.
 */
export const MEDIA_LOCK = 'media';

/** Adds videos after their posters. */
export async function addMedia(
  tx: Tx,
  media: { pictures: readonly NewPicture[]; videos: readonly NewVideo[] },
  now: string,
): Promise<void> {
  const pictures = media.pictures.map(({ colours, outline = null, ...picture }) => ({
    id: picture.id,
    stem: picture.stem,
    content_hash: picture.contentHash,
    kind: 'picture' as const,
    created_at: now,
    width: picture.width,
    height: picture.height,
    placeholder: picture.placeholder,
    complete: picture.complete,
    widths: JSON.stringify(picture.widths),
    original: picture.original,
    colours: colours ? JSON.stringify(colours) : null,
    outline,
    poster_id: null,
    has_plain_poster: false,
    video_file: null,
    video_type: null,
  }));
  const videos = media.videos.map(
    ({
      id,
      stem,
      contentHash,
      width,
      height,
      posterId,
      hasPlainPoster = false,
      file,
      type,
      original,
      turn = null,
    }) => ({
      id,
      stem,
      content_hash: contentHash,
      width,
      height,
      original,
      kind: VIDEO,
      poster_id: posterId,
      has_plain_poster: hasPlainPoster,
      created_at: now,
      widths: '[]',
      placeholder: '',
      complete: true,
      video_file: file,
      video_type: type,
      turn: turn && JSON.stringify(turn),
    }),
  );
  await upsertMedia(tx, pictures);
  await upsertMedia(tx, videos);
  await queueJobs(tx, 'renditions', incompleteOf(pictures), now);
  await queueJobs(
    tx,
    'conversion',
    media.videos.flatMap(({ id, isOdd }) => (isOdd ? id : [])),
    now,
  );
}

/** No one may come to see these. */
export async function putOffRenditions(tx: Tx, ids: string[]): Promise<void> {
  await deleteJobsOf(tx, await withPosters(tx, ids), 'renditions');
}

export async function queueRenditions(tx: Tx, ids: string[], now: string): Promise<void> {
  const pictures = await selectPictures(tx, await withPosters(tx, ids));
  await queueJobs(tx, 'renditions', incompleteOf(pictures), now);
}

/** Skips pictures that are too narrow (`allWidths`), or have it. */
export async function showWide(tx: Tx, id: string, now: string): Promise<void> {
  const picture = await setWide(tx, id);
  if (picture && allWidths(picture.width, true).length > picture.widths.length)
    await queueJobs(tx, 'renditions', [id], now);
}

const incompleteOf = (pictures: readonly { id: string; complete: boolean }[]) =>
  pictures.flatMap(({ id, complete }) => (complete ? [] : id));

async function withPosters(tx: Tx, ids: string[]): Promise<string[]> {
  return [...ids, ...(await selectMediaRows(tx, ids)).flatMap(({ poster_id }) => poster_id ?? [])];
}

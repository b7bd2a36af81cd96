/** The rows of pictures and videos. Their files are stored first (`media-files.service.ts`), so that no row is ever without. */

import type { OwnColour } from '#contract/catalogue/stone-colours.ts';
import { VIDEO } from '#contract/media/media-kind.ts';
import type { Outline } from '#contract/media/outline.ts';
import { Problem } from '#contract/problems.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { StoredTurn } from '#server/platform/db/schema-media.ts';
import { allWidths } from '#server/platform/images/renditions.ts';
import { deleteJobsOf } from './jobs/media-jobs.queries.ts';
import { queueJobs } from './jobs/media-jobs.service.ts';
import { type MediumRow, selectByContent, selectMediaRows, selectPictures, setWide, touchMedia, upsertMedia } from './media.queries.ts';

/** The ids of the shop's media with these contents, by content hash. */
export const idsByContent = async (db: Db | Tx, contentHashes: string[]): Promise<Map<string, string>> =>
  new Map((await selectByContent(db, contentHashes)).map(({ content_hash, id }) => [content_hash, id]));

/** The content hashes of the media. */
export const contentHashes = async (db: Db | Tx, ids: string[]): Promise<Set<string>> =>
  new Set((await selectMediaRows(db, ids)).map(({ content_hash }) => content_hash));

export type UploadedPicture = Awaited<ReturnType<typeof selectPictures>>[number];

/** Those of the pictures that exist, by their ids, with what a page needs to show them. */
export const uploadedPictures = async (db: Db | Tx, ids: string[]): Promise<Map<string, UploadedPicture>> =>
  new Map((await selectPictures(db, ids)).map((row) => [row.id, row]));

/** What is thrown where something refers to a picture that was never uploaded, or has been removed. */
export const noSuchPhoto = () => new Problem('invalid_input', 'This photo isn’t in the shop. Please upload it again.');
/** The same of a video that is to be changed. */
export const noSuchVideo = () => new Problem('not_found', 'This video doesn’t exist.');

/** Touches media so that media cleanup skips them until the commit. */
export const keepMedia = (tx: Tx, ids: string[], now: string): Promise<void> => touchMedia(tx, ids, now);

/** The row of a medium; undefined where it is gone. */
export const mediumRow = async (db: Db | Tx, id: string): Promise<MediumRow | undefined> => (await selectMediaRows(db, [id]))[0];

/** `contentHash`: see `contentHashOf` of `media-files.service.ts`. */
type NewName = { id: string; stem: string; contentHash: string };

/** A picture or video whose files are stored. Sizes in pixels. */
export type NewPicture = NewName & {
  width: number;
  height: number;
  widths: readonly number[];
  placeholder: string;
  complete: boolean;
  /** Extension of the private original; null if none is stored. */
  original: string | null;
  /** Of the stone; left out where they are not known. */
  colours?: OwnColour[];
  /** Of the stone; null or left out where it is not known. */
  outline?: Outline | null;
};
export type NewVideo = NewName & {
  width: number;
  height: number;
  /** The picture shown until it plays. */
  posterId: string;
  /** The poster is a plain picture until the admin's browser makes a real one. */
  hasPlainPoster?: boolean;
  /** Name of the public file. */
  file: string;
  /** MIME type with codecs. */
  type: string;
  original: string | null;
  /** Null or left out where it has none. */
  turn?: StoredTurn | null;
  /** Not every browser plays it, so it is to be converted. */
  isOdd?: boolean;
};

/** Held while rows of media are removed, and while an ingest or import relies on those that exist already. Nothing else is waited for meanwhile. */
export const MEDIA_LOCK = 'media';

/** Adds the rows of media, videos after the pictures that are their posters, and queues their jobs. */
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
    ({ id, stem, contentHash, width, height, posterId, hasPlainPoster = false, file, type, original, turn = null }) => ({
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

/** Puts off the remaining renditions of pictures that nobody may come to see, and of the posters of such videos. */
export async function putOffRenditions(tx: Tx, ids: string[]): Promise<void> {
  await deleteJobsOf(tx, await withPosters(tx, ids), 'renditions');
}

/** Queues what was put off. */
export async function queueRenditions(tx: Tx, ids: string[], now: string): Promise<void> {
  const pictures = await selectPictures(tx, await withPosters(tx, ids));
  await queueJobs(tx, 'renditions', incompleteOf(pictures), now);
}

/** Has a job make the rendition for a whole window (`allWidths`), where the picture is wide enough for one and has none. */
export async function showWide(tx: Tx, id: string, now: string): Promise<void> {
  const picture = await setWide(tx, id);
  if (picture && allWidths(picture.width, true).length > picture.widths.length) await queueJobs(tx, 'renditions', [id], now);
}

const incompleteOf = (pictures: readonly { id: string; complete: boolean }[]) =>
  pictures.flatMap(({ id, complete }) => (complete ? [] : id));

async function withPosters(tx: Tx, ids: string[]): Promise<string[]> {
  return [...ids, ...(await selectMediaRows(tx, ids)).flatMap(({ poster_id }) => poster_id ?? [])];
}

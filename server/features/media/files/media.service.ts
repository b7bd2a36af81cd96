/** Pictures and videos: files in the media store, and their rows. Files are stored first, so that no row is ever without. */

import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { OwnColour } from '#contract/catalogue/stone-colours.ts';
import type { Turn } from '#contract/media/media.ts';
import { MEDIA_ID } from '#contract/media/media-id.ts';
import { isVideo, VIDEO } from '#contract/media/media-kind.ts';
import { mediaUrl, renditionName, turnName } from '#contract/media/media-urls.ts';
import type { Outline } from '#contract/media/outline.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { StoredTurn } from '#server/platform/db/schema-media.ts';
import { renditionsOf } from '#server/platform/images/renditions.ts';
import type { StoredFile } from '#server/platform/storage/media-store.ts';
import { deleteJobsOf } from './jobs/media-jobs.queries.ts';
import { queueJobs } from './jobs/media-jobs.service.ts';
import { type MediumRow, selectByContent, selectMediaRows, selectPictures, touchMedia, upsertMedia } from './media.queries.ts';

/** A new id, stem or name of a medium; see `media-id.ts`. */
export const newMediaId = (): string => randomBytes(16).toString('hex');

/** By which the same file is recognized when it is uploaded again. @param sha256 in hexadecimal. */
export const contentHashOf = (sha256: string): string => sha256.slice(0, 32);

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

/** A file to be stored under its name. */
export type MediaFile = { name: string; localPath: string /** In hexadecimal. */; sha256: string };

/** Files that are read and stored concurrently. */
const CONCURRENCY = 16;

/**
 * Stores files; skips those that are stored already.
 * @throws Error for a file whose bytes do not match its hash; it is not stored.
 */
export async function storeFiles(ctx: Context, files: readonly MediaFile[]): Promise<void> {
  const waiting = files.values();
  const worker = async () => {
    for (const file of waiting) await storeFile(ctx, file);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

async function storeFile({ mediaStore }: Context, { name, localPath, sha256 }: MediaFile): Promise<void> {
  const bytes = await readFile(localPath);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`${localPath} does not match its hash`);
  await mediaStore.put(name, bytes);
}

/** The columns of a medium that determine its files. */
export type MediumFiles = Pick<MediumRow, 'stem' | 'kind' | 'width' | 'widths' | 'complete' | 'original' | 'video_file' | 'turn'>;

/** The names of all files of a medium, in no order. */
export function filesOfMedium(row: MediumFiles): string[] {
  const { stem, original, video_file } = row;
  const originals = original === null ? [] : [originalName(stem, original)];
  if (isVideo(row))
    return [...(video_file === null ? [] : [video_file]), ...(row.turn ? [turnName(stem, row.turn.key)] : []), ...originals];
  return [...new Set([...renditionsOf(stem, row).map(({ name }) => name), sourceOf(row), ...originals])];
}

/** The file that a picture's renditions are made from: its original, or the full size if no original is stored. */
export const sourceOf = ({ stem, original }: Pick<MediumFiles, 'stem' | 'original'>): string =>
  original === null ? renditionName(stem, 'full', 'jpg') : originalName(stem, original);

/** The file that a medium was made from: its original, or the best file if no original is stored. */
export function storedSource(row: Pick<MediumFiles, 'stem' | 'kind' | 'original' | 'video_file'>): string | null {
  if (!isVideo(row)) return sourceOf(row);
  return row.original === null ? row.video_file : originalName(row.stem, row.original);
}

/** A turn as pages get it. */
export const toTurn = (videoId: string, { key, ...frames }: StoredTurn): Turn => ({ url: mediaUrl(turnName(videoId, key)), ...frames });

/** Reads a rendition as the media store has it. @returns null if there is no such medium or file. */
export async function openRendition({ db, mediaStore }: Context, id: string, size: number | 'full'): Promise<StoredFile | null> {
  const [row] = await selectMediaRows(db, [id]);
  return row ? mediaStore.open(renditionName(row.stem, size, 'jpg')) : null;
}

/** An original's name, which no public URL reaches. */
export const originalName = (stem: string, ending: string): string => `private/${stem}.${ending}`;

/** The name of a video's file until it is converted. */
export const uploadedVideoName = (stem: string): string => `${stem}.mp4`;

/** Whether the video's file is no longer the one it came with. */
export const isConverted = ({ stem, video_file }: Pick<MediumRow, 'stem' | 'video_file'>): boolean =>
  video_file !== uploadedVideoName(stem);

const stemPattern = new RegExp(`^(?:private/)?(${MEDIA_ID})`);

/** The stem in the name of a stored file; null if it is no file of a medium. */
export const stemIn = (name: string): string | null => stemPattern.exec(name)?.[1] ?? null;

/** `contentHash`: see `contentHashOf`. */
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
    ...{ id: picture.id, stem: picture.stem, content_hash: picture.contentHash, kind: 'picture' as const, created_at: now },
    ...{ width: picture.width, height: picture.height, placeholder: picture.placeholder, complete: picture.complete },
    ...{ widths: JSON.stringify(picture.widths), original: picture.original },
    ...{ colours: colours ? JSON.stringify(colours) : null, outline },
    ...{ poster_id: null, has_plain_poster: false, video_file: null, video_type: null },
  }));
  const videos = media.videos.map(
    ({ id, stem, contentHash, width, height, posterId, hasPlainPoster = false, file, type, original, turn = null }) => ({
      ...{
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
      },
      ...{ widths: '[]', placeholder: '', complete: true, video_file: file, video_type: type, turn: turn && JSON.stringify(turn) },
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

const incompleteOf = (pictures: readonly { id: string; complete: boolean }[]) =>
  pictures.flatMap(({ id, complete }) => (complete ? [] : id));

async function withPosters(tx: Tx, ids: string[]): Promise<string[]> {
  return [...ids, ...(await selectMediaRows(tx, ids)).flatMap(({ poster_id }) => poster_id ?? [])];
}

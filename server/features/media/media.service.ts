/** Pictures and videos: files in the media store, and their rows. Files are stored first, so that no row is ever without. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isVideo, VIDEO } from '#contract/media-kind.ts';
import { renditionName } from '#contract/media-urls.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { renditionsOf } from '#server/platform/images/renditions.ts';
import { insertJobs, type JobKey } from './jobs/media-jobs.queries.ts';
import { type MediumRow, upsertMedia } from './media.queries.ts';

/** A file to be stored under its public name. */
export type MediaFile = { name: string; localPath: string /** In hexadecimal. */; sha256: string };

/** Files that are read and stored concurrently. */
const CONCURRENCY = 16;

/**
 * Stores files that are named by their content; skips those that are stored already.
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
  if (await mediaStore.has(name)) return;
  const bytes = await readFile(localPath);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`${localPath} does not match its hash`);
  await mediaStore.put(name, bytes);
}

/** The columns of a medium that determine its files. */
export type MediumFiles = Pick<MediumRow, 'id' | 'kind' | 'width' | 'widths' | 'complete' | 'original' | 'video_file'>;

/** The names of all files of a medium, in no order. */
export function filesOfMedium(row: MediumFiles): string[] {
  const { id, original, video_file } = row;
  const originals = original === null ? [] : [originalName(id, original)];
  if (isVideo(row)) return video_file === null ? originals : [video_file, ...originals];
  return [...new Set([...renditionsOf(row).map(({ name }) => name), sourceOf(row), ...originals])];
}

/** The file that a picture's renditions are made from: its original, or the full size if no original is stored. */
export const sourceOf = ({ id, original }: Pick<MediumFiles, 'id' | 'original'>): string =>
  original === null ? renditionName(id, 'full', 'jpg') : originalName(id, original);

/** An original's name, which no public URL reaches. */
export const originalName = (id: string, ending: string): string => `private/${id}.${ending}`;

/** A picture or video whose files are stored. Sizes in pixels. */
export type NewPicture = {
  id: string;
  width: number;
  height: number;
  widths: readonly number[];
  placeholder: string;
  complete: boolean;
  /** Extension of the private original; null if none is stored. */
  original: string | null;
};
export type NewVideo = {
  id: string;
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
  /** Not every browser plays it, so it is to be converted. */
  isOdd?: boolean;
};

/** Held while media are removed, and while an ingest relies on media that exist already. */
export const MEDIA_LOCK = 'media';

/** Adds the rows of media, videos after the pictures that are their posters, and queues their jobs. */
export async function addMedia(
  tx: Tx,
  media: { pictures: readonly NewPicture[]; videos: readonly NewVideo[] },
  now: string,
): Promise<void> {
  const pictures = media.pictures.map(({ id, width, height, widths, placeholder, complete, original }) => ({
    ...{ id, width, height, placeholder, complete, original, kind: 'picture' as const, created_at: now },
    ...{ widths: JSON.stringify(widths), poster_id: null, has_plain_poster: false, video_file: null, video_type: null },
  }));
  const videos = media.videos.map(({ id, width, height, posterId, hasPlainPoster = false, file, type, original }) => ({
    ...{ id, width, height, original, kind: VIDEO, poster_id: posterId, has_plain_poster: hasPlainPoster, created_at: now },
    ...{ widths: '[]', placeholder: '', complete: true, video_file: file, video_type: type },
  }));
  await upsertMedia(tx, pictures);
  await upsertMedia(tx, videos);
  const jobs: JobKey[] = [
    ...pictures.filter(({ complete }) => !complete).map(({ id }) => ({ media_id: id, kind: 'renditions' as const })),
    ...media.videos.filter(({ isOdd }) => isOdd).map(({ id }) => ({ media_id: id, kind: 'conversion' as const })),
  ];
  await insertJobs(tx, jobs, now);
}

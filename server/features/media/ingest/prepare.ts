/** Second step of an ingest: makes the first renditions in the work folder. Stores nothing yet. */
import path from 'node:path';
import type { Context } from '#server/context.ts';
import { makeFirstStep } from '#server/platform/images/image-worker-client.ts';
import type { PictureType } from '#server/platform/images/picture-header.ts';
import { renditionsOf } from '#server/platform/images/renditions.ts';
import { type MediumRow, selectMediaRows } from '../media.queries.ts';
import { filesOfMedium, type NewPicture, type NewVideo, originalName } from '../media.service.ts';
import type { InspectedUpload, VideoUpload } from './inspect.ts';
import { unreadable } from './picture-checks.ts';
import { prepareVideoFile } from './prepare-video.ts';
import { idOf, type PictureUpload, type WorkDir } from './upload.ts';
import { makePoster } from './video-poster.ts';

/** What an ingest will store and commit. */
export type PreparedMedia = {
  /** Local paths by the names under which they will be stored. */
  files: Map<string, string>;
  pictures: NewPicture[];
  videos: NewVideo[];
  /** Ids of media that exist already, rows and files. */
  existing: Set<string>;
};

const endings: Record<PictureType, string> = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp', avif: 'avif', heic: 'heic' };

/** @throws Problem unreadable_file naming the file; the signal's reason. */
export async function prepareMedia(ctx: Context, uploads: InspectedUpload[], work: WorkDir): Promise<PreparedMedia> {
  const prepared: PreparedMedia = { files: new Map(), pictures: [], videos: [], existing: new Set() };
  for (const upload of uploads) {
    if (upload.type === 'video') await prepareVideo(ctx, upload, work, prepared);
    else await preparePicture(ctx, upload, work, prepared);
  }
  return prepared;
}

async function preparePicture(
  ctx: Context,
  { file, type }: PictureUpload,
  { folder, signal }: WorkDir,
  prepared: PreparedMedia,
): Promise<void> {
  const id = idOf(file);
  if (isPrepared(id, prepared) || (await isThere(ctx, id, prepared))) return;
  const step = await makeFirstStep({ localPath: file.localPath, type, id, folder }, signal).catch((error: unknown) => {
    throw unreadable(ctx, file, error);
  });
  const picture = { id, ...step, original: endings[type] };
  prepared.pictures.push(picture);
  for (const { name } of renditionsOf(picture)) prepared.files.set(name, path.join(folder, name));
  prepared.files.set(originalName(id, picture.original), file.localPath);
}

async function prepareVideo(ctx: Context, { file, poster: sent }: VideoUpload, work: WorkDir, prepared: PreparedMedia): Promise<void> {
  const id = idOf(file);
  if (isPrepared(id, prepared)) return;
  // The same video again keeps its poster, unless that only stands in and there can be a better one now.
  const canImprove = sent !== null || ctx.config.ffmpeg !== null;
  if (await isThere(ctx, id, prepared, (row) => !(row.has_plain_poster && canImprove))) return;
  const { localPath, ...video } = await prepareVideoFile(ctx, file, work);
  const poster = sent ? { ...sent, isPlain: false } : await makePoster(ctx, file, { localPath, ...video }, work);
  await preparePicture(ctx, poster, work, prepared);
  const name = `${id}.mp4`;
  const rest = { file: name, original: video.ending, posterId: idOf(poster.file), hasPlainPoster: poster.isPlain };
  prepared.videos.push({ id, ...video, ...rest });
  prepared.files.set(name, localPath);
  prepared.files.set(originalName(id, video.ending), file.localPath);
}

const isPrepared = (id: string, { pictures, videos }: PreparedMedia) => [...pictures, ...videos].some((medium) => medium.id === id);

/** Whether the medium can stay as it is; if so, notes it and its poster. */
async function isThere(
  ctx: Context,
  id: string,
  { existing }: PreparedMedia,
  isGood: (row: MediumRow) => boolean = () => true,
): Promise<boolean> {
  const found = await wholeMedia(ctx, id, isGood);
  for (const one of found ?? []) existing.add(one);
  return found !== null;
}

/** The ids of a medium and its poster; null unless the rows and all their files are there. */
async function wholeMedia(ctx: Context, id: string, isGood: (row: MediumRow) => boolean): Promise<string[] | null> {
  const [row] = await selectMediaRows(ctx.db, [id]);
  if (!row || !isGood(row)) return null;
  for (const name of filesOfMedium(row)) if (!(await ctx.mediaStore.has(name))) return null;
  const poster = row.poster_id === null ? [] : await wholeMedia(ctx, row.poster_id, () => true);
  return poster && [id, ...poster];
}

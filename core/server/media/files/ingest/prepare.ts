/** Stores nothing yet. */
import path from 'node:path';
import type { Context } from '#core/server/context.ts';
import {
  type MediumRow,
  selectByContent,
  selectMediaRows,
} from '#core/server/media/files/media.queries.ts';
import type { NewPicture, NewVideo } from '#core/server/media/files/media.service.ts';
import {
  filesOfMedium,
  newMediaId,
  originalName,
  uploadedVideoName,
} from '#core/server/media/files/media-files.service.ts';
import { makeFirstStep } from '#platform/images/image-worker-client.ts';
import type { PictureType } from '#platform/images/picture-header.ts';
import { renditionsOf } from '#platform/images/renditions.ts';
import type { InspectedUpload, VideoUpload } from './inspect.ts';
import { unreadable } from './picture-checks.ts';
import { prepareVideoFile } from './prepare-video.ts';
import { contentOf, type PictureUpload, type WorkDir } from './upload.ts';
import { makePoster } from './video-poster.ts';

export type PreparedMedia = {
  /** Local paths by stored names, which no other ingest uses. */
  files: Map<string, string>;
  pictures: NewPicture[];
  videos: NewVideo[];
  /** By content hash. */
  ids: Map<string, string>;
  /** Ids that have a row already. */
  known: Set<string>;
};

const endings: Record<PictureType, string> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  avif: 'avif',
  heic: 'heic',
};

/** @throws Problem unreadable_file naming the file; the signal's reason. */
export async function prepareMedia(
  ctx: Context,
  uploads: InspectedUpload[],
  work: WorkDir,
): Promise<PreparedMedia> {
  const prepared: PreparedMedia = {
    files: new Map(),
    pictures: [],
    videos: [],
    ids: new Map(),
    known: new Set(),
  };
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
  const contentHash = contentOf(file);
  if (prepared.ids.has(contentHash)) return;
  const row = await findMedium(ctx, contentHash, prepared);
  if (row && (await keepsFiles(ctx, row, prepared))) return;
  const name = nameMedium(contentHash, row, prepared);
  const { stem } = name;
  const effort = ctx.config.pictureEffort;
  const step = await makeFirstStep(
    { localPath: file.localPath, type, stem, folder, effort },
    signal,
  ).catch((error: unknown) => {
    throw unreadable(ctx, file, error);
  });
  const picture = { ...name, ...step, original: endings[type] };
  prepared.pictures.push(picture);
  for (const { name } of renditionsOf(stem, picture))
    prepared.files.set(name, path.join(folder, name));
  prepared.files.set(originalName(stem, picture.original), file.localPath);
}

async function prepareVideo(
  ctx: Context,
  { file, poster: sent }: VideoUpload,
  work: WorkDir,
  prepared: PreparedMedia,
): Promise<void> {
  const contentHash = contentOf(file);
  if (prepared.ids.has(contentHash)) return;
  const row = await findMedium(ctx, contentHash, prepared);
  // A poster that only stands in gives way where a better one is possible.
  const canImprove = sent !== null || ctx.config.ffmpeg !== null;
  if (row && !(row.has_plain_poster && canImprove) && (await keepsFiles(ctx, row, prepared)))
    return;
  const name = nameMedium(contentHash, row, prepared);
  const { localPath, ...video } = await prepareVideoFile(ctx, file, work);
  const poster = sent
    ? { ...sent, isPlain: false }
    : await makePoster(ctx, file, { localPath, ...video }, work);
  await preparePicture(ctx, poster, work, prepared);
  const posterId = prepared.ids.get(contentOf(poster.file)) ?? '';
  const publicFile = uploadedVideoName(name.stem);
  prepared.videos.push({
    ...name,
    ...video,
    file: publicFile,
    original: video.ending,
    posterId,
    hasPlainPoster: poster.isPlain,
  });
  prepared.files.set(publicFile, localPath);
  prepared.files.set(originalName(name.stem, video.ending), file.localPath);
}

async function findMedium(
  ctx: Context,
  contentHash: string,
  prepared: PreparedMedia,
): Promise<MediumRow | undefined> {
  const [row] = await selectByContent(ctx.db, [contentHash]);
  if (row) note(row, prepared);
  return row;
}

/** Cleanup may be about to remove a row's old files: missing ones get a new stem. */
function nameMedium(contentHash: string, row: MediumRow | undefined, { ids }: PreparedMedia) {
  const stem = newMediaId();
  const id = row?.id ?? stem;
  ids.set(contentHash, id);
  return { id, stem, contentHash };
}

async function keepsFiles(ctx: Context, row: MediumRow, prepared: PreparedMedia): Promise<boolean> {
  for (const name of filesOfMedium(row)) if (!(await ctx.mediaStore.has(name))) return false;
  if (row.poster_id === null) return true;
  const [poster] = await selectMediaRows(ctx.db, [row.poster_id]);
  if (!poster || !(await keepsFiles(ctx, poster, prepared))) return false;
  note(poster, prepared);
  return true;
}

function note({ id, content_hash }: MediumRow, { ids, known }: PreparedMedia): void {
  ids.set(content_hash, id);
  known.add(id);
}

/** Second step of an ingest: makes the first renditions in the work folder. Stores nothing yet. */
import path from 'node:path';
import type { Context } from '#server/context.ts';
import { type MediumRow, selectByContent, selectMediaRows } from '#server/features/media/files/media.queries.ts';
import type { NewPicture, NewVideo } from '#server/features/media/files/media.service.ts';
import { filesOfMedium, newMediaId, originalName, uploadedVideoName } from '#server/features/media/files/media-files.service.ts';
import { makeFirstStep } from '#server/platform/images/image-worker-client.ts';
import type { PictureType } from '#server/platform/images/picture-header.ts';
import { renditionsOf } from '#server/platform/images/renditions.ts';
import type { InspectedUpload, VideoUpload } from './inspect.ts';
import { unreadable } from './picture-checks.ts';
import { prepareVideoFile } from './prepare-video.ts';
import { contentOf, type PictureUpload, type WorkDir } from './upload.ts';
import { makePoster } from './video-poster.ts';

/** What an ingest will store and commit. */
export type PreparedMedia = {
  /** Local paths by the names under which they will be stored: names that no other ingest uses. */
  files: Map<string, string>;
  pictures: NewPicture[];
  videos: NewVideo[];
  /** The id of every medium, by its content hash. */
  ids: Map<string, string>;
  /** Those ids that have a row already. */
  known: Set<string>;
};

const endings: Record<PictureType, string> = { jpeg: 'jpg', png: 'png', gif: 'gif', webp: 'webp', avif: 'avif', heic: 'heic' };

/** @throws Problem unreadable_file naming the file; the signal's reason. */
export async function prepareMedia(ctx: Context, uploads: InspectedUpload[], work: WorkDir): Promise<PreparedMedia> {
  const prepared: PreparedMedia = { files: new Map(), pictures: [], videos: [], ids: new Map(), known: new Set() };
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
  const step = await makeFirstStep({ localPath: file.localPath, type, stem, folder, effort }, signal).catch((error: unknown) => {
    throw unreadable(ctx, file, error);
  });
  const picture = { ...name, ...step, original: endings[type] };
  prepared.pictures.push(picture);
  for (const { name } of renditionsOf(stem, picture)) prepared.files.set(name, path.join(folder, name));
  prepared.files.set(originalName(stem, picture.original), file.localPath);
}

async function prepareVideo(ctx: Context, { file, poster: sent }: VideoUpload, work: WorkDir, prepared: PreparedMedia): Promise<void> {
  const contentHash = contentOf(file);
  if (prepared.ids.has(contentHash)) return;
  const row = await findMedium(ctx, contentHash, prepared);
  // The same video again keeps its poster, unless that only stands in and there can be a better one now.
  const canImprove = sent !== null || ctx.config.ffmpeg !== null;
  if (row && !(row.has_plain_poster && canImprove) && (await keepsFiles(ctx, row, prepared))) return;
  const name = nameMedium(contentHash, row, prepared);
  const { localPath, ...video } = await prepareVideoFile(ctx, file, work);
  const poster = sent ? { ...sent, isPlain: false } : await makePoster(ctx, file, { localPath, ...video }, work);
  await preparePicture(ctx, poster, work, prepared);
  const posterId = prepared.ids.get(contentOf(poster.file)) ?? '';
  const publicFile = uploadedVideoName(name.stem);
  prepared.videos.push({ ...name, ...video, file: publicFile, original: video.ending, posterId, hasPlainPoster: poster.isPlain });
  prepared.files.set(publicFile, localPath);
  prepared.files.set(originalName(name.stem, video.ending), file.localPath);
}

async function findMedium(ctx: Context, contentHash: string, prepared: PreparedMedia): Promise<MediumRow | undefined> {
  const [row] = await selectByContent(ctx.db, [contentHash]);
  if (row) note(row, prepared);
  return row;
}

/** A new name, or that of the row, whose files are missing: it gets others under a new stem, for cleanup may be about to remove the old ones. */
function nameMedium(contentHash: string, row: MediumRow | undefined, { ids }: PreparedMedia) {
  const stem = newMediaId();
  const id = row?.id ?? stem;
  ids.set(contentHash, id);
  return { id, stem, contentHash };
}

/** Whether the medium and its poster can stay as they are, because all their files are there; if so, notes the poster. */
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

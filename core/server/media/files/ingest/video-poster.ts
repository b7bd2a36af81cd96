/** Falls back to a plain picture until the admin's browser makes a real one. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '#core/server/context.ts';
import { makePlainPicture } from '#platform/images/image-worker-client.ts';
import { extractPoster } from '#platform/videos/ffmpeg.ts';
import type { PreparedVideo } from './prepare-video.ts';
import type { PictureUpload, Upload, WorkDir } from './upload.ts';

const FRAME_TIMEOUT_MS = 60_000;
const PLAIN_SIDE = 640;
const EMPTY = createHash('sha256').digest('hex');

/** The sender could not make a poster. */
export const isEmptyPoster = (poster: Upload): boolean => poster.sha256 === EMPTY;

/** @returns `isPlain`: no frame could be taken. @throws the signal's reason. */
export async function makePoster(
  ctx: Context,
  file: Upload,
  video: PreparedVideo,
  { folder, signal }: WorkDir,
): Promise<PictureUpload & { isPlain: boolean }> {
  const localPath = path.join(folder, `${path.basename(file.localPath)}.jpg`);
  const hasFrame = await takeFrame(ctx, file, video, localPath, signal);
  if (!hasFrame) {
    const scale = Math.min(1, PLAIN_SIDE / Math.max(video.width, video.height));
    const size = {
      width: Math.max(1, Math.round(video.width * scale)),
      height: Math.max(1, Math.round(video.height * scale)),
    };
    await makePlainPicture({ ...size, outPath: localPath }, signal);
  }
  const sha256 = createHash('sha256')
    .update(await readFile(localPath))
    .digest('hex');
  return { file: { ...file, localPath, sha256 }, type: 'jpeg', isPlain: !hasFrame };
}

async function takeFrame(
  ctx: Context,
  file: Upload,
  video: PreparedVideo,
  outPath: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { ffmpeg } = ctx.config;
  if (ffmpeg === null) return false;
  try {
    await extractPoster(ffmpeg, file.localPath, outPath, {
      ...video,
      timeoutMs: FRAME_TIMEOUT_MS,
      signal,
    });
    return true;
  } catch (err) {
    signal.throwIfAborted();
    ctx.log.warn({ err }, 'ffmpeg could not take a poster; using a plain one');
    return false;
  }
}

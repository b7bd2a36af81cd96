/** Videos on their way in: written anew for browsers, and with a poster where nobody sent one. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '#contract/problems.ts';
import { playsEverywhere, videoType } from '#contract/video-codecs.ts';
import type { Context } from '#server/context.ts';
import { extractPoster } from '#server/platform/videos/ffmpeg.ts';
import type { VideoFacts } from '#server/platform/videos/video-file.ts';
import { prepareForBrowsers, UnknownCodec, UnreadableVideo } from '#server/platform/videos/videos.ts';
import type { Upload, WorkDir } from './ingest.service.ts';

const STILL_MS = 60_000;
const EMPTY = createHash('sha256').digest('hex');

/** A video that can be stored: the file for browsers in the workplace, and what is known of it. */
export type PreparedVideo = VideoFacts & {
  localPath: string;
  /** MIME type with codecs. */
  type: string;
  /** Not every browser plays it as it is. */
  isOdd: boolean;
};

/** @throws Problem unreadable_file naming the file; the signal's reason. */
export async function prepareVideoFile(ctx: Context, file: Upload, { folder, signal }: WorkDir): Promise<PreparedVideo> {
  const localPath = path.join(folder, `${path.basename(file.localPath)}.mp4`);
  try {
    const facts = await prepareForBrowsers(file.localPath, localPath, ctx.config.ffmpeg, { signal });
    return { ...facts, localPath, type: videoType(facts), isOdd: !playsEverywhere(facts) };
  } catch (error) {
    if (error instanceof UnknownCodec)
      throw refusal(file, `“${file.name}” is coded in a way that no browser plays (${error.message}). Please save it as MP4 with H.264.`);
    if (error instanceof UnreadableVideo) throw refusal(file, `“${file.name}” is damaged, or no film with a picture: it cannot be shown.`);
    throw error;
  }
}

/** Whether what came as a poster only keeps its place: the sender could not take one. */
export const isEmptyPoster = (poster: Upload): boolean => poster.sha256 === EMPTY;

/**
 * The poster of a video that came without one, as if it had been sent.
 * @throws Problem unreadable_file where there is no ffmpeg, or it cannot read the video.
 */
export async function posterOf(ctx: Context, file: Upload, video: PreparedVideo, { folder, signal }: WorkDir): Promise<Upload> {
  const { ffmpeg } = ctx.config;
  const missing = refusal(file, `The film “${file.name}” came without a still picture to show before it plays.`);
  if (ffmpeg === null) throw missing;
  const localPath = path.join(folder, `${path.basename(file.localPath)}.jpg`);
  await extractPoster(ffmpeg, file.localPath, localPath, { ...video, timeoutMs: STILL_MS, signal }).catch(() => {
    signal.throwIfAborted();
    throw missing;
  });
  const sha256 = createHash('sha256')
    .update(await readFile(localPath))
    .digest('hex');
  return { part: file.part, index: file.index, name: file.name, localPath, sha256 };
}

const refusal = ({ part, index, name }: Upload, message: string) =>
  new Problem('unreadable_file', message, { file: { part, index, name } });

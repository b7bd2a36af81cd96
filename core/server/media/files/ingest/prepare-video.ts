import path from 'node:path';
import { playsEverywhere, videoType } from '#core/contract/media/video-codecs.ts';
import type { Context } from '#core/server/context.ts';
import type { VideoFacts } from '#platform/videos/video-file.ts';
import { prepareForBrowsers, UnknownCodec, UnreadableVideo } from '#platform/videos/videos.ts';
import { refusal, type Upload, type WorkDir } from './upload.ts';

export type PreparedVideo = VideoFacts & {
  localPath: string;
  /** MIME type with codecs. */
  type: string;
  /** Not every browser plays it as it is. */
  isOdd: boolean;
};

/** @throws Problem unreadable_file naming the file; the signal's reason. */
export async function prepareVideoFile(
  ctx: Context,
  file: Upload,
  { folder, signal }: WorkDir,
): Promise<PreparedVideo> {
  const localPath = path.join(folder, `${path.basename(file.localPath)}.mp4`);
  try {
    const facts = await prepareForBrowsers(file.localPath, localPath, ctx.config.ffmpeg, {
      signal,
    });
    return { ...facts, localPath, type: videoType(facts), isOdd: !playsEverywhere(facts) };
  } catch (error) {
    const refuse = (message: string) => refusal('unreadable_file', file, message);
    if (error instanceof UnknownCodec)
      throw refuse(
        `No browser can play “${file.name}” (${error.message}). Please save it as MP4 with H.264.`,
      );
    if (error instanceof UnreadableVideo)
      throw refuse(`“${file.name}” is damaged or isn’t a video, so it can’t be shown.`);
    throw error;
  }
}

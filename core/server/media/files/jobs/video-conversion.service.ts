/** Takes minutes, so it is queued; without ffmpeg there is none. */

import path from 'node:path';
import { MINUTE_MS } from '#core/contract/durations.ts';
import {
  codecPlaysEverywhere,
  playsEverywhere,
  videoType,
} from '#core/contract/media/video-codecs.ts';
import type { Context } from '#core/server/context.ts';
import type { WorkDir } from '#core/server/media/files/ingest/ingest.service.ts';
import type { MediumRow } from '#core/server/media/files/media.queries.ts';
import { newMediaId, storedSource } from '#core/server/media/files/media-files.service.ts';
import { perform } from '#core/server/perform.ts';
import { convertVideo } from '#platform/videos/ffmpeg.ts';
import { readVideo } from '#platform/videos/videos.ts';
import { deleteJob, type JobKey, releaseJob } from './media-jobs.queries.ts';
import { fetchFile } from './stored-file.service.ts';
import { replaceVideoFile } from './video-conversion.queries.ts';

const CONVERSION_TIMEOUT_MS = 30 * MINUTE_MS;

/**
 * Media cleanup removes the old file. @throws Error if it cannot be done now; the signal's reason.
 */
export async function convertStoredVideo(
  ctx: Context,
  video: MediumRow,
  { folder, signal }: WorkDir,
): Promise<void> {
  const { ffmpeg } = ctx.config;
  if (ffmpeg === null) throw new Error('ffmpeg is not installed');
  const [from, to] = [path.join(folder, 'original'), path.join(folder, 'converted.mp4')];
  // The original has its sound, which the file for browsers may lack.
  const source = storedSource(video);
  if (source === null) throw new Error('The video has no file');
  await fetchFile(ctx, source, from, signal);

  const { isHdr, ...codecs } = await readVideo(from, { signal });
  const finish = (after: Parameters<typeof replaceVideoFile>[3]) =>
    perform(ctx, 'system', async ({ tx }) => {
      const isCurrent = await replaceVideoFile(tx, video.id, video.video_file, after);
      const job: JobKey = { media_id: video.id, kind: 'conversion' };
      // A file that an upload has renewed meanwhile is the next attempt's.
      if (isCurrent) await deleteJob(tx, job);
      else await releaseJob(tx, job, { attempts: 0 });
      return isCurrent;
    });
  if (playsEverywhere(codecs)) {
    await finish(null);
    return;
  }
  await convertVideo(ffmpeg, from, to, {
    isHdr,
    keepsPictures: codecPlaysEverywhere(codecs.video),
    timeoutMs: CONVERSION_TIMEOUT_MS,
    signal,
  });
  const { width, height, ...converted } = await readVideo(to, { signal });
  const name = `${newMediaId()}.mp4`;
  await ctx.mediaStore.putFile(name, to);
  if (!(await finish({ video_file: name, video_type: videoType(converted), width, height })))
    await ctx.mediaStore.remove(name);
}

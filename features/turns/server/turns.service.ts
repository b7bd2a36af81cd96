import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Turn } from '#core/contract/media/media.ts';
import { VIDEO } from '#core/contract/media/media-kind.ts';
import { turnName } from '#core/contract/media/media-urls.ts';
import { gridOf } from '#core/contract/media/turns.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import type { MediumRow } from '#core/server/feature.ts';
import {
  refusal,
  typeOfUpload,
  type Upload,
  unreadable,
  type WorkDir,
} from '#core/server/media/files/ingest/ingest.service.ts';
import { MEDIA_LOCK, mediumRow, noSuchVideo } from '#core/server/media/files/media.service.ts';
import { toTurn } from '#core/server/media/files/media-files.service.ts';
import { perform } from '#core/server/perform.ts';
import { MAX_TURN_PIXELS } from '#features/turns/contract/turn-limits.ts';
import { lockNames } from '#platform/db/locks.ts';
import type { StoredTurn } from '#platform/db/schema-media.ts';
import { inspectPicture, runImageTask } from '#platform/images/image-worker-client.ts';
import type { PictureType } from '#platform/images/picture-header.ts';
import type { TurnInput } from './turn-task.ts';
import { setTurn } from './turns.queries.ts';

const TASK = 'features/turns/server/turn-task.ts';
const TYPES: readonly string[] = ['jpeg', 'png', 'webp'] satisfies PictureType[];
const MAX_SIDE = 6_000;
/** How far the shape of a frame may be from the video's: a frame has whole pixels. */
const TOLERANCE = 0.04;

/**
 * Media cleanup removes a former turn's picture.
 * @param frames how many the file has.
 * @throws Problem not_found; unsupported_type, unreadable_file or invalid_input naming the file.
 */
export async function addTurn(
  ctx: Context,
  videoId: string,
  file: Upload,
  frames: number,
  work: WorkDir,
): Promise<Turn> {
  const video = await findVideo(ctx, videoId);
  const key = randomBytes(4).toString('hex');
  const outPath = path.join(work.folder, `${key}.jpg`);
  await checkFrames(ctx, video, file, frames, work.signal);
  const input: TurnInput = { localPath: file.localPath, grid: gridOf(frames), outPath };
  const size = await runImageTask<FrameSize>(TASK, input, work.signal, true).catch(
    (error: unknown) => {
      throw unreadable(ctx, file, error);
    },
  );
  const turn: StoredTurn = { key, frames, ...size };
  const name = turnName(video.stem, key);
  await ctx.mediaStore.putFile(name, outPath);
  try {
    work.signal.throwIfAborted();
    await perform(ctx, 'owner', async ({ tx, dialect }) => {
      // Another upload may renew the video's files, and cleanup remove them.
      await lockNames(tx, dialect, [MEDIA_LOCK]);
      if (!(await setTurn(tx, video, turn))) throw noSuchVideo();
    });
  } catch (error) {
    // Else an orphan, for media cleanup; a commit whose confirmation was lost keeps its file.
    if (error instanceof Problem) await ctx.mediaStore.remove(name).catch(() => {});
    throw error;
  }
  return toTurn(videoId, turn);
}

/** Media cleanup removes the picture. @throws Problem not_found */
export async function removeTurn(ctx: Context, videoId: string): Promise<void> {
  const video = await findVideo(ctx, videoId);
  if (!(await perform(ctx, 'owner', ({ tx }) => setTurn(tx, video, null)))) throw noSuchVideo();
}

/** Pixels. */
type FrameSize = { width: number; height: number };

async function checkFrames(
  ctx: Context,
  video: MediumRow,
  file: Upload,
  frames: number,
  signal: AbortSignal,
): Promise<void> {
  const type = await typeOfUpload(file);
  if (type === 'video' || !TYPES.includes(type))
    throw refusal(
      'unsupported_type',
      file,
      'A 360° view’s frames come as one image: JPG, PNG or WebP.',
    );
  const { width, height } = await inspectPicture({ localPath: file.localPath, type }, signal).catch(
    (error: unknown) => {
      throw unreadable(ctx, file, error);
    },
  );
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_TURN_PIXELS)
    throw refusal(
      'invalid_input',
      file,
      `The frames have more than ${MAX_TURN_PIXELS / 1_000_000} megapixels together.`,
    );
  const { columns, rows } = gridOf(frames);
  const [frameWidth, frameHeight] = [width / columns, height / rows];
  const shape = frameWidth / frameHeight / (video.width / video.height);
  if (
    !Number.isInteger(frameWidth) ||
    !Number.isInteger(frameHeight) ||
    Math.abs(Math.log(shape)) > TOLERANCE
  ) {
    const message = `A 360° view with ${frames} frames must be ${columns} frames wide and ${rows} high, each in the video’s shape.`;
    throw refusal('invalid_input', file, message);
  }
}

async function findVideo({ db }: Context, id: string): Promise<MediumRow> {
  const row = await mediumRow(db, id);
  if (row?.kind !== VIDEO) throw noSuchVideo();
  return row;
}

import { formatCount } from '#core/contract/counts.ts';
import type { Context } from '#core/server/context.ts';
import { inspectPicture, UnreadablePicture } from '#platform/images/image-worker-client.ts';
import type { PictureHeader, PictureType } from '#platform/images/picture-header.ts';
import { ChildFailure } from '#platform/jobs/child-runner.ts';
import { type PictureUpload, refusal, type Upload } from './upload.ts';

const MEGA = 1_000_000;

/** Decoding AVIF takes many times its size in memory, the more with over 8 bits. */
const maxMegapixels = (type: PictureType, { isDeep }: PictureHeader): number =>
  type === 'heic' ? 50 : type === 'avif' ? (isDeep ? 18 : 25) : 100;
const MAX_IN_FRAMES = 300;

/** @throws Problem unreadable_file naming the file. */
export async function checkPicture(
  ctx: Context,
  { file, type }: PictureUpload,
  signal: AbortSignal,
): Promise<void> {
  const header = await inspectPicture({ localPath: file.localPath, type }, signal).catch(
    (error: unknown) => {
      throw unreadable(ctx, file, error);
    },
  );
  const pixels = header.width * header.height;
  const refuse = (count: number, max: number, where: string) =>
    refusal(
      'unreadable_file',
      file,
      `“${file.name}” has ${formatCount(Math.ceil(count / MEGA))} megapixels${where}. The limit is ${max}.`,
    );
  const max = maxMegapixels(type, header);
  if (pixels > max * MEGA)
    throw refuse(
      pixels,
      max,
      type === 'avif' || type === 'heic' ? ` in ${type.toUpperCase()}` : '',
    );
  if (pixels * header.frames > MAX_IN_FRAMES * MEGA)
    throw refuse(pixels * header.frames, MAX_IN_FRAMES, ' in all its frames');
}

/** Returns other errors unchanged. */
export function unreadable(ctx: Context, file: Upload, error: unknown): unknown {
  if (!(error instanceof UnreadablePicture)) return error;
  if (!(error.cause instanceof ChildFailure))
    return refusal(
      'unreadable_file',
      file,
      `“${file.name}” is damaged and can’t be read. Please choose another file.`,
    );
  ctx.log.warn({ err: error }, 'could not read an uploaded picture');
  return refusal(
    'unreadable_file',
    file,
    `“${file.name}” takes too long to read. Please save it in a simpler format, such as JPG.`,
  );
}

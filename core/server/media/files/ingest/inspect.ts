/** Decodes and writes nothing. */
import type { Context } from '#core/server/context.ts';
import { ACCEPTED_TYPES, type FileType, readFileType } from './file-type.ts';
import { checkPicture } from './picture-checks.ts';
import { type PictureUpload, refusal, type Upload, type WorkDir } from './upload.ts';
import { isEmptyPoster } from './video-poster.ts';

export type VideoUpload = { file: Upload; type: 'video'; poster: PictureUpload | null };
export type InspectedUpload = PictureUpload | VideoUpload;

/**
 * Checks all files before work on one. @param posters one per video, in order; missing and empty
 * ones are null in the result. @throws Problem unsupported_type, unreadable_file, invalid_input
 * naming the file.
 */
export async function inspectUploads(
  ctx: Context,
  { files, posters }: { files: Upload[]; posters: Upload[] },
  { signal }: WorkDir,
): Promise<InspectedUpload[]> {
  const remaining = posters.values();
  const inspected: InspectedUpload[] = [];
  for (const file of files) {
    const type = await typeOf(file);
    if (type === 'video') {
      const sent = remaining.next().value;
      inspected.push({
        file,
        type,
        poster: sent && !isEmptyPoster(sent) ? await inspectPoster(ctx, sent, signal) : null,
      });
    } else inspected.push(await inspectPicture(ctx, { file, type }, signal));
  }
  const [extra] = remaining;
  if (extra)
    throw refusal(
      'invalid_input',
      extra,
      `“${extra.name}” was sent as a video’s still photo, but there’s no video for it.`,
    );
  return inspected;
}

async function inspectPoster(
  ctx: Context,
  file: Upload,
  signal: AbortSignal,
): Promise<PictureUpload> {
  const type = await typeOf(file);
  if (type === 'video')
    throw refusal('unsupported_type', file, 'A video’s still photo can’t be a video.');
  return inspectPicture(ctx, { file, type }, signal);
}

async function inspectPicture(
  ctx: Context,
  upload: PictureUpload,
  signal: AbortSignal,
): Promise<PictureUpload> {
  await checkPicture(ctx, upload, signal);
  return upload;
}

/** @throws Problem unsupported_type. */
export async function typeOf(file: Upload): Promise<FileType> {
  const type = await readFileType(file.localPath);
  if (type) return type;
  const message = `We can’t use “${file.name}”. Please choose ${ACCEPTED_TYPES}.`;
  throw refusal('unsupported_type', file, message);
}

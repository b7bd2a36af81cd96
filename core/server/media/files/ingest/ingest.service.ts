/** All files become media, or none. The media worker makes the later renditions. */

import path from 'node:path';
import type { Picture } from '#core/contract/media/media.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { selectMediaRows, setPoster } from '#core/server/media/files/media.queries.ts';
import { noSuchVideo } from '#core/server/media/files/media.service.ts';
import { commitMedia, MediaChanged } from './commit.ts';
import { inspectUploads, typeOf } from './inspect.ts';
import { prepareMedia } from './prepare.ts';
import { contentOf, refusal, type Upload, type WorkDir } from './upload.ts';

export { unreadable } from './picture-checks.ts';
export { refusal, type Upload, type WorkDir } from './upload.ts';

const MAX_ATTEMPTS = 3;

/** `posters`: one per video, in order. Empty and missing ones are made here. */
export type Uploads = { files: Upload[]; posters: Upload[] };

/** @param mediaIds in the order of the files. */
type Attach<T> = (act: Act, mediaIds: string[]) => Promise<T>;

/**
 * @param attach runs in the act that adds the media; when it throws, nothing is added. @throws
 * Problem unsupported_type, unreadable_file, invalid_input naming the file.
 */
export async function ingestUploads<T>(
  ctx: Context,
  uploads: Uploads,
  work: WorkDir,
  attach: Attach<T>,
): Promise<T> {
  const inspected = await inspectUploads(ctx, uploads, work);
  for (let attempt = 1; ; attempt++) {
    const prepared = await prepareMedia(ctx, inspected, work);
    const ids = uploads.files.map((file) => prepared.ids.get(contentOf(file)) ?? '');
    try {
      return await commitMedia(ctx, prepared, work.signal, (act) => attach(act, ids));
    } catch (error) {
      if (!(error instanceof MediaChanged) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** @throws Problem where `ingestUploads` would. */
export async function checkUploads(ctx: Context, uploads: Uploads, work: WorkDir): Promise<void> {
  await inspectUploads(ctx, uploads, work);
}

/** @throws Problem unsupported_type. */
export const typeOfUpload = (file: Upload) => typeOf(file);

/** @throws Problem as `ingestUploads` does, and for a video. */
export async function ingestPicture(
  ctx: Context,
  file: Upload,
  work: WorkDir,
  attach: Attach<void> = async () => {},
): Promise<Picture> {
  if ((await typeOf(file)) === 'video')
    throw refusal('unsupported_type', file, `“${file.name}” is a video. Please choose a photo.`);
  const id = await ingestUploads(ctx, { files: [file], posters: [] }, work, async (act, ids) => {
    await attach(act, ids);
    return ids[0] ?? '';
  });
  const [row] = await selectMediaRows(ctx.db, [id]);
  if (!row) throw new Error(`The picture ${id} has no row`);
  const { width, height, widths, placeholder, complete } = row;
  return {
    kind: 'picture',
    id,
    width,
    height,
    widths,
    placeholder,
    complete,
    alt: '',
    light: null,
  };
}

/** Media cleanup removes the old one. @throws Problem not_found; as `ingestPicture` does. */
export async function ingestPoster(
  ctx: Context,
  videoId: string,
  file: Upload,
  work: WorkDir,
): Promise<Picture> {
  return ingestPicture(ctx, file, work, async ({ tx }, [posterId = '']) => {
    if (!(await setPoster(tx, videoId, posterId))) throw noSuchVideo();
  });
}

export const uploadsOf = ({ config, clock }: Context) => ({
  uploads: path.join(config.dataDir, 'uploads'),
  now: clock.now(),
});

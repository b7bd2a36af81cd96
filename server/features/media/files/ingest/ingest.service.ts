/**
 * The steps of an upload: inspect every file, prepare the first renditions, store the files, commit the rows together with what refers to them.
 * All files become media, or none does. The media worker makes the remaining renditions afterwards.
 */

import path from 'node:path';
import type { Picture } from '#contract/media/media.ts';
import type { Context } from '#server/context.ts';
import { changedMedia } from '#server/features/media/files/cache-tags.ts';
import { selectMediaRows, setPoster } from '#server/features/media/files/media.queries.ts';
import { noSuchVideo } from '#server/features/media/files/media.service.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { commitMedia, MediaChanged } from './commit.ts';
import { inspectUploads, typeOf } from './inspect.ts';
import { prepareMedia } from './prepare.ts';
import { contentOf, refusal, type Upload, type WorkDir } from './upload.ts';

export { unreadable } from './picture-checks.ts';
export { refusal, type Upload, type WorkDir } from './upload.ts';

const MAX_ATTEMPTS = 3;

/** Files of one request, and the poster of each video among them in the videos' order. Empty and missing posters are made here. */
export type Uploads = { files: Upload[]; posters: Upload[] };

/** Writes what refers to the media, given their ids in the order of the files. The callback may run more than once; touch nothing outside `tx`. */
export type Attach<T> = (tx: Tx, mediaIds: string[]) => Promise<T>;

/**
 * Makes media of uploaded files.
 * @param attach runs in the transaction that adds the media; when it throws, nothing is added.
 * @throws Problem unsupported_type, unreadable_file, invalid_input naming the file.
 */
export async function ingestUploads<T>(ctx: Context, uploads: Uploads, work: WorkDir, attach: Attach<T>): Promise<T> {
  const inspected = await inspectUploads(ctx, uploads, work);
  for (let attempt = 1; ; attempt++) {
    const prepared = await prepareMedia(ctx, inspected, work);
    const ids = uploads.files.map((file) => prepared.ids.get(contentOf(file)) ?? '');
    try {
      const result = await commitMedia(ctx, prepared, work.signal, (tx) => attach(tx, ids));
      const renewed = [...prepared.pictures, ...prepared.videos].filter(({ id }) => prepared.known.has(id));
      if (renewed.length > 0) ctx.invalidateCache(changedMedia(renewed.map(({ id }) => id)));
      return result;
    } catch (error) {
      if (!(error instanceof MediaChanged) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** The first step alone: refuses what `ingestUploads` would refuse. @throws Problem as it does. */
export async function checkUploads(ctx: Context, uploads: Uploads, work: WorkDir): Promise<void> {
  await inspectUploads(ctx, uploads, work);
}

/** What an uploaded file is, by its bytes. @throws Problem unsupported_type. */
export const typeOfUpload = (file: Upload) => typeOf(file);

/** Makes one picture that belongs to no specimen, such as the logo. @throws Problem as `ingestUploads` does, and for a video. */
export async function ingestPicture(ctx: Context, file: Upload, work: WorkDir, attach: Attach<void> = async () => {}): Promise<Picture> {
  if ((await typeOf(file)) === 'video') throw refusal('unsupported_type', file, `“${file.name}” is a video. Please choose a photo.`);
  const id = await ingestUploads(ctx, { files: [file], posters: [] }, work, async (tx, ids) => {
    await attach(tx, ids);
    return ids[0] ?? '';
  });
  const [row] = await selectMediaRows(ctx.db, [id]);
  if (!row) throw new Error(`The picture ${id} has no row`);
  const { width, height, widths, placeholder, complete } = row;
  return { kind: 'picture', id, width, height, widths, placeholder, complete, alt: '', light: null };
}

/** Gives a video another poster. Media cleanup removes the old one. @throws Problem not_found; as `ingestPicture` does. */
export async function ingestPoster(ctx: Context, videoId: string, file: Upload, work: WorkDir): Promise<Picture> {
  const picture = await ingestPicture(ctx, file, work, async (tx, [posterId = '']) => {
    if (!(await setPoster(tx, videoId, posterId))) throw noSuchVideo();
  });
  ctx.invalidateCache(changedMedia([videoId]));
  return picture;
}

/** Where forms put their files until they are ingested, and the time by which leftovers are old. */
export const uploadsOf = ({ config, clock }: Context) => ({ uploads: path.join(config.dataDir, 'uploads'), now: clock.now() });

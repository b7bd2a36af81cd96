/** The picture of an order line, shown with the order even when visitors no longer see the specimen. */
import type { Picture } from '#contract/media/media.ts';
import { largestJpeg } from '#contract/media/media-urls.ts';
import { uploadedPictures } from '#server/features/media/files/media.service.ts';
import { newMediaId } from '#server/features/media/files/media-files.service.ts';
import type { MailPicture } from '#server/features/messages/mail/mail.service.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { LineRow } from './orders.queries.ts';

/** The line's columns for the specimen's picture, with a URL of its own that nobody else knows. */
export const linePicture = (picture: Picture | undefined): { media_id: string | null; image_url: string } =>
  picture ? { media_id: picture.id, image_url: largestJpeg({ ...picture, id: newMediaId() }) } : { media_id: null, image_url: '' };

/** The pictures of lines by the lines' ids, under the names that only those know who know the order. */
export async function linePictures(db: Db | Tx, lines: LineRow[]): Promise<Map<number, MailPicture>> {
  const pictures = await uploadedPictures(
    db,
    lines.flatMap(({ media_id }) => media_id ?? []),
  );
  return new Map(
    lines.flatMap((line) => {
      const picture = pictures.get(line.media_id ?? '');
      const name = /^\/media\/([0-9a-f]+)-/.exec(line.image_url)?.[1];
      return picture && name !== undefined ? [[line.id, { ...picture, id: name }]] : [];
    }),
  );
}

/** Orders show it even when visitors no longer see the specimen. */
import type { Picture } from '#core/contract/media/media.ts';
import { largestJpeg } from '#core/contract/media/media-urls.ts';
import { uploadedPictures } from '#core/server/media/files/media.service.ts';
import { newMediaId } from '#core/server/media/files/media-files.service.ts';
import type { MailPicture } from '#core/server/messages/mail/mail.service.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { LineRow } from './orders.queries.ts';

/** No one else knows the picture's URL. */
export const linePicture = (
  picture: Picture | undefined,
): { media_id: string | null; image_url: string } =>
  picture
    ? { media_id: picture.id, image_url: largestJpeg({ ...picture, id: newMediaId() }) }
    : { media_id: null, image_url: '' };

/** Only those who know the order know these names. */
export async function linePictures(
  db: Db | Tx,
  lines: LineRow[],
): Promise<Map<number, MailPicture>> {
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

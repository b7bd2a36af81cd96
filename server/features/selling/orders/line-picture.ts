/** The picture of an order line, shown with the order even when visitors no longer see the specimen. */
import type { Picture } from '#contract/media/media.ts';
import { largestJpeg } from '#contract/media/media-urls.ts';
import { newMediaId } from '#server/features/media/files/media-files.service.ts';

/** The line's columns for the specimen's picture, with a URL of its own that nobody else knows. */
export const linePicture = (picture: Picture | undefined): { media_id: string | null; image_url: string } =>
  picture ? { media_id: picture.id, image_url: largestJpeg({ ...picture, id: newMediaId() }) } : { media_id: null, image_url: '' };

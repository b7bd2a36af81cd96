/** Pictures in mails: JPEGs of the shop's own, small, and only where mail programs can fetch them. */
import type { Picture } from '#contract/media/media.ts';
import { renditionUrl, sizesIn } from '#contract/media/media-urls.ts';
import { isLoopback } from '#server/config.ts';

/** What a mail must know of a picture. */
export type MailPicture = Pick<Picture, 'id' | 'width' | 'height' | 'widths' | 'complete'>;

type Size = { width: number; height: number };

/** Whether others can fetch pictures from the shop, by https. */
export const showsPictures = (origin: string): boolean => {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' && !isLoopback(hostname);
};

/** The picture as large as the box allows, in CSS pixels, by the smallest rendition that is sharp on most screens. */
export function pictureIn(picture: MailPicture, box: Size): Size & { path: string } {
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height);
  const width = Math.max(1, Math.round(picture.width * scale));
  const sizes = sizesIn(picture, 'jpg');
  const size = sizes.find((one) => one !== 'full' && one >= width * 2) ?? sizes.at(-1) ?? 'full';
  return { width, height: Math.max(1, Math.round(picture.height * scale)), path: renditionUrl(picture.id, size, 'jpg') };
}

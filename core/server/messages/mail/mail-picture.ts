import type { Picture } from '#core/contract/media/media.ts';
import { renditionUrl, sizesIn } from '#core/contract/media/media-urls.ts';
import { isLoopback } from '#core/server/config.ts';

export type MailPicture = Pick<Picture, 'id' | 'width' | 'height' | 'widths' | 'complete'>;

type Size = { width: number; height: number };

export const showsPictures = (origin: string): boolean => {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' && !isLoopback(hostname);
};

/** Picks the smallest rendition that is sharp on most screens; the box is in CSS pixels. */
export function pictureIn(picture: MailPicture, box: Size): Size & { path: string } {
  const scale = Math.min(1, box.width / picture.width, box.height / picture.height);
  const width = Math.max(1, Math.round(picture.width * scale));
  const sizes = sizesIn(picture, 'jpg');
  const size = sizes.find((one) => one !== 'full' && one >= width * 2) ?? sizes.at(-1) ?? 'full';
  return {
    width,
    height: Math.max(1, Math.round(picture.height * scale)),
    path: renditionUrl(picture.id, size, 'jpg'),
  };
}

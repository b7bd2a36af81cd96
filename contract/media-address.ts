/** Addresses of media files. Plain functions: pages build `srcset` with them, the server file names. */
import type { Medium, Picture } from './media.ts';

export type PictureFormat = 'avif' | 'jpg';

/** File name of a rendition: `<id>-320.avif`, or `<id>-full.jpg`. */
export const renditionName = (id: string, width: number | 'full', format: PictureFormat) => `${id}-${width}.${format}`;

/** Address of a rendition on our own origin. */
export const renditionUrl = (id: string, width: number | 'full', format: PictureFormat) => `/media/${renditionName(id, width, format)}`;

export const filmUrl = (id: string) => `/media/${id}.mp4`;

/** `srcset` with every width of the picture, the full size last. */
export function srcSet(picture: Picture, format: PictureFormat): string {
  const smaller = picture.widths.map((width) => `${renditionUrl(picture.id, width, format)} ${width}w`);
  return [...smaller, `${renditionUrl(picture.id, 'full', format)} ${picture.width}w`].join(', ');
}

/** The still picture of a medium: itself, or a film's poster. */
export const stillOf = (medium: Medium): Picture => (medium.kind === 'film' ? medium.poster : medium);

/** Renditions of a new picture, made one picture at a time in the whole process, so that visitors stay served. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Picture } from '#contract/media.ts';
import { type PictureFormat, previewName, renditionName, sizesIn } from '#contract/media-address.ts';
import { decodePicture, encodePreview, encodeRendition, type Pixels, placeholderOf } from './pictures.ts';

/** Widths below the full size, in pixels. */
export const WIDTHS = [320, 640, 960, 1440, 2048];
const LONGEST_SIDE = 6_000;
const formats = ['avif', 'jpg'] as const;

/** Sizes in pixels; `widths` are those of the smaller renditions. */
export type RenderedPicture = { width: number; height: number; widths: number[]; placeholder: string };

/** The picture is damaged, or none. */
export class UndecodablePicture extends Error {}

/** A file to be made of a picture. */
export type Rendition = { name: string; size: number | 'full' | 'preview'; format: PictureFormat };

/** The renditions that a picture has. */
export function renditionsOf(picture: Pick<Picture, 'id' | 'width' | 'widths' | 'complete'>): Rendition[] {
  const { id, complete } = picture;
  const sized = formats.flatMap((format) =>
    sizesIn(picture, format).map((size) => ({ name: renditionName(id, size, format), size, format })),
  );
  return complete ? [...sized, { name: previewName(id), size: 'preview', format: 'jpg' }] : sized;
}

/** The encoded file. */
export function encode(pixels: Pixels, { size, format }: Rendition): Promise<Buffer> {
  return size === 'preview' ? encodePreview(pixels) : encodeRendition(pixels, size === 'full' ? pixels.width : size, format);
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Writes every rendition of a picture into the folder, under its public name.
 * @param signal given up: the work ends before the next rendition.
 * @throws UndecodablePicture; the signal's reason.
 */
export function renderPicture(localPath: string, id: string, folder: string, signal: AbortSignal): Promise<RenderedPicture> {
  const mine = last.then(() => render(localPath, id, folder, signal));
  last = mine.catch(() => {});
  return mine;
}

async function render(localPath: string, id: string, folder: string, signal: AbortSignal): Promise<RenderedPicture> {
  signal.throwIfAborted();
  const pixels = await decodePicture(localPath, LONGEST_SIDE).catch((cause: unknown) => {
    throw new UndecodablePicture('The picture cannot be decoded', { cause });
  });
  const { width, height } = pixels;
  const widths = WIDTHS.filter((smaller) => smaller < width);
  const placeholder = await placeholderOf(pixels);
  for (const rendition of renditionsOf({ id, width, widths, complete: true })) {
    signal.throwIfAborted();
    await writeFile(path.join(folder, rendition.name), await encode(pixels, rendition));
  }
  return { width, height, widths, placeholder };
}

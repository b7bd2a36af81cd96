/** Renditions of a new picture, made one picture at a time in the whole process, so that visitors stay served. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renditionName } from '#contract/media-address.ts';
import { decodePicture, encodeRendition, placeholderOf } from './pictures.ts';

const WIDTHS = [320, 640, 960];
const LONGEST_SIDE = 6_000;
const formats = ['avif', 'jpg'] as const;

/** Sizes in pixels; `widths` are those of the smaller renditions. */
export type RenderedPicture = { width: number; height: number; widths: number[]; placeholder: string };

/** The picture is damaged, or none. */
export class UndecodablePicture extends Error {}

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
  for (const size of [...widths, 'full'] as const) {
    for (const format of formats) {
      signal.throwIfAborted();
      const bytes = await encodeRendition(pixels, size === 'full' ? width : size, format);
      await writeFile(path.join(folder, renditionName(id, size, format)), bytes);
    }
  }
  return { width, height, widths, placeholder };
}

/** The public names of a picture's renditions. */
export const renditionNames = (id: string, widths: readonly number[]): string[] =>
  [...widths, 'full' as const].flatMap((size) => formats.map((format) => renditionName(id, size, format)));

import { access, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { WIDEST_FULL_AVIF } from '#core/contract/media/media-urls.ts';
import { handleTasks } from '#platform/jobs/child-tasks.ts';
import { decodeHeic } from './heif.ts';
import type {
  FirstInput,
  OtherInput,
  PictureFile,
  PlainInput,
  RenderInput,
  ScanResult,
  Stone,
} from './image-worker-client.ts';
import {
  decodePicture,
  encode,
  encodePlain,
  MAX_SIDE,
  type Pixels,
  placeholderOf,
} from './images.ts';
import { readPictureHeader, readSize, readTakenAt } from './picture-header.ts';
import { CODES_SIDE, findCodes } from './qr-codes.ts';
import { firstStep, isWide, renditionsOf } from './renditions.ts';
import { conversionOf } from './shown-colours.ts';
import { findStoneColours } from './stone-colours.ts';
import { findStoneOutline } from './stone-outline.ts';
import { looksUltraviolet } from './ultraviolet.ts';

handleTasks({
  inspect: ({ localPath, type }: PictureFile) => readPictureHeader(localPath, type),

  async first({ folder, stem, effort, ...file }: FirstInput) {
    const source = await decodable(file);
    const { width, height } = await fullSize(source);
    const step = firstStep(width, height);
    const pixels = await decodePicture(source, step.complete ? undefined : step.widths.at(-1));
    for (const rendition of renditionsOf(stem, { width, ...step })) {
      await writeFile(path.join(folder, rendition.name), await encode(pixels, rendition, effort));
    }
    return {
      width,
      height,
      ...step,
      placeholder: await placeholderOf(pixels),
      ...(await findStone(pixels)),
    };
  },
  async scan(file: PictureFile): Promise<ScanResult> {
    const pixels = await decodePicture(await decodable(file), CODES_SIDE);
    return {
      takenAt: await readTakenAt(file.localPath),
      codes: await findCodes(pixels),
      isUltraviolet: await looksUltraviolet(pixels),
    };
  },

  stone: async ({ localPath }: PictureFile) => findStone(await decodePicture(localPath)),
  other: async ({ file, input }: OtherInput) =>
    ((await import(file)) as { run: (input: object) => Promise<unknown> }).run(input),

  async plain({ width, height, outPath }: PlainInput) {
    await writeFile(outPath, await encodePlain(width, height));
  },

  async render({ outPath, rendition, effort, ...file }: RenderInput) {
    const source = await decodable(file);
    const isLarge = isWide(rendition) || (rendition.size === 'full' && rendition.format === 'jpg');
    const pixels = isLarge ? await decodePicture(source) : await pixelsOf(source);
    await writeFile(outPath, await encode(pixels, rendition, effort));
  },
});

const findStone = async (pixels: Pixels): Promise<Stone> => ({
  colours: await findStoneColours(pixels),
  outline: await findStoneOutline(pixels),
});

/**
 * Can be read row by row in the right colors: the original, or a TIFF beside it that is written
 * once.
 */
async function decodable({ localPath, type }: PictureFile): Promise<string> {
  const tiff = `${localPath}.tiff`;
  const exists = await access(tiff).then(
    () => true,
    () => false,
  );
  if (exists) return tiff;
  const temporary = `${localPath}.part`;
  if (type === 'heic') await decodeHeic(localPath, temporary);
  else {
    const convert = await conversionOf(localPath, type);
    if (!convert) return localPath;
    await convert(temporary);
  }
  await rename(temporary, tiff);
  return tiff;
}

/** Caches the last picture's, whose next rendition follows at once. */
async function pixelsOf(source: string): Promise<Pixels> {
  if (last?.source !== source) {
    last = null;
    last = { source, pixels: await decodePicture(source, WIDEST_FULL_AVIF) };
  }
  return last.pixels;
}

let last: { source: string; pixels: Pixels } | null = null;

async function fullSize(source: string): Promise<{ width: number; height: number }> {
  const { width, height } = await readSize(source);
  const scale = Math.max(1, Math.max(width, height) / MAX_SIDE);
  return {
    width: Math.max(1, Math.round(width / scale)),
    height: Math.max(1, Math.round(height / scale)),
  };
}

/**
 * Runs in the child process; the WebAssembly comes from the package on this disk, never from a
 * host.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type Pixels, scaledDown, sharpenedPart } from './images.ts';
import { findLabelSquare, type Grey, type Square } from './label-shapes.ts';

/** In pixels: blur and noise vanish in a small copy, a small code shows in a large one. */
const SIDES = [800, 2_000] as const;
export const CODES_SIDE = SIDES[1];
const MAX_CODES = 4;
const MAX_LENGTH = 500;

/** Longest sides for a second look, and the blur, in shares of a side, that is sharpened away. */
const AGAIN_SIDES = [200, 320] as const;
const AGAIN_BLUR = 0.015;
/** In sides of the code: all of it, however it lies. */
const AROUND = 0.8;

/** `texts` has each once; `isUnreadable`: there is a code, but none can be read. */
export type FoundCodes = { texts: string[]; isUnreadable: boolean };

/** A small copy is looked at first, and what looks like a label once more, sharpened. */
export async function findCodes(pixels: Pixels): Promise<FoundCodes> {
  await prepared();
  const small = await scaledDown(pixels, SIDES[0]);
  let isUnreadable = false;
  for (const copy of [small, await scaledDown(pixels, SIDES[1])]) {
    const found = await readIn(copy);
    if (found.texts.length > 0) return found;
    isUnreadable ||= found.isUnreadable;
  }
  const square = findLabelSquare(greyOf(small));
  if (!square) return { texts: [], isUnreadable };
  const scale = pixels.width / small.width;
  const { x, y, side }: Square = {
    ...square,
    x: square.x * scale,
    y: square.y * scale,
    side: square.side * scale,
  };
  for (const longest of AGAIN_SIDES) {
    const found = await readIn(
      await sharpenedPart(pixels, { x, y, reach: side * AROUND }, longest, longest * AGAIN_BLUR),
    );
    if (found.texts.length > 0) return found;
  }
  return { texts: [], isUnreadable: true };
}

async function readIn(pixels: Pixels): Promise<FoundCodes> {
  const found = await readBarcodes(imageOf(pixels), {
    formats: ['QRCode'],
    tryHarder: true,
    tryInvert: false,
    maxNumberOfSymbols: MAX_CODES,
    returnErrors: true,
  });
  const texts = found.flatMap(({ isValid, text }) =>
    isValid && text.length <= MAX_LENGTH ? [text] : [],
  );
  return { texts: [...new Set(texts)], isUnreadable: found.length > 0 && texts.length === 0 };
}

let preparing: Promise<unknown> | undefined;
function prepared(): Promise<unknown> {
  preparing ??= readFile(
    fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')),
  ).then((wasm) =>
    prepareZXingModule({
      overrides: { wasmBinary: new Uint8Array(wasm).buffer },
      fireImmediately: true,
    }),
  );
  return preparing;
}

function greyOf({ data, width, height }: Pixels): Grey {
  const grey = new Uint8Array(width * height);
  // The usual weights of red, green and blue.
  for (let from = 0, to = 0; to < grey.length; from += 3, to++)
    grey[to] =
      0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
  return { data: grey, width, height };
}

function imageOf({ data, width, height }: Pixels): {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
  colorSpace: 'srgb';
} {
  const grey = new Uint8ClampedArray(width * height * 4);
  for (let from = 0, to = 0; to < grey.length; from += 3, to += 4) {
    grey[to] = data[from] ?? 0;
    grey[to + 1] = data[from + 1] ?? 0;
    grey[to + 2] = data[from + 2] ?? 0;
    grey[to + 3] = 255;
  }
  return { data: grey, width, height, colorSpace: 'srgb' };
}

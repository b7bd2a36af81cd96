/** Reads QR codes in a picture. Runs in the child process; the WebAssembly comes from the package on this disk, never from a host. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type Pixels, scaledDown } from './images.ts';

/** Longest sides of the copies that are looked at, in pixels: blur and noise vanish in a small one, a small code shows in a large one. */
const SIDES = [800, 2_000] as const;
/** Larger copies are not needed. */
export const CODES_SIDE = SIDES[1];
const MAX_CODES = 4;
/** Characters of a code; longer ones are no label's. */
const MAX_LENGTH = 500;

/** What codes say, each once; `isUnreadable`: there is one, but none can be read. */
export type FoundCodes = { texts: string[]; isUnreadable: boolean };

/** Looks at a reduced copy first, then at a larger one. */
export async function findCodes(pixels: Pixels): Promise<FoundCodes> {
  await prepared();
  let isUnreadable = false;
  for (const side of SIDES) {
    const found = await readBarcodes(greyOf(await scaledDown(pixels, side)), {
      formats: ['QRCode'],
      tryHarder: true,
      tryInvert: false,
      maxNumberOfSymbols: MAX_CODES,
      returnErrors: true,
    });
    const texts = found.flatMap(({ isValid, text }) => (isValid && text.length <= MAX_LENGTH ? [text] : []));
    if (texts.length > 0) return { texts: [...new Set(texts)], isUnreadable: false };
    isUnreadable ||= found.length > 0;
  }
  return { texts: [], isUnreadable };
}

let preparing: Promise<unknown> | undefined;
function prepared(): Promise<unknown> {
  preparing ??= readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))).then((wasm) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true }),
  );
  return preparing;
}

/** As the reader takes it: four channels, which it turns to grey. */
function greyOf({ data, width, height }: Pixels): {
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

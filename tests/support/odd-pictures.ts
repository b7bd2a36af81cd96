/** Pictures that are made to be difficult, without a file of anybody else. */
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Red, green, blue and white quarters, so that every way of turning them looks different: 64 × 32 pixels as seen. */
export async function quarters(): Promise<Buffer> {
  const quarter = (background: string, left: number, top: number) => ({
    input: { create: { width: 32, height: 16, channels: 3 as const, background } },
    left,
    top,
  });
  return sharp({ create: { width: 64, height: 32, channels: 3, background: '#fff' } })
    .composite([quarter('#f00', 0, 0), quarter('#0f0', 32, 0), quarter('#00f', 0, 16)])
    .removeAlpha()
    .raw()
    .toBuffer();
}

const WIDTH = 64;
const HEIGHT = 32;

/** The quarters as a camera with this EXIF orientation stores them, so that they are seen upright again. */
export async function storedAs(orientation: number): Promise<Buffer> {
  const upright = await quarters();
  const isTurned = orientation > 4;
  const [width, height] = isTurned ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT];
  const stored = Buffer.alloc(upright.length);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const [column, row] = placeOf(orientation, x, y);
      upright.copy(
        stored,
        (row * width + column) * 3,
        (y * WIDTH + x) * 3,
        (y * WIDTH + x) * 3 + 3,
      );
    }
  }
  return sharp(stored, { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Column and row at which the pixel that is seen at x and y is stored, as the EXIF standard has it. */
function placeOf(orientation: number, x: number, y: number): [column: number, row: number] {
  const [right, bottom] = [WIDTH - 1 - x, HEIGHT - 1 - y];
  const places: [number, number][] = [
    [x, y],
    [right, y],
    [right, bottom],
    [x, bottom],
    [y, x],
    [y, right],
    [bottom, right],
    [bottom, x],
  ];
  return places[orientation - 1] ?? [x, y];
}

/** A PNG that says it has this size, and has the pixels of none. */
export function pngClaiming(width: number, height: number, frames?: number): Buffer {
  const chunk = (type: string, ...values: number[]) => {
    const content = Buffer.alloc(values.length * 4);
    for (const [place, value] of values.entries()) content.writeUInt32BE(value, place * 4);
    return { type, content };
  };
  const header = Buffer.concat([chunk('', width, height).content, Buffer.from([8, 2, 0, 0, 0])]);
  const chunks = [
    { type: 'IHDR', content: header },
    ...(frames === undefined ? [] : [chunk('acTL', frames, 0)]),
    { type: 'IDAT', content: deflateSync(Buffer.alloc(1000)) },
    { type: 'IEND', content: Buffer.alloc(0) },
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks.map(pngChunk)]);
}

/** A PNG that says more of itself before its pixels. */
export const pngSaying = (png: Buffer, ...said: { type: string; content: Buffer }[]): Buffer =>
  Buffer.concat([png.subarray(0, PNG_START), ...said.map(pngChunk), png.subarray(PNG_START)]);

/** Signature and header. */
const PNG_START = 33;

/** 16 bits of each of these colors of 8, in squares of this side beside each other. */
export function deepPng(colours: readonly (readonly number[])[], side: number): Buffer {
  const row = Buffer.from(
    colours.flatMap((colour) =>
      Array.from({ length: side }, () => colour.flatMap((value) => [value, value])).flat(),
    ),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side * colours.length, 0);
  header.writeUInt32BE(side, 4);
  header.set([16, 2], 8);
  const rows = Array.from({ length: side }, () => [Buffer.from([0]), row]).flat();
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...[
      { type: 'IHDR', content: header },
      { type: 'IDAT', content: deflateSync(Buffer.concat(rows)) },
      { type: 'IEND', content: Buffer.alloc(0) },
    ].map(pngChunk),
  ]);
}

export const numbers = (...values: number[]): Buffer => {
  const content = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) content.writeUInt32BE(value, 4 * at);
  return content;
};

export const profileChunk = (profile: Uint8Array) => ({
  type: 'iCCP',
  content: Buffer.concat([Buffer.from('any\0\0', 'latin1'), deflateSync(profile)]),
});

/** Not turned by its own boxes, but by Exif, as this. */
export function heicTurnedByExif(heic: Buffer, orientation: number): Buffer {
  const changed = Buffer.from(heic.toString('latin1').replace(/irot|imir/g, 'free'), 'latin1');
  const at = changed.indexOf(Buffer.from([0x12, 0x01, 3, 0, 1, 0, 0, 0]));
  if (at < 0) throw new Error('Exif tells no orientation');
  changed.writeUInt16LE(orientation, at + 8);
  return changed;
}

function pngChunk({ type, content }: { type: string; content: Buffer }): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** A GIF with this many frames of this size, each with one pixel. */
export function gifClaiming(width: number, height: number, frames = 1): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from('\x2c\0\0\0\0\0\0\0\0\0\x02\x02\x44\x01\0', 'latin1');
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from('\x3b')]);
}

/** A lossless WebP of this size (at most 16,384), without pixels. */
export function webpClaiming(width: number, height: number): Buffer {
  const content = Buffer.alloc(64);
  content[0] = 0x2f;
  content.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  const head = Buffer.from('RIFF\0\0\0\0WEBPVP8L\0\0\0\0', 'latin1');
  head.writeUInt32LE(12 + content.length, 4);
  head.writeUInt32LE(content.length, 16);
  return Buffer.concat([head, content]);
}

/** An AVIF or HEIC picture that says it is larger than it is. */
export function resized(picture: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(picture);
  const at = changed.indexOf('ispe') + 8;
  changed.writeUInt32BE(width, at);
  changed.writeUInt32BE(height, at + 4);
  return changed;
}

/** Pictures whose numbers mean other colors than the decoder takes them for, as browsers draw them. */
import { open as openFile, readFile } from 'node:fs/promises';
import sharp, { type Metadata } from 'sharp';
import { readHeifColours } from './heif-colours.ts';
import { DARK_GROUND, FULL_BOX, MAX_PIXELS } from './images.ts';
import type { PictureType } from './picture-header.ts';
import { type RgbSpace, rgbProfile } from './rgb-profile.ts';
import { writeTiff } from './tiff.ts';

/** Larger pictures are fully decoded only once, into a TIFF. */
const LARGE_PIXELS = 20_000_000;
/** Behind a dark stone: dark enough for the dark room, bright enough for its outline. */
const LIGHT_GROUND = '#b7b2b9';
/** From 0 to 255: the half of a stone is darker. */
const DARK = 48;
const LOOK_SIDE = 256;
const PNG_HEAD_BYTES = 64 * 1024;

const D65 = [0.3127, 0.329] as const;
const SRGB: RgbSpace['primaries'] = [
  [0.64, 0.33],
  [0.3, 0.6],
  [0.15, 0.06],
];
/** By their code points in ISO/IEC 23091-2. */
const PRIMARIES: Record<number, RgbSpace['primaries']> = {
  9: [
    [0.708, 0.292],
    [0.17, 0.797],
    [0.131, 0.046],
  ],
  12: [
    [0.68, 0.32],
    [0.265, 0.69],
    [0.15, 0.06],
  ],
};
const SRGB_GAMMA = 0.45455;

/** Numbers without a profile; `gamma`: of the stored values; null where it is sRGB's curve. */
type Named = { white: RgbSpace['white']; primaries: RgbSpace['primaries']; gamma: number | null };

/** Null where the decoder reads it as it is, row by row. */
export async function conversionOf(localPath: string, type: PictureType) {
  const header = await sharp(localPath, { limitInputPixels: false }).metadata();
  const { width, height, space, depth, hasAlpha, icc } = header;
  const named = icc ? null : await namedIn(localPath, type);
  const isPrinted = space === 'cmyk' && !icc;
  const isDeep = depth === 'ushort' && icc !== undefined;
  const isLarge = type === 'avif' || (type !== 'jpeg' && width * height > LARGE_PIXELS);
  if (!(named || isPrinted || isDeep || isLarge || hasAlpha)) return null;
  return async (outPath: string): Promise<void> => {
    const ground = hasAlpha ? await groundOf(localPath) : DARK_GROUND;
    if (isPrinted) await writePrinted(localPath, outPath);
    else if (named) await writeNamed(localPath, outPath, named, ground);
    else if (isDeep && isRgb(icc)) await writeDeep(localPath, outPath, icc, ground);
    else
      await decoder(localPath)
        .flatten({ background: ground })
        .toColourspace('srgb')
        .tiff({ compression: 'none' })
        .toFile(outPath);
  };
}

const decoder = (localPath: string, ignoreIcc = false) =>
  sharp(localPath, { failOn: 'error', limitInputPixels: MAX_PIXELS, ignoreIcc })
    .autoOrient()
    .resize(FULL_BOX);

/** A gray one fits no picture of three channels. */
const isRgb = (icc: Metadata['icc']): icc is Buffer => icc?.toString('latin1', 16, 20) === 'RGB ';

/** The room's, unless the stone is as dark. */
async function groundOf(localPath: string): Promise<string> {
  const box = { width: LOOK_SIDE, height: LOOK_SIDE, fit: 'inside' } as const;
  const { data, info } = await sharp(localPath, { failOn: 'none', limitInputPixels: MAX_PIXELS })
    .resize({ ...box, kernel: 'nearest' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  let [dark, seen, clear] = [0, 0, 0];
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(at, at + 4);
    seen += alpha;
    clear += 255 - alpha;
    if (0.2126 * red + 0.7152 * green + 0.0722 * blue < DARK) dark += alpha;
  }
  return clear > 0 && dark > seen / 2 ? LIGHT_GROUND : DARK_GROUND;
}

/** Keeps the numbers and attaches the profile: converting here would change the colors. */
async function writeDeep(localPath: string, outPath: string, icc: Buffer, background: string) {
  const { data, info } = await decoder(localPath, true)
    .flatten({ background })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  await writeTiff(outPath, { data, ...info, stride: info.width * info.channels }, icc);
}

async function writeNamed(
  localPath: string,
  outPath: string,
  { gamma, ...space }: Named,
  background: string,
): Promise<void> {
  const flat = decoder(localPath).flatten({ background });
  const { data, info } = await (gamma === null
    ? flat.toColourspace('srgb').raw({ depth: 'uchar' })
    : flat.toColourspace('rgb16').raw({ depth: 'ushort' })
  ).toBuffer({ resolveWithObject: true });
  const rows = gamma === null ? data : inCurveOfSrgb(data, gamma);
  const profile = rgbProfile({ ...space, gamma: 'srgb' });
  await writeTiff(outPath, { ...info, data: rows, stride: info.width * info.channels }, profile);
}

/** 8 bits of another curve, such as a straight one, have too few dark tones. */
function inCurveOfSrgb(deep: Buffer, gamma: number): Uint8Array {
  const values = new Uint16Array(deep.buffer, deep.byteOffset, deep.length / 2);
  const stored = Uint8Array.from({ length: 65_536 }, (_, value) =>
    Math.round(255 * storedOf((value / 65_535) ** gamma)),
  );
  return Uint8Array.from(values, (value) => stored[value] ?? 0);
}

const storedOf = (light: number) =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

/** Inks without a profile: browsers take each for the opposite of a light. */
async function writePrinted(localPath: string, outPath: string): Promise<void> {
  const { data, info } = await decoder(localPath)
    .pipelineColourspace('cmyk')
    .toColourspace('cmyk')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const rows = new Uint8Array((data.length / 4) * 3);
  for (let from = 0, to = 0; from < data.length; from += 4) {
    const light = 255 - (data[from + 3] ?? 0);
    for (let ink = 0; ink < 3; ink++)
      rows[to++] = Math.round(((255 - (data[from + ink] ?? 0)) * light) / 255);
  }
  await writeTiff(outPath, { ...info, data: rows, stride: info.width * 3 }, null);
}

/** Null where they are sRGB's, or nothing is said. */
async function namedIn(localPath: string, type: PictureType): Promise<Named | null> {
  if (type === 'png') return namedInPng(await headOf(localPath));
  if (type !== 'avif') return null;
  const { profile, primaries } = readHeifColours(await readFile(localPath));
  return profile ? null : byCodes(primaries);
}

export const profileByCode = (code: number | null): Buffer | null => {
  const named = byCodes(code);
  return named && rgbProfile({ ...named, gamma: 'srgb' });
};

const byCodes = (code: number | null): Named | null => {
  const primaries = PRIMARIES[code ?? 0];
  return primaries ? { white: D65, primaries, gamma: null } : null;
};

function namedInPng(head: Buffer): Named | null {
  const found = new Map<string, Buffer>();
  for (let at = 8; at + 12 <= head.length; at += 12 + head.readUInt32BE(at)) {
    const name = head.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') break;
    found.set(name, head.subarray(at + 8, at + 8 + head.readUInt32BE(at)));
  }
  const [codes, gama, chrm] = [found.get('cICP'), found.get('gAMA'), found.get('cHRM')];
  if (codes?.length === 4) return byCodes(codes[0] ?? null);
  if (found.has('sRGB') || gama?.length !== 4) return null;
  const gamma = gama.readUInt32BE(0) / 100_000;
  const isUsual = Math.abs(gamma - SRGB_GAMMA) < 0.005;
  if (!(gamma > 0) || (isUsual && chrm?.length !== 32)) return null;
  const at = (n: number) =>
    [
      (chrm?.readUInt32BE(8 * n) ?? 0) / 100_000,
      (chrm?.readUInt32BE(8 * n + 4) ?? 0) / 100_000,
    ] as const;
  return chrm?.length === 32
    ? { gamma: 1 / gamma, white: at(0), primaries: [at(1), at(2), at(3)] }
    : { gamma: 1 / gamma, white: D65, primaries: SRGB };
}

async function headOf(localPath: string): Promise<Buffer> {
  await using file = await openFile(localPath);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(PNG_HEAD_BYTES), 0, PNG_HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

/** What the shop makes of a picture has the colors that a browser draws the picture itself with. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { decodePicture } from '#platform/images/images.ts';
import type { PictureType } from '#platform/images/picture-header.ts';
import { rgbProfile } from '#platform/images/rgb-profile.ts';
import { conversionOf } from '#platform/images/shown-colours.ts';
import { expect, test } from '#tests/support/e2e.ts';
import { deepPng, numbers, pngSaying, profileChunk } from '#tests/support/odd-pictures.ts';

const patches = [
  [200, 40, 40],
  [40, 160, 60],
  [50, 70, 190],
  [128, 128, 128],
  [230, 200, 60],
  [20, 15, 25],
];
const SIDE = 32;

const deep = () => deepPng(patches, SIDE);
const flat = () => sharp(deep()).toColourspace('srgb').png().toBuffer();
const white = [0.3127, 0.329] as const;
const proPhoto = rgbProfile({
  white: [0.3457, 0.3585],
  primaries: [
    [0.7347, 0.2653],
    [0.1596, 0.8404],
    [0.0366, 0.0001],
  ],
  gamma: 1.8,
});
const adobe = rgbProfile({
  white,
  primaries: [
    [0.64, 0.33],
    [0.21, 0.71],
    [0.15, 0.06],
  ],
  gamma: 2.2,
});
const gamma = (value: number) => ({ type: 'gAMA', content: numbers(value) });
const primaries = {
  type: 'cHRM',
  content: numbers(31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000),
};
const withProfile = async (png: Buffer, profile: Buffer | null) =>
  pngSaying(png, profileChunk(profile ?? Buffer.alloc(0)));
const p3 = async () => {
  const { icc } = await sharp(await sharp(deep()).withIccProfile('p3').png().toBuffer()).metadata();
  return icc ?? null;
};
const avif = async (profile: string, bitdepth: 8 | 10 | 12) =>
  sharp(await flat())
    .withIccProfile(profile)
    .avif({ quality: 90, bitdepth, chromaSubsampling: '4:4:4' })
    .toBuffer();

const kinds: [what: string, type: PictureType, make: () => Promise<Buffer>][] = [
  ['a PNG of 16 bits', 'png', async () => deep()],
  ['a PNG of 16 bits in Display P3', 'png', async () => withProfile(deep(), await p3())],
  ['a PNG of 16 bits in ProPhoto', 'png', () => withProfile(deep(), proPhoto)],
  ['a PNG of 16 bits in Adobe RGB', 'png', () => withProfile(deep(), adobe)],
  ['a PNG in ProPhoto', 'png', async () => withProfile(await flat(), proPhoto)],
  ['a linear PNG', 'png', async () => pngSaying(await flat(), gamma(100_000))],
  ['a linear PNG of 16 bits', 'png', async () => pngSaying(deep(), gamma(100_000))],
  ['a PNG of an old Mac', 'png', async () => pngSaying(await flat(), gamma(55_556))],
  ['a PNG with primaries', 'png', async () => pngSaying(await flat(), gamma(45_455), primaries)],
  [
    'a gray PNG with a gamma',
    'png',
    async () => pngSaying(await sharp(deep()).greyscale().png().toBuffer(), gamma(100_000)),
  ],
  [
    'a PNG in Display P3 by code points',
    'png',
    async () => pngSaying(await flat(), { type: 'cICP', content: Buffer.from([12, 13, 0, 1]) }),
  ],
  [
    'a JPEG of inks',
    'jpeg',
    async () => sharp(deep()).toColourspace('cmyk').jpeg({ quality: 98 }).toBuffer(),
  ],
  ['an AVIF of 8 bits in Display P3', 'avif', () => avif('p3', 8)],
  ['an AVIF of 10 bits in Display P3', 'avif', () => avif('p3', 10)],
  ['an AVIF of 10 bits', 'avif', () => avif('srgb', 10)],
  ['an AVIF of 12 bits', 'avif', () => avif('srgb', 12)],
];

for (const [what, type, make] of kinds) {
  test(`${what} keeps the colors that a browser draws`, async ({ page }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'colors-'));
    try {
      const bytes = await make();
      const localPath = path.join(folder, 'original');
      writeFileSync(localPath, bytes);
      const convert = await conversionOf(localPath, type);
      const converted = path.join(folder, 'converted.tiff');
      await convert?.(converted);
      const { data, width } = await decodePicture(convert ? converted : localPath);
      const drawn = await drawnColours(page, bytes, type);
      const shown = patches.map((_, at) => {
        const start = (Math.floor(SIDE / 2) * width + (at + 0.5) * SIDE) * 3;
        return [...data.subarray(start, start + 3)];
      });
      const apart = drawn.map((colour, at) => difference(colour, shown[at] ?? []));
      expect(Math.max(...apart), JSON.stringify([drawn, shown])).toBeLessThanOrEqual(2);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

const drawnColours = (page: Page, bytes: Buffer, type: PictureType): Promise<number[][]> =>
  page.evaluate(
    async ({ url, count, side }) => {
      const image = new Image();
      image.src = url;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const context = canvas.getContext('2d', { willReadFrequently: true });
      context?.drawImage(image, 0, 0);
      return Array.from({ length: count }, (_, at) => [
        ...(context?.getImageData((at + 0.5) * side, side / 2, 1, 1).data.slice(0, 3) ?? []),
      ]);
    },
    {
      url: `data:image/${type};base64,${bytes.toString('base64')}`,
      count: patches.length,
      side: SIDE,
    },
  );

/** CIE 1976 Delta E. */
function difference(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [lab(one), lab(other)];
  return Math.hypot(...a.map((value, at) => value - (b[at] ?? 0)));
}

function lab(colour: readonly number[]): number[] {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [x = 0, y = 0, z = 0] = [
    (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
    0.2126 * red + 0.7152 * green + 0.0722 * blue,
    (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
  ].map((value) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

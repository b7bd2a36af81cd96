import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { decodePicture, encode, encodeRendition, placeholderOf } from './images.ts';

const red = { r: 200, g: 20, b: 30 };
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red } });

/** Left half red, right half black: 64 × 32 as stored. */
const halves = () =>
  plain(64, 32).composite([
    {
      input: { create: { width: 32, height: 32, channels: 3, background: '#000' } },
      left: 32,
      top: 0,
    },
  ]);

const pixelAt = ({ data, width }: { data: Buffer; width: number }, x: number, y: number) => [
  ...data.subarray((y * width + x) * 3).subarray(0, 3),
];

describe('decoding', () => {
  test('a rotated picture is turned upright', async () => {
    const rotated = await halves().withMetadata({ orientation: 6 }).png().toBuffer();
    const upright = await decodePicture(rotated);
    expect([upright.width, upright.height]).toEqual([32, 64]);
    expect(pixelAt(upright, 16, 5)).toEqual([200, 20, 30]);
    expect(pixelAt(upright, 16, 60)).toEqual([0, 0, 0]);
  });

  test('grey, transparent and 16-bit pictures become 8-bit sRGB', async () => {
    const pixels = await Promise.all(
      [
        plain(8, 8).greyscale().png(),
        plain(8, 8).ensureAlpha(0).png(),
        plain(8, 8).toColourspace('rgb16').png(),
        plain(8, 8).toColourspace('cmyk').jpeg(),
      ].map(async (picture) => pixelAt(await decodePicture(await picture.toBuffer()), 4, 4)),
    );
    const [grey, transparent, deep, printed] = pixels;
    expect(new Set(grey).size).toBe(1);
    expect(transparent).toEqual([11, 10, 12]);
    expect(deep).toEqual([200, 20, 30]);
    expect(printed?.[0]).toBeGreaterThan(150);
  });

  test('a file that is no picture and a truncated picture are refused', async () => {
    const whole = await sharp(
      Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, i) => (i * 7919) % 251)),
      {
        raw: { width: 200, height: 200, channels: 3 },
      },
    )
      .jpeg()
      .toBuffer();
    await expect(decodePicture(Buffer.from('not a picture'))).rejects.toThrow();
    await expect(decodePicture(whole.subarray(0, whole.length / 2))).rejects.toThrow();
    await expect(decodePicture(whole)).resolves.toMatchObject({ width: 200, height: 200 });
  });

  test('a picture of too many pixels is refused before it is decoded', async () => {
    const bomb = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="20000" height="20000"/>',
    );
    await expect(decodePicture(bomb)).rejects.toThrow(/pixel limit/);
  });
});

describe('a rendition', () => {
  test.each(['avif', 'jpg'] as const)(
    'in %s keeps the proportions and has no metadata',
    async (format) => {
      const tagged = await plain(120, 90)
        .withExif({
          IFD0: { Artist: 'Somebody' },
          IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
        })
        .jpeg()
        .toBuffer();
      expect((await sharp(tagged).metadata()).exif).toBeDefined();
      const rendition = await encodeRendition(await decodePicture(tagged), 60, format);
      const { width, height, exif, icc, xmp, iptc, orientation, isProgressive, bitsPerSample } =
        await sharp(rendition).metadata();
      expect([width, height]).toEqual([60, 45]);
      expect([exif, icc, xmp, iptc, orientation]).toEqual(Array(5).fill(undefined));
      expect(rendition.includes('Somebody')).toBe(false);
      if (format === 'jpg') expect(isProgressive).toBe(true);
      else expect(bitsPerSample).toBe(10);
    },
  );

  test.each(['avif', 'jpg'] as const)(
    'for a whole window is less sharp rather than heavy, in %s',
    async (format) => {
      const [width, height] = [2100, 400];
      const speckles = Buffer.from(
        Array.from({ length: width * height * 3 }, (_, index) => (index * 2_654_435_761) >>> 24),
      );
      const pixels = { data: speckles, width, height };
      const wide = await encode(pixels, { name: '', size: width, format }, 0);
      const plainly = await encodeRendition(pixels, width, format, { effort: 0 });
      expect(plainly.length).toBeGreaterThan(400_000);
      expect(wide.length).toBeLessThanOrEqual(400_000);
    },
  );

  test('wider than its picture is refused', async () => {
    const pixels = await decodePicture(await plain(100, 100).png().toBuffer());
    await expect(encodeRendition(pixels, 101, 'jpg')).rejects.toThrow(RangeError);
  });
});

test.each([
  // Wider than the preview's shape, narrower, and of its very shape; small ones are enlarged.
  { width: 2400, height: 600, picture: { left: 0, top: 165, right: 1199, bottom: 464 } },
  { width: 32, height: 64, picture: { left: 443, top: 0, right: 757, bottom: 629 } },
  { width: 1200, height: 630, picture: { left: 0, top: 0, right: 1199, bottom: 629 } },
])(
  'a link preview shows the whole picture of $width × $height in its middle',
  async ({ width, height, picture: { left, top, right, bottom } }) => {
    const half = {
      create: { width: width / 2, height, channels: 3, background: '#1e1ec8' },
    } as const;
    const source = plain(width, height).composite([{ input: half, left: width / 2, top: 0 }]);
    const bytes = await encode(
      await decodePicture(await source.png().toBuffer()),
      { name: '', size: 'preview', format: 'jpg' },
      0,
    );
    const preview = await decodePicture(bytes);
    expect([preview.width, preview.height]).toEqual([1200, 630]);
    const isRed = (x: number, y: number) => {
      const [r = 0, , b = 0] = pixelAt(preview, x, y);
      expect(Math.max(r, b)).toBeGreaterThan(180);
      return r > b;
    };
    const rows = [0, top + 3, 315, bottom - 3, 629];
    expect(
      rows.map((y) => [isRed(0, y), isRed(left + 3, y), isRed(right - 3, y), isRed(1199, y)]),
    ).toEqual(rows.map(() => [true, true, false, false]));
    // The edge in the middle of the picture is sharp, and blurred beside it.
    const step = (y: number) =>
      Math.abs((pixelAt(preview, 580, y)[0] ?? 0) - (pixelAt(preview, 620, y)[0] ?? 0));
    expect(step(315)).toBeGreaterThan(150);
    if (top > 0) expect(step(5)).toBeLessThan(130);
  },
);

test('the placeholder is a tiny picture with the same colours', async () => {
  const url = await placeholderOf(await decodePicture(await halves().png().toBuffer()));
  expect(url).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/);
  expect(url.length).toBeLessThan(250);
  const tiny = await decodePicture(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  expect(tiny.width).toBe(12);
  const [left = 0] = pixelAt(tiny, 2, Math.floor(tiny.height / 2));
  const [right = 0] = pixelAt(tiny, tiny.width - 3, Math.floor(tiny.height / 2));
  expect(left).toBeGreaterThan(150);
  expect(right).toBeLessThan(50);
});

import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import {
  deepPng,
  gifClaiming,
  heicTurnedByExif,
  numbers,
  pngClaiming,
  pngSaying,
  profileChunk,
  resized,
  storedAs,
  webpClaiming,
} from '#tests/support/odd-pictures.ts';
import { isThorough } from '#tests/support/thorough.ts';
import {
  inspectPicture,
  makeFirstStep,
  renderRendition,
  UnreadablePicture,
} from './image-worker-client.ts';
import type { PictureType } from './picture-header.ts';
import { renditionsOf } from './renditions.ts';

const samples = path.join(import.meta.dirname, '../../tests/fixtures');
const { signal } = new AbortController();
const stem = '0123456789abcdef'.repeat(2);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(inject('runFolder'), 'pictures-'));
});

const localFile = (bytes: Uint8Array) => {
  const localPath = path.join(mkdtempSync(path.join(folder, 'in-')), 'original');
  writeFileSync(localPath, bytes);
  return localPath;
};
const copyOf = (name: string) => {
  const localPath = path.join(folder, name);
  copyFileSync(path.join(samples, name), localPath);
  return localPath;
};
/** The colours of the full size, as JPEG, at these points. */
async function coloursAt(
  localPath: string,
  type: PictureType,
  points: [x: number, y: number][],
): Promise<number[][]> {
  const out = mkdtempSync(path.join(folder, 'out-'));
  await makeFirstStep({ localPath, type, stem, folder: out }, signal);
  const { data, info } = await sharp(path.join(out, `${stem}-full.jpg`))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return points.map(([x, y]) => [
    ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
  ]);
}
const near = (colour: number[], by = 6) =>
  colour.map((value) => expect.toSatisfy((got: number) => Math.abs(got - value) <= by));
const [red, green, blue, white] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
].map((colour) => near(colour));

const plainPng = ([r = 0, g = 0, b = 0]: number[]) =>
  sharp({ create: { width: 40, height: 40, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();

describe('the colours of a picture', () => {
  const chart: [number, number][] = [
    [20, 20],
    [60, 20],
    [100, 20],
  ];

  test.each([
    ['a HEIC picture with a profile and a rotation', 'p3-turned.heic', 'heic'],
    ['an AVIF picture with code points', 'p3-by-numbers.avif', 'avif'],
  ] as const)('are converted from Display P3: %s', async (_, name, type) => {
    const localPath = copyOf(name);
    expect(await inspectPicture({ localPath, type }, signal)).toMatchObject({
      width: 120,
      height: 80,
      frames: 1,
    });
    expect(await coloursAt(localPath, type, chart)).toEqual([red, green, blue]);
  });

  /** sRGB patches converted to another profile: other values, same colours. */
  const chartIn = async (profile: string, encode: (picture: Sharp) => Sharp) => {
    const patches = Buffer.concat(
      [red, green, blue].map((_, n) =>
        Buffer.alloc(40 * 3, Buffer.from([0, 1, 2].map((c) => (c === n ? 255 : 0)))),
      ),
    );
    const rows = Buffer.concat(Array.from({ length: 40 }, () => patches));
    const picture = sharp(rows, { raw: { width: 120, height: 40, channels: 3 } });
    return encode(picture.withIccProfile(profile)).toBuffer();
  };

  test.each([
    ['jpeg', (picture: Sharp) => picture.jpeg({ quality: 100, chromaSubsampling: '4:4:4' })],
    ['png', (picture: Sharp) => picture.png()],
    ['webp', (picture: Sharp) => picture.webp({ lossless: true })],
    ['avif', (picture: Sharp) => picture.avif({ quality: 95, chromaSubsampling: '4:4:4' })],
  ] as const)('are converted from Display P3: %s with a profile', async (type, encode) => {
    const bytes = await chartIn('p3', encode);
    const raw = await sharp(bytes, { ignoreIcc: true }).raw().toBuffer();
    expect([...raw.subarray((20 * 120 + 20) * 3).subarray(0, 3)]).toEqual(near([234, 51, 35]));
    expect(await coloursAt(localFile(bytes), type, chart)).toEqual([red, green, blue]);
  });

  const profileOf = async (name: string) => {
    const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } });
    return (await sharp(await pixel.withIccProfile(name).png().toBuffer()).metadata()).icc;
  };

  test('are converted from Display P3 in a PNG of 16 bits', async () => {
    const png = deepPng([[184, 56, 48]], 40);
    const tagged = pngSaying(png, profileChunk((await profileOf('p3')) ?? Buffer.alloc(0)));
    expect(await coloursAt(localFile(tagged), 'png', [[20, 20]])).toEqual([near([200, 40, 40], 3)]);
  });

  test('are converted from Display P3 in an AVIF of 10 bits', async () => {
    const bytes = await chartIn('p3', (picture) =>
      picture.avif({ quality: 95, bitdepth: 10, chromaSubsampling: '4:4:4' }),
    );
    expect(await coloursAt(localFile(bytes), 'avif', chart)).toEqual([red, green, blue]);
  });

  const gamma = (value: number) => ({ type: 'gAMA', content: numbers(value) });
  const primaries = (...values: number[]) => ({ type: 'cHRM', content: numbers(...values) });
  const adobe = primaries(31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6_000);
  test.each([
    ['by its gamma', [gamma(100_000)], [229, 110, 110]],
    ['by its gamma and primaries', [gamma(45_455), adobe], [233, 35, 35]],
    ['by its code points', [{ type: 'cICP', content: Buffer.from([12, 13, 0, 1]) }], [218, 0, 26]],
    [
      'and its gamma says nothing beside sRGB',
      [gamma(100_000), { type: 'sRGB', content: Buffer.from([0]) }],
      [200, 40, 40],
    ],
    ['and primaries alone say nothing', [adobe], [200, 40, 40]],
  ])('of a PNG are as browsers draw them: %s', async (_, said, drawn) => {
    for (const png of [await plainPng([200, 40, 40]), deepPng([[200, 40, 40]], 40)])
      expect(await coloursAt(localFile(pngSaying(png, ...said)), 'png', [[20, 20]])).toEqual([
        near(drawn, 3),
      ]);
  });

  test('of inks without a profile are as browsers draw them', async () => {
    const jpeg = await sharp(await plainPng([200, 40, 40]))
      .toColourspace('cmyk')
      .jpeg({ quality: 100 })
      .toBuffer();
    expect(await sharp(jpeg).metadata()).toMatchObject({ space: 'cmyk', hasProfile: false });
    // Chromium draws it so: the nearest red in inks, and each ink as the opposite of a light.
    expect(await coloursAt(localFile(jpeg), 'jpeg', [[20, 20]])).toEqual([near([216, 7, 12], 3)]);
  });

  test.each([
    ['dark', [12, 10, 14], [183, 178, 185]],
    ['bright', [180, 60, 70], [11, 10, 12]],
  ] as const)(
    'of what is transparent around a %s stone let it be seen',
    async (_, stone, ground) => {
      const [r, g, b] = stone;
      const cut = {
        create: { width: 20, height: 40, channels: 4, background: { r, g, b } },
      } as const;
      const clear = { r: 0, g: 0, b: 0, alpha: 0 };
      const png = await sharp({ create: { width: 40, height: 40, channels: 4, background: clear } })
        .composite([{ input: cut, left: 20, top: 0 }])
        .png()
        .toBuffer();
      const colours = await coloursAt(localFile(png), 'png', [
        [8, 20],
        [32, 20],
      ]);
      expect(colours).toEqual([near([...ground]), near([...stone])]);
    },
  );

  test('of a HEIC that Exif alone turns stand where they are seen', async () => {
    const heic = readFileSync(path.join(samples, 'p3-turned.heic'));
    const turned = localFile(heicTurnedByExif(heic, 6));
    expect(await coloursAt(turned, 'heic', chart)).toEqual([red, green, blue]);
  });

  test('beyond sRGB become the nearest colour in sRGB', async () => {
    const pureRed = sharp({ create: { width: 40, height: 40, channels: 3, background: '#f00' } });
    const tagged = await sharp(await pureRed.png().toBuffer())
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const { icc } = await sharp(tagged).metadata();
    expect(icc).toBeDefined();
    expect(await coloursAt(localFile(tagged), 'png', [[20, 20]])).toEqual([red]);
  });

  test.runIf(isThorough)(
    'are sRGB for CMYK, 16-bit, palette, grey and transparent pictures',
    async () => {
      const plum = { r: 120, g: 40, b: 90 };
      const plain = () =>
        sharp({ create: { width: 40, height: 40, channels: 3, background: plum } });
      const printed = await plain()
        .toColourspace('cmyk')
        .withIccProfile('cmyk')
        .jpeg({ quality: 100 })
        .toBuffer();
      expect(await sharp(printed).metadata()).toMatchObject({ space: 'cmyk', channels: 4 });
      const untagged = await plain().toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
      const deep = await plain().toColourspace('rgb16').png().toBuffer();
      expect(await sharp(deep).metadata()).toMatchObject({ depth: 'ushort' });
      const palette = await plain().png({ palette: true }).toBuffer();
      const glass = await sharp({
        create: { width: 40, height: 40, channels: 4, background: { ...plum, alpha: 0.5 } },
      })
        .png()
        .toBuffer();
      const grey = await sharp({
        create: { width: 40, height: 40, channels: 3, background: '#777' },
      })
        .greyscale()
        .png()
        .toBuffer();
      const shown = async (bytes: Uint8Array, type: PictureType) =>
        (await coloursAt(localFile(bytes), type, [[20, 20]]))[0];
      expect(await shown(deep, 'png')).toEqual(near([120, 40, 90]));
      expect(await shown(palette, 'png')).toEqual(near([120, 40, 90]));
      expect(await shown(glass, 'png')).toEqual(near([66, 25, 51]));
      expect(await shown(grey, 'png')).toEqual(near([0x77, 0x77, 0x77]));
      expect(await shown(printed, 'jpeg')).toEqual(near([120, 40, 90], 30));
      expect(await shown(untagged, 'jpeg')).toEqual(near([105, 8, 124]));
    },
  );

  test('are those of the first frame of an animation', async () => {
    const frames = Buffer.concat(
      ['#f00', '#00f', '#0f0'].map((colour) =>
        Buffer.alloc(16 * 16 * 3, Buffer.from(colour === '#f00' ? [255, 0, 0] : [0, 0, 255])),
      ),
    );
    const moving = () =>
      sharp(frames, { raw: { width: 16, height: 48, channels: 3, pageHeight: 16 } });
    for (const [type, bytes] of [
      ['gif', await moving().gif().toBuffer()],
      ['webp', await moving().webp({ lossless: true }).toBuffer()],
    ] as const) {
      const localPath = localFile(bytes);
      expect(await inspectPicture({ localPath, type }, signal)).toMatchObject({
        width: 16,
        height: 16,
        frames: 2,
      });
      expect(await coloursAt(localPath, type, [[8, 8]])).toEqual([red]);
    }
  });
});

test.each(isThorough ? [1, 2, 3, 4, 5, 6, 7, 8] : [5, 6])(
  'a picture with EXIF orientation %d is turned upright',
  async (orientation) => {
    const localPath = localFile(await storedAs(orientation));
    expect(await inspectPicture({ localPath, type: 'jpeg' }, signal)).toMatchObject({
      width: 64,
      height: 32,
    });
    const corners = await coloursAt(localPath, 'jpeg', [
      [8, 4],
      [56, 4],
      [8, 28],
      [56, 28],
    ]);
    expect(corners).toEqual([red, green, blue, white]);
  },
);

test('no rendition contains metadata of the original', async () => {
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>TAKEN-AT-HOME</x:xmpmeta>';
  const bytes = await sharp({
    create: { width: 900, height: 700, channels: 3, background: '#456' },
  })
    .withIccProfile('p3')
    .withExif({
      IFD0: { Make: 'CAMERA-MAKER', Artist: 'OWNER-NAME', Software: 'CAMERA-SOFTWARE' },
      IFD2: { BodySerialNumber: 'SERIAL-4711', LensSerialNumber: 'SERIAL-4712' },
      IFD3: {
        GPSLatitude: '51/1 30/1 0/1',
        GPSLatitudeRef: 'N',
        GPSLongitude: '7/1 30/1 0/1',
        GPSLongitudeRef: 'E',
      },
    })
    .withXmp(xmp)
    .jpeg()
    .toBuffer();
  for (const mark of ['Exif', 'SERIAL-4711', 'TAKEN-AT-HOME', 'ICC_PROFILE'])
    expect(bytes.includes(mark), mark).toBe(true);
  const localPath = localFile(bytes);
  const out = path.join(folder, 'out');
  mkdirSync(out);
  const { width, placeholder } = await makeFirstStep(
    { localPath, type: 'jpeg', stem, folder: out },
    signal,
  );
  for (const rendition of renditionsOf(stem, { width, widths: [320, 640], complete: true })) {
    await renderRendition(
      { localPath, type: 'jpeg', rendition, outPath: path.join(out, rendition.name) },
      signal,
    );
  }
  const files = readdirSync(out).map((name) => ({
    name,
    bytes: readFileSync(path.join(out, name)),
  }));
  expect(files).toHaveLength(7);
  const marks = [
    'Exif',
    'CAMERA',
    'OWNER-NAME',
    'SERIAL',
    'TAKEN-AT',
    'xmpmeta',
    'http://',
    'ICC_PROFILE',
    'prof',
    'acsp',
    'mntr',
    'GPS',
  ];
  for (const { name, bytes: rendition } of [
    ...files,
    { name: 'placeholder', bytes: Buffer.from(placeholder.split(',')[1] ?? '', 'base64') },
  ]) {
    for (const mark of marks) expect(rendition.includes(mark), `${mark} in ${name}`).toBe(false);
  }
});

describe('the header', () => {
  const avif = async () =>
    sharp({ create: { width: 16, height: 16, channels: 3, background: '#123' } })
      .avif()
      .toBuffer();
  test.each<
    [
      string,
      PictureType,
      () => Promise<Buffer> | Buffer,
      { width: number; height: number; frames: number },
    ]
  >([
    [
      'of a PNG',
      'png',
      () => pngClaiming(60_000, 50_000),
      { width: 60_000, height: 50_000, frames: 1 },
    ],
    [
      'of an animated PNG',
      'png',
      () => pngClaiming(1_000, 1_000, 5_000),
      { width: 1_000, height: 1_000, frames: 5_000 },
    ],
    [
      'of a GIF',
      'gif',
      () => gifClaiming(65_535, 65_535),
      { width: 65_535, height: 65_535, frames: 1 },
    ],
    [
      'of an animated GIF',
      'gif',
      () => gifClaiming(1_000, 1_000, 400),
      { width: 1_000, height: 1_000, frames: 400 },
    ],
    [
      'of a WebP',
      'webp',
      () => webpClaiming(16_383, 16_383),
      { width: 16_383, height: 16_383, frames: 1 },
    ],
    [
      'of an AVIF',
      'avif',
      async () => resized(await avif(), 20_000, 20_000),
      { width: 20_000, height: 20_000, frames: 1 },
    ],
    [
      'of a HEIC',
      'heic',
      () => resized(readFileSync(path.join(samples, 'p3-turned.heic')), 9_000, 8_000),
      { width: 8_000, height: 9_000, frames: 1 },
    ],
  ])('%s is read without decoding the picture', async (_, type, bytes, header) => {
    const localPath = localFile(await bytes());
    expect(await inspectPicture({ localPath, type }, signal)).toMatchObject(header);
    // Decoding it all the same is refused. Of an animation only the first frame, which is small enough, would be decoded.
    if (header.frames === 1)
      await expect(makeFirstStep({ localPath, type, stem, folder }, signal)).rejects.toBeInstanceOf(
        UnreadablePicture,
      );
  });

  test('is refused if the file is of another type', async () => {
    const png = localFile(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
        .png()
        .toBuffer(),
    );
    await expect(inspectPicture({ localPath: png, type: 'jpeg' }, signal)).rejects.toBeInstanceOf(
      UnreadablePicture,
    );
  });
});

describe('a truncated picture', () => {
  const noise = () => {
    const data = Buffer.from(Array.from({ length: 200 * 200 * 3 }, (_, i) => (i * 7919) % 251));
    return sharp(data, { raw: { width: 200, height: 200, channels: 3 } });
  };
  const kinds: [PictureType, () => Promise<Buffer>][] = [
    ['jpeg', () => noise().jpeg().toBuffer()],
    ['jpeg', () => noise().jpeg({ progressive: true }).toBuffer()],
    ['png', () => noise().png().toBuffer()],
    ['png', () => noise().png({ progressive: true }).toBuffer()],
    ['gif', () => noise().gif().toBuffer()],
    ['webp', () => noise().webp().toBuffer()],
    ['webp', () => noise().webp({ lossless: true }).toBuffer()],
    ['avif', () => noise().avif().toBuffer()],
    ['heic', async () => readFileSync(path.join(samples, 'p3-turned.heic'))],
  ];
  // What phones and cameras make most, and all of them where time does not matter.
  test.each(
    isThorough
      ? kinds
      : kinds.filter(([type], n) => /jpeg|heic/.test(type) && kinds[n - 1]?.[0] !== type),
  )('is refused: %s', async (type, bytes) => {
    const whole = await bytes();
    await expect(
      makeFirstStep({ localPath: localFile(whole), type, stem, folder }, signal),
    ).resolves.toMatchObject({ complete: true });
    for (const share of isThorough ? [0.05, 0.5, 0.9] : [0.5]) {
      const truncated = path.join(folder, `truncated-${share}`);
      writeFileSync(truncated, whole.subarray(0, whole.length * share));
      await expect(
        makeFirstStep({ localPath: truncated, type, stem, folder }, signal),
        `${share}`,
      ).rejects.toBeInstanceOf(UnreadablePicture);
    }
  });
});

test('a truncated animated GIF is refused, though its first frame is complete', async () => {
  const frames = Buffer.from(Array.from({ length: 100 * 300 * 3 }, (_, i) => (i * 7919) % 251));
  const whole = await sharp(frames, {
    raw: { width: 100, height: 300, channels: 3, pageHeight: 100 },
  })
    .gif()
    .toBuffer();
  await expect(
    inspectPicture({ localPath: localFile(whole), type: 'gif' }, signal),
  ).resolves.toMatchObject({ frames: 3 });
  for (const share of [0.5, 0.7, 0.9]) {
    const localPath = localFile(whole.subarray(0, whole.length * share));
    await expect(
      inspectPicture({ localPath, type: 'gif' }, signal),
      `${share}`,
    ).rejects.toBeInstanceOf(UnreadablePicture);
  }
  // Some programs leave out the last byte, the trailer.
  const localPath = localFile(whole.subarray(0, -1));
  await expect(inspectPicture({ localPath, type: 'gif' }, signal)).resolves.toMatchObject({
    frames: 3,
  });
});

test('aborting ends the work, and the next task runs', async () => {
  const localPath = localFile(await storedAs(1));
  const leaving = new AbortController();
  const first = makeFirstStep({ localPath, type: 'jpeg', stem, folder }, leaving.signal);
  leaving.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await expect(
    makeFirstStep({ localPath, type: 'jpeg', stem, folder }, signal),
  ).resolves.toMatchObject({ width: 64 });
});

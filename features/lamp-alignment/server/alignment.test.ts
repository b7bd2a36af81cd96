import type { Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Pixels } from '#platform/images/images.ts';
import {
  demoPicture,
  distanceBetween,
  glowing,
  grainy,
  type Move,
  movedAway,
  raw,
} from '#tests/support/moved-pictures.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { alignPictures } from './alignment.ts';
import { fourier, shiftBetween, spectrumOf } from './fourier.ts';

/** As the shop's renditions come: JPEGs of 640 pixels. */
const rendition = async (picture: Sharp): Promise<Pixels> => {
  const { default: sharp } = await import('sharp');
  return raw(sharp(await picture.jpeg({ quality: 80, mozjpeg: true }).toBuffer()).resize(640));
};
const renditions = new Map<string, Promise<Pixels>>();
/** That of a picture of the demo, made once. */
const demoRendition = (name: string): Promise<Pixels> => {
  const made = renditions.get(name) ?? rendition(demoPicture(name));
  renditions.set(name, made);
  return made;
};
const sizesOf = (base: Pixels, moved: Pixels) => ({
  frame: { width: base.width, height: base.height },
  shown: { width: base.width, height: (base.width * moved.height) / moved.width },
});
const align = (base: Pixels, moved: Pixels) => alignPictures(base, moved, sizesOf(base, moved));
const plain = (width: number, height: number, value = 40): Pixels => ({
  data: Buffer.alloc(width * height * 3, value),
  width,
  height,
});

const still: Move = { x: 0, y: 0, angle: 0, scale: 1 };
const fluorite = 'fluorite-rogerley';
const calcite = 'calcite-franklin';
const moves: [string, string, Move, (picture: Sharp) => Promise<Sharp>][] = [
  [fluorite, 'shifted', { x: 0.03, y: -0.02, angle: 0, scale: 1 }, async (picture) => picture],
  [
    calcite,
    'shifted far, turned and blurred',
    { x: 0.12, y: -0.1, angle: 2, scale: 1.05 },
    async (picture) => picture.blur(1.5),
  ],
  [
    fluorite,
    'turned to the left, smaller, dark and grainy',
    { x: 0.05, y: 0.05, angle: -5, scale: 1.1 },
    (picture) => grainy(picture.linear(0.6, 0), 8),
  ],
  [
    calcite,
    'turned to the right, larger, glowing',
    { x: -0.08, y: 0.04, angle: 5, scale: 0.9 },
    glowing,
  ],
  [
    calcite,
    'hardly turned, in other tones',
    { x: 0.004, y: 0.003, angle: 0.5, scale: 0.99 },
    async (picture) => picture.gamma(1.8),
  ],
];

describe('a picture under a lamp is laid over the one in daylight within 1 pixel of 1,000, in its corners too', () => {
  // In `npm test` the tests of the feature align a pair of its own.
  test.runIf(isThorough).for(moves)('%s: %s', async ([stone, , move, change]) => {
    const base = await demoRendition(stone);
    const moved = await rendition(await change(await movedAway(demoPicture(`${stone}--uv`), move)));
    const { alignment, check } = await align(base, moved);
    expect(alignment, JSON.stringify(check)).not.toBeNull();
    expect(distanceBetween(alignment ?? still, move, base.width / base.height)).toBeLessThan(1);
  });

  test.runIf(isThorough)('a copy of another shape is laid where its picture is', async () => {
    const base = await demoRendition('calcite-franklin');
    const wide = await rendition(
      demoPicture('calcite-franklin--uv').extract({ left: 0, top: 50, width: 1000, height: 700 }),
    );
    // It covers the frame: enlarged by 8/7, and 1/8 is beyond its sides.
    const shown = { width: (base.width * 8) / 7, height: base.height };
    const { alignment } = await alignPictures(base, wide, {
      frame: sizesOf(base, base).frame,
      shown,
    });
    expect(
      distanceBetween(alignment ?? { ...still, x: 1 }, { ...still, scale: 7 / 8 }, 1000 / 800),
    ).toBeLessThan(1);
  });
});

test('a picture that lies right already is not moved', async () => {
  const [base, lit] = [await demoRendition(fluorite), await demoRendition(`${fluorite}--uv`)];
  expect((await align(base, lit)).alignment).toEqual(still);
  if (!isThorough) return;
  const same = await demoRendition('calcite-franklin');
  expect((await align(same, same)).alignment).toEqual(still);
});

const strangers = [
  ['calcite-franklin', 'fluorite-rogerley--uv'],
  ['fluorite-cave-in-rock', 'fluorite-cave-in-rock--top'],
];
test.for(isThorough ? strangers : strangers.slice(0, 1))(
  'pictures of other things, or from another side, are not aligned: %s, %s',
  async ([one = '', other = '']) => {
    const { alignment, check } = await align(await demoRendition(one), await demoRendition(other));
    expect(alignment, JSON.stringify(check)).toBeNull();
  },
);

test.runIf(isThorough)(
  'a picture that was moved farther than a hand would is left as it is',
  async () => {
    const base = await demoRendition('calcite-franklin');
    const turned = await movedAway(demoPicture('calcite-franklin--uv'), { ...still, angle: 40 });
    expect((await align(base, await rendition(turned))).alignment).toBeNull();
  },
);

test('tiny, narrow and one-coloured pictures are not aligned', async () => {
  const stone = await demoRendition('calcite-franklin');
  for (const other of [plain(640, 512), plain(1, 1), plain(20, 640)]) {
    expect((await align(stone, other)).alignment).toBeNull();
    expect((await align(other, stone)).alignment).toBeNull();
    expect((await align(other, other)).alignment).toBeNull();
  }
});

test('the transform is that of the definition', () => {
  const re = Float64Array.from({ length: 16 }, (_, index) => Math.sin(index * index) + index / 7);
  const im = Float64Array.from({ length: 16 }, (_, index) => Math.cos(3 * index));
  const expected = Array.from(re, (_, frequency) => {
    let [sumRe, sumIm] = [0, 0];
    for (const [at, value] of re.entries()) {
      const angle = (-2 * Math.PI * frequency * at) / 16;
      sumRe += value * Math.cos(angle) - (im[at] ?? 0) * Math.sin(angle);
      sumIm += value * Math.sin(angle) + (im[at] ?? 0) * Math.cos(angle);
    }
    return [sumRe, sumIm] as const;
  });
  fourier({ re, im });
  for (const [frequency, [sumRe, sumIm]] of expected.entries()) {
    expect(re[frequency]).toBeCloseTo(sumRe, 9);
    expect(im[frequency]).toBeCloseTo(sumIm, 9);
  }
});

test('phase correlation finds a shift whatever the brightness', () => {
  const side = 64;
  const at = (x: number, y: number) =>
    Math.exp(-((x - 20) ** 2 + (y - 30) ** 2) / 20) +
    0.5 * Math.exp(-((x - 40) ** 2 + (y - 25) ** 2) / 8);
  const square = (dx: number, dy: number, gain: number) => ({
    values: Float64Array.from(
      { length: side * side },
      (_, index) => gain * at((index % side) - dx, Math.floor(index / side) - dy),
    ),
    side,
  });
  const { x, y, peak } = shiftBetween(spectrumOf(square(7, -4, 1)), spectrumOf(square(0, 0, 0.1)), {
    x: 20,
    y: 20,
  });
  expect(x).toBeCloseTo(7, 1);
  expect(y).toBeCloseTo(-4, 1);
  expect(peak).toBeGreaterThan(0.9);
});

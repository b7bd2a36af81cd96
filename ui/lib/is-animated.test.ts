import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isAnimated } from './is-animated.ts';

const frame = (red: number) =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: { r: red * 90, g: 0, b: 0 } } })
    .png()
    .toBuffer();
const moving = async () =>
  sharp(await Promise.all([frame(0), frame(1), frame(2)]), { join: { animated: true } });
const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)]);

test.each(['gif', 'webp'] as const)('a %s with several frames is animated', async (format) => {
  expect(await isAnimated(blob(await (await moving()).toFormat(format).toBuffer()))).toBe(true);
  expect(
    await isAnimated(
      blob(
        await sharp(await frame(1))
          .toFormat(format)
          .toBuffer(),
      ),
    ),
  ).toBe(false);
});

test.each<[string, string, boolean]>([
  ['an AVIF sequence', '\0\0\0\x20ftypavis', true],
  ['an AVIF picture', '\0\0\0\x20ftypavif', false],
  [
    'a PNG that is told how many frames it has',
    '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR…\0\0\0\x08acTL…IDAT',
    true,
  ],
  ['a PNG whose pixels happen to spell it', '\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR…IDAT…acTL', false],
  ['an empty file', '', false],
])('%s', async (_, text, expected) => {
  expect(await isAnimated(blob(Buffer.from(text, 'latin1')))).toBe(expected);
});

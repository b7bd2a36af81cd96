import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodeFrames } from './frames.ts';

const grid = { columns: 7, rows: 6 };
const [width, height] = [7 * 40, 6 * 30];
const noise = { data: randomBytes(width * height * 3), width, height };

test('frames that fit stay as large as they are', async () => {
  const { bytes, ...frame } = await encodeFrames(noise, grid, 1_000_000);
  expect(frame).toEqual({ width: 40, height: 30 });
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width, height });
});

test('frames that have too much detail for the bytes become plainer, then smaller, all alike', async () => {
  const { bytes: whole } = await encodeFrames(noise, grid, 1_000_000);
  const plainer = await encodeFrames(noise, grid, Math.round(whole.length * 0.8));
  expect(plainer.bytes.length).toBeLessThanOrEqual(whole.length * 0.8);
  expect(plainer).toMatchObject({ width: 40, height: 30 });
  const smaller = await encodeFrames(noise, grid, Math.round(whole.length * 0.2));
  expect(smaller.bytes.length).toBeLessThanOrEqual(whole.length * 0.2);
  expect(smaller.width).toBeLessThan(40);
  expect(await sharp(smaller.bytes).metadata()).toMatchObject({
    width: 7 * smaller.width,
    height: 6 * smaller.height,
  });
});

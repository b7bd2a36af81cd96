import path from 'node:path';
import { expect, test } from 'vitest';
import { boundsOf, cornersOf } from '#core/contract/media/outline.ts';
import { DEMO_FOLDER } from '#core/server/transfer/demo/demo.service.ts';
import { readDemoData } from '#core/server/transfer/demo/demo-data.ts';
import { disc, photographed } from '#tests/support/drawn-stones.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { decodePicture } from './images.ts';
import { findStoneOutline } from './stone-outline.ts';

const outlineIn = async (picture: Buffer | string) =>
  findStoneOutline(await decodePicture(picture));

/** The area within a closed line, in thousandths of the picture's sides. */
const areaOf = (outline: string) => {
  const corners = cornersOf(outline);
  return Math.abs(
    corners.reduce((sum, [x, y], index) => {
      const [nextX, nextY] = corners[(index + 1) % corners.length] ?? [0, 0];
      return sum + (x * nextY - nextX * y) / 2;
    }, 0),
  );
};

test.each([
  ['on grey', '#808080', '', 0.02],
  ['on black', '#0a0a0b', '', 0.02],
  ['on white', '#fafafa', '', 0.02],
  // A JPEG has colours in half the resolution: they run into each other.
  ['on a coloured cloth', '#14306b', '', 0.05],
  [
    'beside dust and a scratch',
    '#fafafa',
    '<circle cx="30" cy="30" r="3"/><path d="M270 40v14" stroke="#555" stroke-width="2"/>',
    0.02,
  ],
])('a stone %s has the outline that was drawn', async (_, background, dirt, tolerance) => {
  const outline = (await outlineIn(await photographed(background, dirt + disc('#b01828')))) ?? '';
  const { x, y, width, height } = boundsOf(cornersOf(outline));
  // 140 × 112 of 320 × 260 pixels, from 90 and 74.
  const drawn = [90 / 320, 74 / 260, 140 / 320, 112 / 260];
  const off = [x, y, width, height].map((value, index) =>
    Math.abs(value / 1000 - (drawn[index] ?? 0)),
  );
  expect(Math.max(...off)).toBeLessThan(tolerance);
  const area = (Math.PI * 70 * 56) / (320 * 260);
  expect(Math.abs(areaOf(outline) / 1e6 / area - 1)).toBeLessThan(4 * tolerance);
  expect(cornersOf(outline).length).toBeLessThan(80);
});

test('a hole in a stone does not change its outline', async () => {
  const plain = areaOf((await outlineIn(await photographed('#fafafa', disc('#1c7a46')))) ?? '');
  const ring = areaOf(
    (await outlineIn(
      await photographed('#fafafa', disc('#1c7a46') + disc('#fafafa', 160, 130, 30)),
    )) ?? '',
  );
  expect(Math.abs(ring / plain - 1)).toBeLessThan(0.02);
});

test.each([
  ['a picture that is nothing but stone', '#7d48b5', ''],
  [
    'two stones of the same size',
    '#efefef',
    disc('#1c7a46', 90, 130, 50) + disc('#5b2a9c', 230, 130, 50),
  ],
  ['a stone that the picture cuts off', '#efefef', disc('#1c7a46', 20, 130, 90)],
  ['a stone that can hardly be seen', '#efefef', disc('#1c7a46', 160, 130, 12)],
])('%s has no outline', async (_, background, drawing) => {
  expect(await outlineIn(await photographed(background, drawing))).toBeNull();
});

test.runIf(isThorough)('the demo’s main pictures have outlines that do not change', async () => {
  const { specimens, pictures } = await readDemoData(DEMO_FOLDER);
  const without: string[] = [];
  for (const { files } of specimens) {
    const picture = pictures.find(({ source }) => source === files.main);
    const found = await outlineIn(path.join(DEMO_FOLDER, 'renditions', `${picture?.stem}-320.jpg`));
    expect(found, files.main).toBe(picture?.outline);
    if (found === null) without.push(path.basename(files.main, '.jpg'));
  }
  expect(without).toEqual(['muonionalusta-slice']);
});

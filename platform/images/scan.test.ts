import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, inject, test } from 'vitest';
import { shotCodes, shotLabel, shotStone } from '#tests/support/shot-labels.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { readExifTime } from './exif-time.ts';
import { scanPicture } from './image-worker-client.ts';

const folder = mkdtempSync(path.join(inject('runFolder'), 'scan-'));
let count = 0;
const large = { width: 900, height: 675 };
async function scan(picture: Buffer) {
  const localPath = path.join(folder, `${++count}.jpg`);
  await writeFile(localPath, picture);
  return scanPicture({ localPath, type: 'jpeg' }, AbortSignal.timeout(30_000));
}

test.each([0, 17, 90, 180])(
  'a label is read however it lies, here by %i degrees',
  async (turned) => {
    expect((await scan(await shotLabel('W-041', { ...large, turned }))).codes).toEqual({
      texts: ['DRUSE:W-041'],
      isUnreadable: false,
    });
  },
);

test('a label is read out of focus, and one that cannot be read says that it is there', async () => {
  expect((await scan(await shotLabel('W-041', { ...large, blur: 0.007 }))).codes.texts).toEqual([
    'DRUSE:W-041',
  ]);
  expect((await scan(await shotLabel('W-041', { ...large, blur: 0.012 }))).codes).toEqual({
    texts: [],
    isUnreadable: true,
  });
  expect((await scan(await shotStone())).codes).toEqual({ texts: [], isUnreadable: false });
});

test('of modules of 15 pixels a blur of 6, 8 and 10 is read, and a larger one is none', async () => {
  const codesOf = async (sigma: number) =>
    (await scan(await shotLabel('W-041', { width: 1080, height: 810, blur: sigma / 1080 }))).codes;
  for (const sigma of isThorough ? [6, 8, 10] : [10])
    expect((await codesOf(sigma)).texts, String(sigma)).toEqual(['DRUSE:W-041']);
  for (const sigma of isThorough ? [12, 14, 16, 20] : [12])
    expect(await codesOf(sigma), String(sigma)).toEqual({ texts: [], isUnreadable: true });
});

const crystals = [0, 1, 2, 3, 4, 5, 6].map((n) => {
  const [x, y] = [300 + ((n * 137) % 320), 180 + ((n * 89) % 300)];
  return `<path d="M${x} ${y}l40 ${10 + n * 4}l-12 46l-44 -${n * 3}z" fill="#17171a"/>`;
});
/** Of an odd count, every other one dark. */
const squares = (count: number, side: number) =>
  Array.from({ length: count ** 2 }, (_, at) =>
    at % 2 === 0
      ? `<path d="M${(at % count) * side} ${Math.floor(at / count) * side}h${side}v${side}h-${side}z"/>`
      : '',
  ).join('');
const ticks = Array.from(
  { length: 60 },
  (_, at) => `<path d="M${60 + at * 13} 520h3v${at % 10 ? 30 : 60}h-3z"/>`,
).join('');
const paper = '<path d="M180 120h540v440h-540z" fill="#f4f1ea"/>';

test.each([
  [
    'black crystals in white matrix',
    `<circle cx="450" cy="340" r="300" fill="#f2efe8"/>${crystals.join('')}`,
  ],
  [
    'a cube on paper',
    `${paper}<path d="M350 230h200v200h-200z" fill="#3a3c42"/><path d="M370 250h60v60h-60z" fill="#8a8c92"/>`,
  ],
  [
    'a box and its edge',
    `${paper}<path d="M230 170h440v340h-440z" fill="#888"/><circle cx="450" cy="340" r="90" fill="#78a"/>`,
  ],
  [
    'a ruler',
    `<path d="M40 515h820v90h-820z" fill="#f5f5ee"/>${ticks}<circle cx="450" cy="260" r="150" fill="#a46"/>`,
  ],
  ['a chessboard of five', `${paper}<g transform="translate(370 260)">${squares(5, 30)}</g>`],
  [
    'a label by hand',
    `${paper}<path d="M220 300h130v130h-130z" fill="none" stroke="#111" stroke-width="16"/><path d="M262 342h46v46h-46z"/>`,
  ],
])('%s is no label', async (_, drawn) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="675"><rect width="900" height="675" fill="#c9c2b6"/>${drawn}</svg>`;
  for (const blur of isThorough ? [0, 4] : [0]) {
    const picture = sharp(Buffer.from(svg)).flatten();
    const codes = (await scan(await (blur ? picture.blur(blur) : picture).jpeg().toBuffer())).codes;
    expect(codes, `blur ${blur}`).toEqual({ texts: [], isUnreadable: false });
  }
});

test('a small label in a large picture is read, and all codes of a picture are', async () => {
  const small = await shotLabel(['A-1', 'A-2', 'A-3', 'A-4'], { width: 3000, height: 1500 });
  expect((await scan(small)).codes.texts.toSorted()).toEqual([
    'DRUSE:A-1',
    'DRUSE:A-2',
    'DRUSE:A-3',
    'DRUSE:A-4',
  ]);
  expect((await scan(await shotCodes(['https://example.org/parcel']))).codes.texts).toEqual([
    'https://example.org/parcel',
  ]);
});

test('the time of taking comes with fractions and offset, where the camera knows them', async () => {
  const time = '2026:11:20 10:15:30';
  expect((await scan(await shotStone({ time, millis: 250, offset: '+02:00' }))).takenAt).toEqual({
    local: '2026-11-20T10:15:30.250',
    offset: '+02:00',
  });
  expect((await scan(await shotStone({ time }))).takenAt).toEqual({
    local: '2026-11-20T10:15:30.000',
    offset: null,
  });
  expect((await scan(await shotStone({ time: '0000:00:00 00:00:00' }))).takenAt).toBeNull();
  expect((await scan(await shotStone({ time: '2026:02:31 10:00:00' }))).takenAt).toBeNull();
  expect((await scan(await shotStone())).takenAt).toBeNull();
});

test('no Exif block is an error, whatever is in it', () => {
  const heads = fc.constantFrom(
    '',
    'II*\0\x08\0\0\0',
    'MM\0*\0\0\0\x08',
    'Exif\0\0II*\0\x08\0\0\0',
  );
  fc.assert(
    fc.property(heads, fc.uint8Array({ maxLength: 200 }), (head, rest) => {
      const block = Buffer.concat([Buffer.from(head, 'latin1'), rest]);
      expect(() => readExifTime(block)).not.toThrow();
    }),
  );
});

test('what glows in one colour before darkness looks like ultraviolet, a stone in daylight does not', async () => {
  expect((await scan(await shotStone({ glows: true, seed: 0.4 }))).isUltraviolet).toBe(true);
  expect((await scan(await shotStone({ glows: false, seed: 0.4 }))).isUltraviolet).toBe(false);
  expect((await scan(await shotLabel('W-041'))).isUltraviolet).toBe(false);
});

import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { shotCodes, shotLabel, shotStone } from '#tests/support/shot-labels.ts';
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

test.each([0, 17, 90, 180])('a label is read however it lies, here by %i degrees', async (turned) => {
  expect((await scan(await shotLabel('W-041', { ...large, turned }))).codes).toEqual({ texts: ['DRUSE:W-041'], isUnreadable: false });
});

test('a label is read out of focus, and one that cannot be read says that it is there', async () => {
  expect((await scan(await shotLabel('W-041', { ...large, blur: 0.007 }))).codes.texts).toEqual(['DRUSE:W-041']);
  expect((await scan(await shotLabel('W-041', { ...large, blur: 0.009 }))).codes).toEqual({ texts: [], isUnreadable: true });
  expect((await scan(await shotStone())).codes).toEqual({ texts: [], isUnreadable: false });
});

test('a small label in a large picture is read, and all codes of a picture are', async () => {
  const small = await shotLabel(['A-1', 'A-2', 'A-3', 'A-4'], { width: 3000, height: 1500 });
  expect((await scan(small)).codes.texts.toSorted()).toEqual(['DRUSE:A-1', 'DRUSE:A-2', 'DRUSE:A-3', 'DRUSE:A-4']);
  expect((await scan(await shotCodes(['https://example.org/parcel']))).codes.texts).toEqual(['https://example.org/parcel']);
});

test('the time of taking comes with fractions and offset, where the camera knows them', async () => {
  const time = '2026:11:20 10:15:30';
  expect((await scan(await shotStone({ time, millis: 250, offset: '+02:00' }))).takenAt).toEqual({
    local: '2026-11-20T10:15:30.250',
    offset: '+02:00',
  });
  expect((await scan(await shotStone({ time }))).takenAt).toEqual({ local: '2026-11-20T10:15:30.000', offset: null });
  expect((await scan(await shotStone({ time: '0000:00:00 00:00:00' }))).takenAt).toBeNull();
  expect((await scan(await shotStone({ time: '2026:02:31 10:00:00' }))).takenAt).toBeNull();
  expect((await scan(await shotStone())).takenAt).toBeNull();
});

test('no Exif block is an error, whatever is in it', () => {
  const heads = fc.constantFrom('', 'II*\0\x08\0\0\0', 'MM\0*\0\0\0\x08', 'Exif\0\0II*\0\x08\0\0\0');
  fc.assert(
    fc.property(
      heads,
      fc.uint8Array({ maxLength: 200 }),
      (head, rest) => void readExifTime(Buffer.concat([Buffer.from(head, 'latin1'), rest])),
    ),
  );
});

test('what glows in one colour before darkness looks like ultraviolet, a stone in daylight does not', async () => {
  expect((await scan(await shotStone({ glows: true, seed: 0.4 }))).isUltraviolet).toBe(true);
  expect((await scan(await shotStone({ glows: false, seed: 0.4 }))).isUltraviolet).toBe(false);
  expect((await scan(await shotLabel('W-041'))).isUltraviolet).toBe(false);
});

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { box, fileTypeBox, smallFilm, track } from '#tests/support/uploads.ts';
import { readFilmSize } from './film-header.ts';

let file: string;

beforeAll(() => {
  file = path.join(mkdtempSync(path.join(inject('runFolder'), 'films-')), 'film');
});

async function sizeOf(bytes: Uint8Array) {
  writeFileSync(file, bytes);
  const handle = await open(file);
  try {
    return await readFilmSize(handle);
  } finally {
    await handle.close();
  }
}

const moov = (...tracks: Buffer[]) => box('moov', ...tracks);
/** A box whose size stands behind its type, in 64 bits. */
function longBox(type: string, size: bigint, content: Buffer): Buffer {
  const head = Buffer.alloc(16);
  head.writeUInt32BE(1);
  head.write(type, 4, 'latin1');
  head.writeBigUInt64BE(size, 8);
  return Buffer.concat([head, content]);
}

describe('the size of a film', () => {
  test('of a real one is what players show', async () => {
    const real = readFileSync(path.join(import.meta.dirname, '../../../demo/video/sapphire-ceylon.mp4'));
    expect(await sizeOf(real)).toMatchObject({ width: expect.any(Number), height: expect.any(Number) });
  });

  test.each([
    ['with its index at the end', smallFilm()],
    ['with its index first', Buffer.concat([fileTypeBox(), moov(track()), box('mdat')])],
    ['with sound first', smallFilm('', [track({ handler: 'soun', width: 0, height: 0 }), track()])],
    ['with a box of more than 4 GB’s form', Buffer.concat([fileTypeBox(), longBox('mdat', 20n, Buffer.alloc(4)), moov(track())])],
    ['with an index that goes on to the end', Buffer.concat([fileTypeBox(), Buffer.from([0, 0, 0, 0]), moov(track()).subarray(4)])],
  ])('is found %s', async (_, bytes) => {
    expect(await sizeOf(bytes)).toEqual({ width: 640, height: 360 });
  });

  test('is that of the upright film', async () => {
    expect(await sizeOf(smallFilm('', [track({ turned: true })]))).toEqual({ width: 360, height: 640 });
  });

  test.each([
    ['without an index', Buffer.concat([fileTypeBox(), box('mdat', Buffer.alloc(50))])],
    ['without a track', Buffer.concat([fileTypeBox(), moov()])],
    ['with sound alone', smallFilm('', [track({ handler: 'soun' })])],
    ['without a size', smallFilm('', [track({ width: 0, height: 0 })])],
    ['too large for any screen', smallFilm('', [track({ width: 17_000, height: 10 })])],
    [
      'whose box says it is larger than the file',
      Buffer.concat([fileTypeBox(), longBox('mdat', 2n ** 62n, Buffer.alloc(4)), moov(track())]),
    ],
    ['whose box has no size at all', Buffer.concat([fileTypeBox(), Buffer.from([0, 0, 0, 4]), moov(track())])],
    ['cut off in its index', smallFilm().subarray(0, -20)],
    ['of nothing', Buffer.alloc(0)],
  ])('is not found in one %s', async (_, bytes) => {
    expect(await sizeOf(bytes)).toBeNull();
  });

  test('is looked for in anything without failing', async () => {
    const whole = smallFilm('seed');
    const spoilt = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }).map((changes) => {
      const bytes = Buffer.from(whole);
      for (const [place, value] of changes) bytes[place] = value;
      return bytes;
    });
    const anything = fc.oneof(
      spoilt,
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.concat([fileTypeBox(), bytes])),
    );
    await fc.assert(
      fc.asyncProperty(anything, async (bytes) => {
        const size = await sizeOf(bytes);
        if (size) for (const side of [size.width, size.height]) expect(side).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });
});

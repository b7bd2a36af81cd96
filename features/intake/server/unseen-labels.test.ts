/** Series of rendered photographs whose labels are out of focus, covered or missing: no stone is silently on a wrong piece. */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { rowProblemTable } from '#features/intake/contract/intake-rules.ts';
import { readLabelCode } from '#features/paper/contract/label-code.ts';
import { decodePicture } from '#platform/images/images.ts';
import { CODES_SIDE, findCodes } from '#platform/images/qr-codes.ts';
import { shotLabel, shotStone } from '#tests/support/shot-labels.ts';
import { times } from '#tests/support/thorough.ts';
import { type AssignedFile, assign, type FileLabel, type UnusedNumber } from './assignment.ts';

/** A whole sheet of labels. Each is seven photos. */
const unused: UnusedNumber[] = Array.from({ length: times(4, 8) }, (_, index) => ({
  key: `u-${index + 1}`,
  number: `U-${index + 1}`,
  sheet: { id: 1, place: index + 1 },
}));
const sheetOf = new Map(unused.map(({ key, sheet }) => [key, sheet]));

/** What became of a label; blurs in shares of the picture's width. */
const fates = {
  clear: {},
  'a little blurred': { blur: 0.006 },
  blurred: { blur: 0.013 },
  'blurred away': { blur: 0.08 },
  'covered in part': { covered: 0.35 },
  'covered half': { covered: 0.6, blur: 0.006 },
  covered: { covered: 1 },
} as const;
type Fate = keyof typeof fates | 'missing';
const names = [...Object.keys(fates), 'missing'] as Fate[];

/** What the shop reads in each rendering. */
const read = new Map<string, FileLabel>();
const labelIn = async (picture: Buffer): Promise<FileLabel> => {
  const { texts, isUnreadable } = await findCodes(await decodePicture(picture, CODES_SIDE));
  const code = readLabelCode(texts[0] ?? '', []);
  if (code && 'catalogueNumber' in code)
    return { key: code.catalogueNumber.toLowerCase(), number: code.catalogueNumber };
  return isUnreadable ? 'unreadable' : null;
};

beforeAll(async () => {
  for (const { number } of unused)
    for (const [fate, shot] of Object.entries(fates))
      read.set(`${number} ${fate}`, await labelIn(await shotLabel(number, shot)));
  for (const glows of [false, true])
    expect(
      await labelIn(await shotStone({ width: 300, height: 225, glows, seed: 0.5 })),
    ).toBeNull();
}, 600_000);

test('a label out of focus is read, or seen to be one, and a covered one is never read as another', () => {
  for (const { key, number } of unused) {
    for (const fate of ['clear', 'a little blurred'])
      expect(read.get(`${number} ${fate}`), fate).toEqual({ key, number });
    expect(read.get(`${number} blurred`)).toBe('unreadable');
    for (const fate of Object.keys(fates))
      expect([{ key, number }, 'unreadable', null]).toContainEqual(read.get(`${number} ${fate}`));
  }
});

const series = fc
  .shuffledSubarray(unused, { minLength: 1 })
  .chain((labels) =>
    fc.tuple(
      ...labels.map(({ number }) =>
        fc.tuple(fc.constant(number), fc.constantFrom(...names), fc.integer({ min: 1, max: 4 })),
      ),
    ),
  );

test('in forty series, in any order, no stone is on a wrong piece without a question', () => {
  fc.assert(
    fc.property(series, (pieces) => {
      const files: (AssignedFile & { of?: string })[] = [];
      const take = (label: FileLabel, of?: string) =>
        files.push({
          id: files.length + 1,
          name: `${files.length}.jpg`,
          takenAt: new Date(files.length * 1000).toISOString(),
          place: null,
          label,
          ...(of !== undefined && { of }),
        });
      for (const [number, fate, stones] of pieces) {
        if (fate !== 'missing') take(read.get(`${number} ${fate}`) ?? null);
        for (let stone = 0; stone < stones; stone++) take(null, number);
      }
      const stateOf = (key: string) => ({
        state: 'fresh' as const,
        sheet: sheetOf.get(key) ?? { id: 0, place: 0 },
      });
      const { rows, unseen } = assign(files, { stateOf, unused, maxPictures: 101 });
      for (const { number, pictures, problems } of rows) {
        for (const id of pictures) {
          const { of } = files[id - 1] ?? {};
          if (of === undefined || of === number) continue;
          expect(unseen, `${of} in ${number}`).toContain(of);
          expect(
            problems.some((problem) => rowProblemTable[problem].isBlocking),
            `${of} in ${number}`,
          ).toBe(true);
        }
      }
      if (
        pieces.length === unused.length &&
        pieces.every(([, fate]) => fate === 'clear' || fate === 'a little blurred')
      )
        expect(
          rows.map(({ problems }) => problems.filter((problem) => problem !== 'many')),
        ).toEqual(pieces.map(() => []));
    }),
    { numRuns: 40 },
  );
});

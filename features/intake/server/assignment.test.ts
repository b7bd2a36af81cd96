import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import {
  type AssignedFile,
  assign,
  type FileLabel,
  type NumberState,
  type UnusedNumber,
} from './assignment.ts';

const start = Date.parse('2026-11-20T10:00:00Z');
const at = (second: number) => new Date(start + second * 1000).toISOString();
const labelled = (number: string) => ({ key: number.toLowerCase(), number });
const fresh = (): NumberState => ({ state: 'fresh' });
const onSheet = (key: string): NumberState => ({
  state: 'fresh',
  sheet: { id: 1, place: Number(/\d+$/.exec(key)?.[0]) },
});

/** Files in the order of taking, a second apart: numbers of labels, or anything else for pictures of stones. */
const shot = (...what: (FileLabel | 'stone')[]): AssignedFile[] =>
  what.map((one, index) => ({
    id: index + 1,
    name: `IMG_${index + 1}.jpg`,
    takenAt: at(index),
    place: null,
    label: one === 'stone' ? null : one,
  }));
const [A, B, C] = [labelled('W-1'), labelled('W-2'), labelled('W-3')];

type Known = Parameters<typeof assign>[1];
const assigned = (files: AssignedFile[], known: Partial<Known> = {}) =>
  assign(files, { stateOf: fresh, unused: [], maxPictures: 101, ...known });
/** Numbers of a sheet that no piece has. */
const unusedOf = (...numbers: number[]): UnusedNumber[] =>
  numbers.map((n) => ({ key: `w-${n}`, number: `W-${n}`, sheet: { id: 1, place: n } }));

const told = (
  files: AssignedFile[],
  stateOf: (key: string) => NumberState = fresh,
  unused: UnusedNumber[] = [],
) => {
  const { rows, unassigned } = assigned(files, { stateOf, unused });
  return {
    rows: Object.fromEntries(
      rows.map(({ number, pictures, problems }) => [number, [pictures, problems]]),
    ),
    unassigned: unassigned.map(({ id, reason }) => [id, reason]),
  };
};

test('ten labels with their pictures come out right in whatever order the files arrive', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 10, maxLength: 10 });
  fc.assert(
    fc.property(
      counts,
      fc.infiniteStream(fc.double({ noNaN: true })),
      fc.boolean(),
      (pictures, random, hasTimes) => {
        const files = shot(
          ...pictures.flatMap((count, n) => [
            labelled(`W-${n + 1}`),
            ...Array.from({ length: count }, () => 'stone' as const),
          ]),
        );
        const keys = new Map(files.map((file) => [file, random.next().value]));
        const shuffled = files
          .toSorted((a, b) => (keys.get(a) ?? 0) - (keys.get(b) ?? 0))
          .map((file) =>
            hasTimes ? { ...file, name: `${keys.get(file)}.jpg` } : { ...file, takenAt: null },
          );
        const { rows, unassigned } = assigned(shuffled);
        expect(unassigned).toEqual([]);
        let next = 1;
        // One that has far more than the others may be asked about.
        expect(
          rows.map((row) => ({
            ...row,
            problems: row.problems.filter((problem) => problem !== 'many'),
          })),
        ).toEqual(
          pictures.map((count, n) => {
            const first = next;
            next += count + 1;
            const ids = Array.from({ length: count }, (_, step) => first + 1 + step);
            return {
              key: `w-${n + 1}`,
              number: `W-${n + 1}`,
              labels: [first],
              pictures: ids,
              problems: [],
              passedOver: [],
            };
          }),
        );
      },
    ),
  );
});

test('every file is put in exactly one place, whatever its label, time and name', () => {
  const file = fc.record({
    name: fc.oneof(
      fc.string(),
      fc.nat(30).map((n) => `IMG_${n}.JPG`),
      fc.nat(30).map((n) => `DSC${n}.mov`),
    ),
    takenAt: fc.option(fc.nat(50).map(at)),
    label: fc.oneof(
      fc.constant(null),
      fc.constantFrom<FileLabel>(A, B, C, 'unreadable', 'several'),
    ),
    place: fc.option(fc.nat(9)),
    placed: fc.option(fc.option(fc.constantFrom('W-1', 'W-9'))),
  });
  const states = fc.constantFrom<NumberState>(
    { state: 'fresh' },
    { state: 'used' },
    { state: 'unknown' },
  );
  fc.assert(
    fc.property(fc.array(file, { maxLength: 40 }), states, (made, state) => {
      const files = made.map(({ placed, ...rest }, index) => ({
        ...rest,
        id: index,
        ...(placed !== null && {
          placedIn: placed === null ? null : { key: placed.toLowerCase(), number: placed },
        }),
      }));
      const { rows, unassigned } = assigned(files, { stateOf: () => state });
      const shown = [
        ...rows.flatMap(({ pictures }) => pictures),
        ...unassigned.map(({ id }) => id),
      ];
      expect(new Set(shown).size).toBe(shown.length);
      const labels = new Set(rows.flatMap((row) => row.labels));
      for (const { id, label } of files)
        expect(shown.includes(id) || labels.has(id), `${id} ${JSON.stringify(label)}`).toBe(true);
    }),
  );
});

test('pictures before the first label are unassigned', () => {
  expect(told(shot('stone', 'stone', A, 'stone'))).toEqual({
    rows: { 'W-1': [[4], []] },
    unassigned: [
      [1, 'before-first-label'],
      [2, 'before-first-label'],
    ],
  });
});

test('behind a label that cannot be read nothing is assigned until the next one', () => {
  expect(told(shot(A, 'stone', 'unreadable', 'stone', B, 'stone'))).toEqual({
    rows: { 'W-1': [[2], []], 'W-2': [[6], []] },
    unassigned: [
      [3, 'after-unreadable-label'],
      [4, 'after-unreadable-label'],
    ],
  });
});

test('behind two labels in one picture nothing is assigned', () => {
  expect(told(shot(A, 'stone', 'several', 'stone')).unassigned).toEqual([
    [3, 'after-several-labels'],
    [4, 'after-several-labels'],
  ]);
});

test('a label twice in a row is one; one that comes again later says so', () => {
  expect(told(shot(A, A, 'stone', B, 'stone'))).toMatchObject({ rows: { 'W-1': [[3], []] } });
  expect(told(shot(A, 'stone', A, 'stone')).rows).toEqual({ 'W-1': [[2, 4], []] });
  expect(told(shot(A, 'stone', B, 'stone', A, 'stone')).rows).toEqual({
    'W-1': [[2, 6], ['twice']],
    'W-2': [[4], []],
  });
});

test('a label without pictures says so, and so do unknown numbers and those of a piece', () => {
  expect(told(shot(A, B, 'stone')).rows).toEqual({ 'W-1': [[], ['empty']], 'W-2': [[3], []] });
  expect(told(shot(A, 'stone'), () => ({ state: 'unknown' })).rows).toEqual({
    'W-1': [[2], ['unknown']],
  });
  expect(told(shot(A, 'stone'), () => ({ state: 'used' })).rows).toEqual({
    'W-1': [[2], ['used']],
  });
  expect(
    [1, 2].map(
      (most) => assigned(shot(A, 'stone', 'stone'), { maxPictures: most }).rows[0]?.problems,
    ),
  ).toEqual([['too-many'], []]);
});

test('an unused number whose label is not seen is named at the row before it on the sheet', () => {
  const asked = (...numbers: number[]) => {
    const files = shot(...numbers.flatMap((n) => [labelled(`W-${n}`), 'stone' as const]));
    const { rows, unseen } = assigned(files, { stateOf: onSheet, unused: unusedOf(1, 2, 3, 4, 5) });
    return [
      unseen,
      Object.fromEntries(
        rows.map(({ number, problems, passedOver }) => [number, [problems, passedOver]]),
      ),
    ];
  };
  expect(asked(1, 2, 3, 4, 5)[0]).toEqual([]);
  expect(asked(1, 5)).toEqual([
    ['W-2', 'W-3', 'W-4'],
    { 'W-1': [['gap'], ['W-2', 'W-3', 'W-4']], 'W-5': [['unseen'], []] },
  ]);
  expect(asked(1, 2, 3, 4)).toEqual([
    ['W-5'],
    {
      'W-1': [['unseen'], []],
      'W-2': [['unseen'], []],
      'W-3': [['unseen'], []],
      'W-4': [['gap'], ['W-5']],
    },
  ]);
  expect(asked(4, 5, 1, 2)).toMatchObject([
    ['W-3'],
    { 'W-2': [['gap'], ['W-3']], 'W-5': [['unseen'], []] },
  ]);
  // Backwards, its pictures are with the number after it.
  expect(asked(5, 4, 2, 1)).toMatchObject([
    ['W-3'],
    { 'W-4': [['gap'], ['W-3']], 'W-2': [['unseen'], []] },
  ]);
  // Before the first one there is no row.
  expect(asked(2, 3, 4, 5)).toMatchObject([
    ['W-1'],
    { 'W-2': [['unseen'], []], 'W-5': [['unseen'], []] },
  ]);
});

test('a number of another sheet is missed as well, and one whose label has no time is not seen', () => {
  const other = { key: 'x-1', number: 'X-1', sheet: { id: 2, place: 1 } };
  const unused = [...unusedOf(1, 2), other];
  const files = [
    ...shot(A, 'stone'),
    { id: 9, name: 'scan.jpg', takenAt: null, place: null, label: B },
  ];
  const { rows, unseen } = assigned(files, { stateOf: onSheet, unused });
  expect(unseen).toEqual(['W-2', 'X-1']);
  expect(rows.map(({ number, problems }) => [number, problems])).toEqual([
    ['W-1', ['gap']],
    ['W-2', ['empty']],
  ]);
});

test('where the rows are on their sheets is asked as often for thousands of unseen numbers as for one', () => {
  const asked = (count: number) => {
    const stateOf = vi.fn(onSheet);
    const unused = unusedOf(...Array.from({ length: count }, (_, index) => index + 1));
    const { unseen } = assigned(shot(A, 'stone', B, 'stone', C, 'stone'), { stateOf, unused });
    expect(unseen).toHaveLength(count - 3);
    return stateOf.mock.calls.length;
  };
  expect(asked(5_000)).toBe(asked(4));
});

test('what the admin says was not photographed is asked no more, until more files come', () => {
  const unused = unusedOf(1, 2, 3).map((one) => ({ ...one, untilFile: 4 }));
  const files = shot(A, 'stone', C, 'stone', 'stone');
  expect(assigned(files.slice(0, 4), { stateOf: onSheet, unused })).toMatchObject({
    unseen: [],
    rows: [{ problems: [] }, { problems: [] }],
  });
  expect(assigned(files, { stateOf: onSheet, unused })).toMatchObject({
    unseen: ['W-2'],
    rows: [{ problems: ['gap'] }, { problems: ['unseen'] }],
  });
  // A label that comes late brings no picture.
  expect(
    assigned([...files.slice(0, 4), ...shot(C).map((file) => ({ ...file, id: 9 }))], {
      stateOf: onSheet,
      unused,
    }).unseen,
  ).toEqual([]);
});

test('a row with far more pictures than the others is asked about, where there are enough others', () => {
  const series = (...counts: number[]) =>
    shot(
      ...counts.flatMap((count, n) => [
        labelled(`W-${n + 1}`),
        ...Array.from({ length: count }, () => 'stone' as const),
      ]),
    );
  const many = (...counts: number[]) =>
    assigned(series(...counts)).rows.flatMap(({ problems }, n) =>
      problems.includes('many') ? [n] : [],
    );
  expect([many(4, 5, 7, 4), many(4, 5, 8, 4)]).toEqual([[], [2]]);
  expect([many(1, 1, 3, 1), many(1, 1, 4, 1), many(9, 4, 4), many(9, 4, 4, 4)]).toEqual([
    [],
    [2],
    [],
    [0],
  ]);
  const files = series(1, 1, 4, 1).map((file) =>
    file.id > 4 && file.id < 10 ? { ...file, placedIn: C } : file,
  );
  expect(assigned(files).rows[2]?.problems).toEqual([]);
});

test('nothing is asked of a row whose pictures the admin has confirmed or a draft has', () => {
  const files = shot(A, 'stone', 'stone', C, 'stone');
  const problemsOf = () => told(files, onSheet, unusedOf(1, 2, 3)).rows['W-1']?.[1];
  expect(problemsOf()).toEqual(['gap']);
  const [, second, third] = files;
  if (!second || !third) throw new Error('There are five');
  second.placedIn = A;
  expect(problemsOf()).toEqual(['gap']);
  third.isMade = true;
  expect(problemsOf()).toEqual([]);
});

test('those that the admin has given a place come first, in their places, whatever was taken before them', () => {
  const files = shot(A, 'stone', 'stone', 'stone', 'stone');
  const placed = (...places: (number | null)[]) =>
    told(files.map((file, index) => ({ ...file, place: places[index] ?? null }))).rows['W-1'];
  expect(placed(null, null, null, 2, 1)?.[0]).toEqual([5, 4, 2, 3]);
  expect(placed(null, 3)?.[0]).toEqual([2, 3, 4, 5]);
});

test('a picture of a label that the admin has put among the pictures is one, and is still the label', () => {
  const files = shot(A, 'stone', B, 'stone');
  const [, , label] = files;
  if (!label) throw new Error('There are four');
  label.placedIn = A;
  expect(
    assigned(files).rows.map(({ number, labels, pictures }) => [number, labels, pictures]),
  ).toEqual([
    ['W-1', [1], [2, 3]],
    ['W-2', [3], [4]],
  ]);
  label.placedIn = null;
  expect(told(files)).toEqual({
    rows: { 'W-1': [[2], []], 'W-2': [[4], []] },
    unassigned: [[3, 'by-hand']],
  });
});

test('a stone whose label the admin has named is the first picture of that number', () => {
  const files = shot(A, 'stone', 'stone', 'stone', B, 'stone').map((file) =>
    file.id === 3 ? { ...file, label: C, keepsPicture: true } : file,
  );
  const rows = (given: AssignedFile[]) =>
    assigned(given).rows.map(({ number, labels, pictures }) => [number, labels, pictures]);
  expect(rows(files)).toEqual([
    ['W-1', [1], [2]],
    ['W-3', [], [3, 4]],
    ['W-2', [5], [6]],
  ]);
  expect(
    rows(files.map((file) => (file.id === 3 ? { ...file, takenAt: null, name: 'scan' } : file))),
  ).toEqual([
    ['W-1', [1], [2, 4]],
    ['W-2', [5], [6]],
    ['W-3', [], [3]],
  ]);
});

test('a label without a time names its number, and takes no picture', () => {
  const timeless = { name: 'scan.jpg', takenAt: null, place: null };
  const files: AssignedFile[] = [
    ...shot(A, 'stone'),
    { ...timeless, id: 8, label: B },
    { ...timeless, id: 9, label: 'unreadable' },
  ];
  const { rows, unassigned } = assigned(files);
  expect(rows.map(({ number, labels, pictures }) => [number, labels, pictures])).toEqual([
    ['W-1', [1], [2]],
    ['W-2', [8], []],
  ]);
  expect(unassigned).toEqual([{ id: 9, reason: 'no-time' }]);
});

test('what the admin has put somewhere stays there, in the order that he gave it', () => {
  const files = shot('stone', A, 'stone', 'stone', B, 'stone');
  const [first, , third, fourth] = files;
  if (!first || !third || !fourth) throw new Error('There are six');
  first.placedIn = { key: 'w-2', number: 'W-2' };
  first.place = 1;
  third.placedIn = null;
  expect(told(files)).toEqual({
    rows: { 'W-1': [[4], []], 'W-2': [[1, 6], []] },
    unassigned: [[3, 'by-hand']],
  });
  fourth.placedIn = { key: 'x-9', number: 'X-9' };
  expect(told(files).rows['X-9']).toEqual([[4], []]);
});

test('a file without a time is put where its name belongs, if the camera counts; else nothing is guessed', () => {
  const files = shot(A, 'stone', 'stone', B, 'stone');
  const video = (name: string): AssignedFile => ({
    id: 9,
    name,
    takenAt: null,
    label: null,
    place: null,
  });
  expect(told([...files, video('IMG_3.MOV')]).rows['W-1']).toEqual([[2, 3, 9], []]);
  expect(told([...files, video('img_77.mov')]).rows['W-2']).toEqual([[5, 9], []]);
  // Without an ending too; what stands before the number is the camera, all of it.
  expect(told([...files, video('IMG_3')]).rows['W-1']).toEqual([[2, 3, 9], []]);
  for (const name of [
    'x\nIMG_3.mov',
    'IMG_3.mov.txt',
    'IMG_3 (edited)',
    'DSC_3.mov',
    'OLD_IMG_3.mov',
  ])
    expect(told([...files, video(name)]).unassigned, name).toEqual([[9, 'no-time']]);
  expect(told([...files, video('IMG_0.mov')]).unassigned).toEqual([[9, 'before-first-label']]);
  expect(told([...files, video('edited.jpg')]).unassigned).toEqual([[9, 'no-time']]);
  // The count started over, so names tell nothing.
  const restarted = files.map((file, index) => ({
    ...file,
    name: `IMG_${[9998, 9999, 1, 2, 3][index]}.jpg`,
  }));
  expect(told([...restarted, video('IMG_2.mov')]).unassigned).toEqual([[9, 'no-time']]);
});

test('pictures of the same second follow their names as people count', () => {
  const files = shot(A, 'stone', 'stone').map((file) => ({ ...file, takenAt: at(0) }));
  expect(
    told(files.map((file, index) => ({ ...file, name: `IMG_${[9, 10, 100][index]}.jpg` }))).rows,
  ).toEqual({ 'W-1': [[2, 3], []] });
});

test('a picture and a video of one count stand together, and do not keep the camera from counting on', () => {
  const names = ['IMG_1.jpg', 'IMG_2.jpg', 'IMG_2.mov', 'IMG_4.jpg'];
  const files = shot(A, 'stone', 'stone', 'stone').map((file, index) => ({
    ...file,
    name: names[index] ?? '',
  }));
  expect(
    told([...files, { id: 9, name: 'IMG_3.mov', takenAt: null, label: null, place: null }]).rows[
      'W-1'
    ],
  ).toEqual([[2, 3, 9, 4], []]);
});

test('of the same instant, names that people count alike follow their letters, however they arrive', () => {
  const files = shot(A, 'stone', 'stone').map((file, index) => ({
    ...file,
    takenAt: at(0),
    name: ['1.jpg', 'é.jpg', 'e\u0301.jpg'][index] ?? '',
  }));
  const orders = [files, files.toReversed()].map((given) => told(given).rows['W-1']?.[0]);
  expect(orders).toEqual([
    [3, 2],
    [3, 2],
  ]);
  const timeless = files.map((file) => ({ ...file, takenAt: null }));
  expect([timeless, timeless.toReversed()].map((given) => told(given).rows['W-1']?.[0])).toEqual(
    orders,
  );
});

test('a video whose clock is hours off is put where its name belongs among the photos', () => {
  const files = shot(A, 'stone', B, 'stone', C, 'stone');
  const video = (name: string, second: number): AssignedFile => ({
    id: 9,
    name,
    label: null,
    place: null,
    takenAt: at(second),
    isVideo: true,
  });
  const HOURS = 5 * 60 * 60;
  const rowOf = (added: AssignedFile) =>
    Object.entries(told([...files, added]).rows).find(([, [pictures]]) =>
      (pictures as number[]).includes(9),
    )?.[0];
  for (const late of [HOURS, -HOURS]) expect(rowOf(video('IMG_4.MOV', 3 + late))).toBe('W-2');
  expect(rowOf(video('IMG_6.MOV', 5 - HOURS))).toBe('W-3');
  // Its time fits: nothing else tells more.
  expect(rowOf(video('IMG_2.MOV', 1))).toBe('W-1');
  expect(rowOf(video('Clip.MOV', 3.5))).toBe('W-2');
  expect(rowOf(video('IMG_7.MOV', 3 + HOURS))).toBe('W-3');
});

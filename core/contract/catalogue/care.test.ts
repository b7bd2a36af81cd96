import { expect, test } from 'vitest';
import { type CareChange, careError, formatCare, parseCare } from './care.ts';

const dropped: CareChange = { note: 'toxic', of: 'Galena', words: '' };
const worded: CareChange = {
  note: 'fibers',
  of: 'Cat’s-eye',
  words: 'Polished: (nothing) to fear, add: no water.',
};
const own: CareChange = { note: null, of: null, words: 'drop toxic (Galena)' };

test.each([dropped, worded, own])('what is said of care is written and read alike: %o', (change) =>
  expect(parseCare(formatCare(change))).toEqual(change),
);

test.each([
  'toxic',
  'toxic (Galena)',
  'drop toxic',
  'drop toxic (Galena): words',
  'drop poison (Galena)',
  'words',
  '',
])(
  'a cell that names no note and mineral, or both drops and words one, says nothing of care: %s',
  (text) => expect(parseCare(text)).toBeNull(),
);

test('a note is changed once for each mineral, and an added note has words', () => {
  expect(careError([dropped, { ...dropped, of: 'Cerussite' }, worded, own])).toBeUndefined();
  expect(careError([dropped, { ...dropped, words: 'Wash your hands.' }])).toBe(
    'Please change each note only once',
  );
  expect(careError([{ note: null, of: null, words: '' }])).toBe(
    'Please write the note, or remove it',
  );
});

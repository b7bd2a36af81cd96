import { expect, test } from 'vitest';
import { draftLossWords } from './draft-loss.ts';

const added = (title: string) => ({ fields: { title }, base: null });
const edited = (title: string) => ({ fields: { title }, base: {} });

test('a logout names what was typed and not saved, of new pieces and of stored ones, three of each at most', () => {
  expect(draftLossWords([])).toBeNull();
  expect(draftLossWords([added(' Malachite ')])).toBe(
    'You haven’t uploaded what you typed for “Malachite”.',
  );
  expect(draftLossWords([added(''), edited('Galena')])).toBe(
    'You haven’t uploaded what you typed for a new piece. You haven’t saved your changes to “Galena”.',
  );
  expect(draftLossWords(['A', 'B', 'C', 'D', 'E'].map(edited))).toBe(
    'You haven’t saved your changes to “A”, “B”, “C” and 2 more.',
  );
});

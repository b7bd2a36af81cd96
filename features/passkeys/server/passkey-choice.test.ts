import { expect, test } from 'vitest';
import { chosenPasskeys, markedPasskeys, passkeyList } from './passkey-choice.ts';

const NOW = new Date('2026-11-24T12:00:00.000Z');
const passkeys = [
  { id: 7, name: 'Laptop', createdAt: '2026-01-05T10:00:00.000Z' },
  { id: 9, name: 'Strange phone', createdAt: '2026-11-24T10:00:00.000Z' },
];

test('passkeys are listed with numbers, and those older than a month are marked', () => {
  expect(passkeyList(passkeys, NOW)).toBe(
    '  [x] 1 Laptop, added 2026-01-05\n  [ ] 2 Strange phone, added 2026-11-24',
  );
  expect(markedPasskeys(passkeys, NOW)).toEqual([7]);
});

test.each([
  ['all', null],
  ['none', []],
  ['2', [9]],
  ['1, 2', [7, 9]],
])('the answer %s names the passkeys to keep', (words, ids) => {
  expect(chosenPasskeys(passkeys, words)).toEqual(ids);
});

test.each(['', '0', '3', 'laptop', '1;2', '1.5'])(
  'the answer “%s” is refused, and what can be given is said',
  (words) => {
    expect(() => chosenPasskeys(passkeys, words)).toThrow(
      `There is no passkey “${words}”. Give all, none, or numbers from 1 to 2.`,
    );
  },
);

test('without passkeys only all and none can be given', () => {
  expect(chosenPasskeys([], 'none')).toEqual([]);
  expect(() => chosenPasskeys([], '1')).toThrow('There is no passkey “1”. Give all, none.');
});

import { expect, test } from 'vitest';
import { lineHeight, linesOfText, pagesOf } from './document-pages.ts';

const room = { first: 100, other: 200, tail: 30 };
const lines = (count: number) => Array.from({ length: count }, () => 20);

test.each([
  ['an order that fits is one page', lines(3), [[0, 1, 2]]],
  ['the totals stay with the last line', lines(4), [[0, 1, 2], [3]]],
  [
    'what does not fit goes on',
    lines(7),
    [
      [0, 1, 2, 3, 4],
      [5, 6],
    ],
  ],
  ['and on', lines(15), [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9, 10, 11, 12, 13, 14].slice(0, 9), [14]]],
  ['no lines are one page', [], [[]]],
])('%s', (_, heights, pages) => expect(pagesOf(heights, room)).toEqual(pages));

test('a line that is higher than any page is not put off for ever', () => {
  expect(pagesOf([500, 20], room)).toEqual([[], [0], [1]]);
  expect(pagesOf([20], { first: 10, other: 10, tail: 30 })).toEqual([[0]]);
});

test('a long title makes its line higher, and a picture makes it as high as itself', () => {
  expect([
    lineHeight('Quartz', false),
    lineHeight('Quartz', true),
    lineHeight('x'.repeat(200), true),
  ]).toEqual([10.6, 20.6, 28.6]);
  expect(linesOfText('a\n\nb', 40)).toBe(3);
});

import { expect, test } from 'vitest';
import { isBlock, parsePasted } from './pasted.ts';

test('what a spreadsheet copies is read cell by cell, whatever ends its lines', () => {
  expect(parsePasted('Quartz\t120\r\nGalena\t80\r\n')).toEqual([
    ['Quartz', '120'],
    ['Galena', '80'],
  ]);
  expect(parsePasted('a\nb\rc')).toEqual([['a'], ['b'], ['c']]);
  expect(parsePasted('a\n\nb\n\n\n')).toEqual([['a'], [''], ['b']]);
  expect(parsePasted('\tx')).toEqual([['', 'x']]);
});

test('a cell in quotation marks may have tabs and line breaks in it, and marks of its own', () => {
  expect(parsePasted('"Quartz\nwith ""phantom"""\t5\n5" wide\t6')).toEqual([
    ['Quartz with "phantom"', '5'],
    ['5" wide', '6'],
  ]);
});

test('one cell is no block, and nothing is none', () => {
  expect(isBlock(parsePasted('Quartz, Elmwood\n'))).toBe(false);
  expect(isBlock(parsePasted(''))).toBe(false);
  expect(isBlock(parsePasted('a\tb'))).toBe(true);
  expect(isBlock(parsePasted('a\nb'))).toBe(true);
});

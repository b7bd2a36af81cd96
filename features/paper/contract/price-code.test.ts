import { expect, test } from 'vitest';
import { isCodeWord, priceInCode } from './price-code.ts';

test('a price in code has a letter for every digit, the last one for 0', () => {
  expect(priceInCode(1_250_00, 'BLACKHORSE')).toBe('BLKE');
  expect(priceInCode(1_250_50, 'blackhorse')).toBe('BLKE.KE');
  expect(priceInCode(9_876_543_210_00, 'BLACKHORSE')).toBe('SROHKCALBE');
  expect(priceInCode(0, 'BLACKHORSE')).toBe('E');
  expect(priceInCode(100, 'HORSES')).toBeNull();
});

test('a code word has ten letters that differ, whatever their case', () => {
  expect(['BLACKHORSE', 'blackhorse', 'ÄBCDEFGHIJ'].filter((word) => !isCodeWord(word))).toEqual(
    [],
  );
  expect(
    ['', 'BLACKHORS', 'BLACKHORSES', 'BLACKHORSB', 'BLACKHORSb', 'BLACK HORS', '1234567890'].filter(
      isCodeWord,
    ),
  ).toEqual([]);
});

/** Prices in code, as dealers write them on labels: every digit is a letter of a word that only the shop knows. Free of schemas, so pages may import it. */
import { formatAmount } from '#contract/money.ts';

/** Letters of a code word, one for each digit. */
export const CODE_WORD_LENGTH = 10;

/** Whether the letters differ, ten of them; `BLACKHORSE` is such a word. */
export const isCodeWord = (word: string): boolean =>
  /^\p{L}+$/u.test(word) && word.length === CODE_WORD_LENGTH && new Set(word.toUpperCase()).size === CODE_WORD_LENGTH;

/**
 * A price in code: the first letter of the word is 1, the last one 0. `BLACKHORSE` makes `BLKE` of $1,250, and `BLKE.KE` of $1,250.50.
 * @param cents the price. @returns null where the word is no code word.
 */
export function priceInCode(cents: number, word: string): string | null {
  if (!isCodeWord(word)) return null;
  const letters = word.toUpperCase();
  return formatAmount(cents)
    .replace(/\.00$/, '')
    .replace(/\d/g, (digit) => letters.charAt((Number(digit) + CODE_WORD_LENGTH - 1) % CODE_WORD_LENGTH));
}

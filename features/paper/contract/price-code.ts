/**
 * Dealers write prices in code on labels: every digit is a letter of a word that only the shop
 * knows. Free of schemas, so pages may import it.
 */
import { formatAmount } from '#core/contract/money.ts';

export const CODE_WORD_LENGTH = 10;

/** Ten different letters, such as `BLACKHORSE`. */
export const isCodeWord = (word: string): boolean =>
  /^\p{L}+$/u.test(word) &&
  word.length === CODE_WORD_LENGTH &&
  new Set(word.toUpperCase()).size === CODE_WORD_LENGTH;

/**
 * The word's first letter is 1, the last one 0: `BLACKHORSE` makes `BLKE` of $1,250, and `BLKE.KE`
 * of $1,250.50.
 * @param cents the price.
 * @returns null where the word is no code word.
 */
export function priceInCode(cents: number, word: string): string | null {
  if (!isCodeWord(word)) return null;
  const letters = word.toUpperCase();
  return formatAmount(cents)
    .replace(/\.00$/, '')
    .replace(/\d/g, (digit) =>
      letters.charAt((Number(digit) + CODE_WORD_LENGTH - 1) % CODE_WORD_LENGTH),
    );
}

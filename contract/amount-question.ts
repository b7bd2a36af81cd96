/** Digits that are no amount, such as `120,50`: they are asked about and never saved as words. Visitors download none of it. */
import { decimalsIn, readFigure, withoutCurrency } from './figures.ts';
import { formatAmount, formatDollars, parseAmount } from './money.ts';
import { AMOUNT_MESSAGE, AMOUNT_OR_BLANK, AMOUNT_OR_WORDS, PRICE_MESSAGE } from './number-words.ts';

/** Letters that are typed, or read, in place of digits, as in `12O`; only in a part that has digits and nothing else. */
const withDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .split(/\s+/)
    .map((part) => (/\d/.test(part) && /^[\doOlI.,'’$€£¥-]+$/.test(part) ? part.replace(/o/gi, '0').replace(/[lI]/g, '1') : part))
    .join(' ')
    .trim();

/** Whether a text is digits rather than words: what is left without currencies has no two letters in a row. */
function isDigits(text: string): boolean {
  const bare = withoutCurrency(withDigits(text));
  return /\p{Nd}/u.test(bare) && !/\p{L}{2}/u.test(bare);
}

/** The cents that digits probably mean which are no amount: `120,50`, `1.250,00`, `€ 120`, `1 200`; null: nobody can tell, or they are one. */
export function likelyAmount(text: string): number | null {
  if (parseAmount(text) !== null || !isDigits(text)) return null;
  const written = withDigits(text)
    .replace(/^[.,](?=\d)/, '0.')
    .replace(/[.,]$/, '');
  // More than two decimals are no price.
  if (decimalsIn(written) !== null && /[.,]\d{3,}\D*$/.test(written)) return null;
  const figure = readFigure(written, null);
  // What is too large is no amount either.
  return typeof figure === 'number' ? parseAmount(formatAmount(Math.round(figure * 100))) : null;
}

function questionOf(text: string): string | null {
  const cents = likelyAmount(text);
  return cents === null ? null : `Did you mean ${formatDollars(cents)}?`;
}

/** What is said of a text that is no amount where only an amount will do. */
export const noAmount = (text: string): string => questionOf(text) ?? AMOUNT_MESSAGE;

/** What is wrong with a typed cost, which may be empty; undefined: nothing. */
export const amountError = (text: string): string | undefined =>
  text.trim() === '' || parseAmount(text) !== null ? undefined : (questionOf(text) ?? AMOUNT_OR_BLANK);

/** The same of shipping, which may be words too. */
export const shippingError = (text: string): string | undefined =>
  parseAmount(text) === null && isDigits(text) ? (questionOf(text) ?? AMOUNT_OR_WORDS) : undefined;

/** The same of a price, which is above 0. */
export const priceError = (text: string): string | undefined =>
  parseAmount(text) === 0 || likelyAmount(text) === 0 ? PRICE_MESSAGE : shippingError(text);

/** Asks about `120,50` instead of saving it as words. Visitors download none of it. */
import { decimalsIn, readFigure, withoutCurrency } from './figures.ts';
import { formatAmount, formatDollars, parseAmount } from './money.ts';
import { AMOUNT_MESSAGE, AMOUNT_OR_BLANK, AMOUNT_OR_WORDS, PRICE_MESSAGE } from './number-words.ts';

/** Reads `12O` as `120`, only in a part of digits. */
const withDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .split(/\s+/)
    .map((part) =>
      /\d/.test(part) && /^[\doOlI.,'’$€£¥-]+$/.test(part)
        ? part.replace(/o/gi, '0').replace(/[lI]/g, '1')
        : part,
    )
    .join(' ')
    .trim();

/** Without currencies, no two letters stand in a row. */
function isDigits(text: string): boolean {
  const bare = withoutCurrency(withDigits(text));
  return /\p{Nd}/u.test(bare) && !/\p{L}{2}/u.test(bare);
}

/**
 * Guesses cents from what is no amount: `120,50`, `1.250,00`, `€ 120`, `1 200`; null: no one can tell, or it
 * is one.
 */
export function likelyAmount(text: string): number | null {
  if (parseAmount(text) !== null || !isDigits(text)) return null;
  const written = withDigits(text)
    .replace(/^[.,](?=\d)/, '0.')
    .replace(/[.,]$/, '');
  // More than two decimals are no price.
  if (decimalsIn(written) !== null && /[.,]\d{3,}\D*$/.test(written)) return null;
  const figure = readFigure(written, null);
  return typeof figure === 'number' ? parseAmount(formatAmount(Math.round(figure * 100))) : null;
}

function questionOf(text: string): string | null {
  const cents = likelyAmount(text);
  return cents === null ? null : `Did you mean ${formatDollars(cents)}?`;
}

export const noAmount = (text: string): string => questionOf(text) ?? AMOUNT_MESSAGE;

/** Accepts an empty cost; undefined: nothing is wrong. */
export const amountError = (text: string): string | undefined =>
  text.trim() === '' || parseAmount(text) !== null
    ? undefined
    : (questionOf(text) ?? AMOUNT_OR_BLANK);

/** Accepts words; undefined: nothing is wrong. */
export const shippingError = (text: string): string | undefined =>
  parseAmount(text) === null && isDigits(text) ? (questionOf(text) ?? AMOUNT_OR_WORDS) : undefined;

/** Accepts words, and amounts above 0; undefined: nothing is wrong. */
export const priceError = (text: string): string | undefined =>
  parseAmount(text) === 0 || likelyAmount(text) === 0 ? PRICE_MESSAGE : shippingError(text);

/** Integer cents inside, a string with two decimals at the API; US dollars. */
import { formatCount } from './counts.ts';

/** In cents; keeps every total of an order a safe integer. */
export const MAX_AMOUNT = 99_999_999_99;

const amountPattern = /^\$?\s*(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/;

/**
 * Reads `1250`, `1250.5`, `$1,250`, `1,250.00`. A comma separates thousands in groups of three,
 * nothing else. @returns cents, or null where the text is no amount ("Price on request", negative,
 * more than two decimals, too large).
 */
export function parseAmount(text: string): number | null {
  const match = amountPattern.exec(text.trim());
  if (!match?.[1]) return null;
  const cents =
    Number(match[1].replaceAll(',', '')) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents <= MAX_AMOUNT ? cents : null;
}

/** Returns cents above 0, else null. */
export function parsePrice(text: string | null | undefined): number | null {
  const cents = parseAmount(text ?? '');
  return cents === null || cents === 0 ? null : cents;
}

/** Returns cents. Empty is 0; other text ("ask us") is null, and the specimen cannot be bought. */
export function parseShipping(text: string | null | undefined): number | null {
  return (text ?? '').trim() === '' ? 0 : parseAmount(text ?? '');
}

/** `125000` → `1250.00`: every amount at the API. */
export function formatAmount(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.trunc(Math.abs(cents) / 100);
  return `${sign}${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

/** `125000` → `$1,250.00`: every amount on a page. */
export function formatDollars(cents: number): string {
  const [whole = '0', decimals = '00'] = formatAmount(cents).split('.');
  return `$${formatCount(whole)}.${decimals}`;
}

/** Keeps other text as it is; empty is null. */
export function canonicalPrice(text: string | null | undefined): string | null {
  const trimmed = (text ?? '').trim();
  if (trimmed === '') return null;
  const cents = parseAmount(trimmed);
  return cents === null ? trimmed : formatAmount(cents);
}

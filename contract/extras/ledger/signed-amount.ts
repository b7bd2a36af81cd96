/** Amounts that may be below 0, such as a profit. */
import { formatDollars, parseAmount } from '#contract/money.ts';

/** `-1250.00` → `−$1,250.00` */
export function formatSigned(amount: string): string {
  const dollars = formatDollars(parseAmount(amount.replace('-', '')) ?? 0);
  return amount.startsWith('-') ? `−${dollars}` : dollars;
}

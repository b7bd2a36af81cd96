import { formatDollars, parseAmount } from '#core/contract/money.ts';

export function formatSigned(amount: string): string {
  const dollars = formatDollars(parseAmount(amount.replace('-', '')) ?? 0);
  return amount.startsWith('-') ? `−${dollars}` : dollars;
}

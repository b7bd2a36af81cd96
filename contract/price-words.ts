import { formatDollars, parseAmount } from './money.ts';
import type { Suggestion } from './specimens.ts';
import { sentenceCase, specimenStatusTable } from './statuses.ts';

/** What stands beneath a piece where there is little room: its price, or why it cannot be bought. */
export function priceWords({ price, forSale, status }: Pick<Suggestion, 'price' | 'forSale' | 'status'>): string {
  if (status !== 'available') return sentenceCase(specimenStatusTable[status].label);
  if (price === null || !forSale) return 'Not for sale';
  const cents = parseAmount(price);
  return cents === null ? price : formatDollars(cents);
}

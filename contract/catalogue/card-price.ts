/** What the label of a card says in place of a price. */
import { formatDollars, parseAmount } from '#contract/money.ts';
import { type SpecimenStatus, specimenStatusTable } from './statuses.ts';

/** A price in dollars, or why there is none. A pending piece has its price: its picture says the rest. */
export function cardPrice({ price, forSale, status }: { price: string | null; forSale: boolean; status: SpecimenStatus }): string {
  if (status === 'sold') return specimenStatusTable.sold.label;
  if (price === null || !forSale) return 'Not for sale';
  const cents = parseAmount(price);
  return cents === null ? price : formatDollars(cents);
}

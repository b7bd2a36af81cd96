import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { type SpecimenStatus, specimenStatusTable } from './statuses.ts';

/** A pending piece has its price: its picture says the rest. */
export function cardPrice({
  price,
  forSale,
  status,
}: {
  price: string | null;
  forSale: boolean;
  status: SpecimenStatus;
}): string {
  if (status === 'sold') return specimenStatusTable.sold.label;
  if (price === null || !forSale) return 'Not for sale';
  const cents = parseAmount(price);
  return cents === null ? price : formatDollars(cents);
}

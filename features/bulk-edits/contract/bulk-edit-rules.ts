/** This file is free of schemas, so pages may import it. */
import { likelyAmount, noAmount, priceError } from '#core/contract/amount-question.ts';
import type { Category } from '#core/contract/catalogue/categories.ts';
import type { Disclosure } from '#core/contract/catalogue/disclosures.ts';
import type { FieldName } from '#core/contract/catalogue/specimen-fields.ts';
import { MAX_AMOUNT, parseAmount } from '#core/contract/money.ts';
import { publishGaps } from '#features/bulk-edits/contract/publishing.ts';

export const TAGLESS = 'Please enter at least one tag';
export const UNDISCLOSED = 'Please choose at least one';

export const UNDO_MINUTES = 10;
export const BULK_PAGE_SIZE = 100;

export const priceDirections = ['raise', 'lower'] as const;
export const priceUnits = ['percent', 'amount'] as const;
export const priceRoundings = ['cent', 'dollar'] as const;

export type PriceChange = {
  kind: 'price';
  direction: (typeof priceDirections)[number];
  by: (typeof priceUnits)[number];
  value: string;
  round: (typeof priceRoundings)[number];
};

export const privateFacts = [
  'storagePlace',
  'source',
  'acquisitionDate',
] as const satisfies FieldName[];
export type PrivateFact = (typeof privateFacts)[number];

/** Empty: the fact is cleared. */
export type FactChange = { [Fact in PrivateFact]: { kind: Fact; value: string } }[PrivateFact];

export type BulkChange =
  | PriceChange
  | { kind: 'setPrice'; price: string }
  /** Empty: shipping is free. */
  | { kind: 'shipping'; shippingPrice: string }
  | { kind: 'forSale'; forSale: boolean }
  | { kind: 'visibility'; visible: boolean }
  | { kind: 'publish' }
  | FactChange
  | { kind: 'disclosures'; disclosures: Disclosure[] }
  | { kind: 'category'; category: Category }
  | { kind: 'collection'; collection: number; contained: boolean }
  | { kind: 'tags'; add: string[]; remove: string[] }
  | { kind: 'delete' };

export type BulkChangeKind = BulkChange['kind'];

export const bulkEditStates = ['planned', 'applied', 'undone'] as const;
export type BulkEditState = (typeof bulkEditStates)[number];

export const leftReasons = {
  same: 'already so',
  words: 'priced in words',
  sold: 'sold, so the price stays',
  sold_before: 'already sold',
  ...publishGaps,
  too_low: 'would cost $0 or less',
  too_high: 'would cost too much',
  full_tags: 'already at the tag limit',
  full: 'over the collection’s limit',
  held: 'in a pending order',
  waited_for: 'with a waiting list',
  photoless: 'without a photo',
  deleting: 'already being deleted',
  changed: 'changed since',
  sold_meanwhile: 'ordered or sold since',
  gone: 'no longer in the shop',
} as const;
export type LeftReason = keyof typeof leftReasons;

const MAX_RAISE = 1_000;

export const setPriceError = (price: string): string | undefined =>
  price.trim() === '' ? noAmount(price) : priceError(price);

export function priceChangeError({
  by,
  direction,
  value,
}: Pick<PriceChange, 'by' | 'direction' | 'value'>): string | undefined {
  if (by === 'amount') {
    const cents = parseAmount(value);
    if (cents === null && likelyAmount(value) !== null) return noAmount(value);
    return cents === null || cents === 0
      ? 'Please enter an amount above 0, such as 5 or 12.50'
      : undefined;
  }
  const points = parsePercent(value);
  if (points === null || points === 0)
    return 'Please enter a percentage above 0, such as 10 or 7.5';
  if (direction === 'lower' && points >= 100_00) return 'Please enter less than 100%';
  return points > MAX_RAISE * 100 ? `Please enter at most ${MAX_RAISE}%` : undefined;
}

/** `7.5` or `7.5%` is 750 hundredths of a percent; null where it is no such number. */
function parsePercent(text: string): number | null {
  const match = /^(\d{1,4})(?:\.(\d{1,2}))?\s*%?$/.exec(text.trim());
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}

/** `change` has no error. */
export function changedCents(
  cents: number,
  { direction, by, value, round }: PriceChange,
): number | 'too_low' | 'too_high' {
  const sign = direction === 'raise' ? 1 : -1;
  // Whole numbers up to 1.1e15, exact.
  const moved =
    by === 'amount'
      ? cents + sign * (parseAmount(value) ?? 0)
      : Math.round((cents * (100_00 + sign * (parsePercent(value) ?? 0))) / 100_00);
  const rounded = round === 'dollar' ? Math.round(moved / 100) * 100 : moved;
  if (rounded <= 0) return 'too_low';
  return rounded > MAX_AMOUNT ? 'too_high' : rounded;
}

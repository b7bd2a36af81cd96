/** This file is free of schemas, so pages may import it. */
import { priceError } from '#core/contract/amount-question.ts';

export const publishGaps = {
  unpriced: 'without a price',
  unread_price: 'with a price we can’t read',
  number_title: 'with a number for a title',
  undisclosed: 'without a disclosure of repairs and treatment',
  photoless: 'without a photo',
} as const;
export type PublishGap = keyof typeof publishGaps;

type Piece = {
  title: string;
  catalogueNumber: string | null;
  price: string | null;
  disclosures: readonly unknown[];
  isPhotoless: boolean;
};

/** Null: nothing is missing. */
export function publishGapOf({
  title,
  catalogueNumber,
  price,
  disclosures,
  isPhotoless,
}: Piece): PublishGap | null {
  if (price === null) return 'unpriced';
  // Earlier versions saved digits such as `120,50` as words.
  if (priceError(price) !== undefined) return 'unread_price';
  if (isNumber(title, catalogueNumber)) return 'number_title';
  if (disclosures.length === 0) return 'undisclosed';
  return isPhotoless ? 'photoless' : null;
}

/** The title is the piece's number, as intake leaves it, or has no letter. */
const isNumber = (title: string, catalogueNumber: string | null): boolean =>
  !/\p{L}/u.test(title) || title.trim().toLowerCase() === catalogueNumber?.trim().toLowerCase();

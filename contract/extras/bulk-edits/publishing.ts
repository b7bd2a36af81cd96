/** What a piece must have to be published with others at once. Free of schemas, so pages may import it. */
import { priceError } from '#contract/amount-question.ts';

/** What can be missing, in the order in which it is said, as it stands behind a number of pieces. */
export const publishGaps = {
  unpriced: 'without a price',
  unread_price: 'with a price we can’t read',
  number_title: 'with a number for a title',
  undisclosed: 'without a disclosure of repairs and treatment',
  photoless: 'without a photo',
} as const;
export type PublishGap = keyof typeof publishGaps;

type Piece = { title: string; catalogueNumber: string | null; price: string | null; disclosures: readonly unknown[]; isPhotoless: boolean };

/** Why a piece is not published with others; null: nothing is missing. */
export function publishGapOf({ title, catalogueNumber, price, disclosures, isPhotoless }: Piece): PublishGap | null {
  if (price === null) return 'unpriced';
  // Earlier versions saved digits such as `120,50` as words.
  if (priceError(price) !== undefined) return 'unread_price';
  if (isNumber(title, catalogueNumber)) return 'number_title';
  if (disclosures.length === 0) return 'undisclosed';
  return isPhotoless ? 'photoless' : null;
}

/** Whether a number stands where a title should: its own, as intake leaves it, or anything without a letter. */
const isNumber = (title: string, catalogueNumber: string | null): boolean =>
  !/\p{L}/u.test(title) || title.trim().toLowerCase() === catalogueNumber?.trim().toLowerCase();

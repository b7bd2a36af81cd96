/** A specimen as it stands in a form: every field as typed. */

import type { Category } from '#contract/categories.ts';
import { parseAmount } from '#contract/money.ts';
import type { Specimen, SpecimenEdit, SpecimenInput } from '#contract/specimens.ts';
import type { SpecimenStatus } from '#contract/statuses.ts';

export type SpecimenDraft = {
  title: string;
  category: Category;
  description: string;
  origin: string;
  dimensions: string;
  weight: string;
  visible: boolean;
  price: string;
  shippingPrice: string;
  forSale: boolean;
  status: SpecimenStatus;
  quantity: string;
  /** Words separated by commas. */
  tags: string;
};

export const emptyDraft: SpecimenDraft = {
  title: '',
  category: 'Minerals',
  description: '',
  origin: '',
  dimensions: '',
  weight: '',
  visible: true,
  price: '',
  shippingPrice: '',
  forSale: false,
  status: 'available',
  quantity: '1',
  tags: '',
};

export function draftOf(specimen: Specimen): SpecimenDraft {
  const { title, category, description, origin, dimensions, weight, visible, price, shippingPrice, forSale, status } = specimen;
  const typed = { price: price ?? '', quantity: String(specimen.quantity), tags: specimen.tags.join(', ') };
  return { title, category, description, origin, dimensions, weight, visible, shippingPrice, forSale, status, ...typed };
}

/** `uv, #quartz , UV` → `['uv', 'quartz']`: each word once, however it is written. */
export function parseTags(text: string): string[] {
  const tags = new Map<string, string>();
  for (const part of text.split(',')) {
    const tag = part.trim().replace(/^#+/, '').trim();
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

const prices = ({ price, shippingPrice }: Pick<SpecimenDraft, 'price' | 'shippingPrice'>) => ({
  price: orNull(price),
  shippingPrice: orNull(shippingPrice),
});

export const inputOf = (draft: SpecimenDraft): Omit<SpecimenInput, 'acquisitionDate'> => ({
  ...draft,
  ...prices(draft),
  quantity: Number(draft.quantity),
  tags: parseTags(draft.tags),
});

/** The full edit. What Manage and orders change too is sent only where the owner changed it here: a piece may be sold while he is writing. */
export function editOf({ visible, status, quantity, ...draft }: SpecimenDraft, loaded: SpecimenDraft): SpecimenEdit {
  return {
    ...draft,
    ...prices(draft),
    tags: parseTags(draft.tags),
    ...(visible !== loaded.visible && { visible }),
    ...(status !== loaded.status && { status }),
    ...(quantity !== loaded.quantity && { quantity: Number(quantity) }),
  };
}

/** What stands in a price field, if anybody should know before it is saved. */
export function priceError(price: string): string | undefined {
  return parseAmount(price) === 0 ? 'A price must be above 0' : undefined;
}

/** A number of pieces from `least` to 9,999. */
export function quantityError(quantity: string, least: number): string | undefined {
  const pieces = Number(quantity);
  const isNumber = /^\d{1,4}$/.test(quantity.trim()) && pieces >= least;
  return isNumber ? undefined : `Please enter a whole number from ${least} to 9999`;
}

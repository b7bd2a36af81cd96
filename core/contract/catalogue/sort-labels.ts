/** Apart from the sorts, which every page has. */
import type { SpecimenSort } from './specimen-sorts.ts';

export const sortLabels: Record<SpecimenSort, string> = {
  newest: 'Newest first',
  'price-up': 'Price, low to high',
  'price-down': 'Price, high to low',
};

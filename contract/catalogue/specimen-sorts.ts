/** How the list of specimens can be sorted; without one a search is sorted by relevance, everything else by newest. */
export const specimenSorts = ['newest', 'price-up', 'price-down'] as const;
export type SpecimenSort = (typeof specimenSorts)[number];

export const sortLabels: Record<SpecimenSort, string> = {
  newest: 'Newest first',
  'price-up': 'Price, low to high',
  'price-down': 'Price, high to low',
};

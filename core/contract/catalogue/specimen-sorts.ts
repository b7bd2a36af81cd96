/** Without one a search is sorted by relevance, everything else by newest. */
export const specimenSorts = ['newest', 'price-up', 'price-down'] as const;
export type SpecimenSort = (typeof specimenSorts)[number];

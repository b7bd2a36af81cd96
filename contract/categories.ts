/** The fixed categories, in the order of their ids 1 to 5. */
export const categories = ['Minerals', 'Crystals', 'Gemstones', 'Fossils', 'Meteorites'] as const;
export type Category = (typeof categories)[number];

/** In the order of their ids 1 to 5. */
export const categories = ['Minerals', 'Crystals', 'Gemstones', 'Fossils', 'Meteorites'] as const;
export type Category = (typeof categories)[number];

export const categoryId = (category: Category): number => categories.indexOf(category) + 1;

/** @throws Error for an id that no category has. */
export function categoryOf(id: number): Category {
  const category = categories[id - 1];
  if (!category) throw new Error(`There is no category ${id}`);
  return category;
}

/** Such a hash of the front page stands for a list. */
import type { Category } from './categories.ts';

export const galleryShortcuts: Record<string, { category?: Category; search?: string }> = {
  gemstones: { category: 'Gemstones' },
  minerals: { category: 'Minerals' },
  crystals: { category: 'Crystals' },
  fossils: { category: 'Fossils' },
  meteorites: { category: 'Meteorites' },
  'rare-specimens': { search: 'rare' },
};

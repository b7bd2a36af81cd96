/** Links to a section of the front page that stand for a list of the gallery: `#gemstones`, `#rare-specimens`. */
import type { Category } from './categories.ts';

/** By their hash, without its sign. */
export const galleryShortcuts: Record<string, { category?: Category; search?: string }> = {
  gemstones: { category: 'Gemstones' },
  minerals: { category: 'Minerals' },
  crystals: { category: 'Crystals' },
  fossils: { category: 'Fossils' },
  meteorites: { category: 'Meteorites' },
  'rare-specimens': { search: 'rare' },
};

import type { FacetName } from '#core/contract/catalogue/filters.ts';
import type { GallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { speciesOfSlug } from '#core/server/catalogue/species/species.service.ts';
import type { Context } from '#core/server/context.ts';
import { facetSources } from './facet-sources.ts';
import { isPlaceShown, readWorld } from './matching.service.ts';

/** `“on matrix”, Wulfenite, Red Cloud Mine, up to $300.00`; empty for the whole gallery. */
export async function listName(
  ctx: Context,
  { search, minPrice, maxPrice, sort, values, cursor, ...facets }: GallerySearch,
): Promise<string> {
  const named = await Promise.all(
    Object.entries(facets).map(([name, value]) => nameOf(ctx, name as FacetName, value)),
  );
  const parts = [
    search && `“${search}”`,
    ...named,
    bound('from', minPrice),
    bound('up to', maxPrice),
  ];
  return parts.filter(Boolean).join(', ');
}

/** False where a visitor typed part of the name. */
export const isNamedByShop = ({ search, species, size, colour }: GallerySearch): boolean =>
  search === undefined &&
  (species === undefined || speciesOfSlug(species) !== null) &&
  isKnown('size', size) &&
  isKnown('colour', colour);

const isKnown = (name: FacetName, value: string | undefined): boolean =>
  value === undefined || facetSources[name].order?.includes(value) === true;

function bound(word: string, price: string | undefined): string {
  const cents = price === undefined ? null : parseAmount(price);
  return cents === null ? '' : `${word} ${formatDollars(cents)}`;
}

async function nameOf(ctx: Context, name: FacetName, value: string): Promise<string> {
  if (name === 'sold') return 'unsold pieces';
  // What only hidden pieces tell stays hidden.
  if (name === 'locality' && !(await isPlaceShown(ctx, value))) return 'a locality without pieces';
  return facetSources[name].label(value, await readWorld(ctx));
}

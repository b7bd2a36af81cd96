import { categoryId } from '#core/contract/catalogue/categories.ts';
import { type FacetName, facetNames } from '#core/contract/catalogue/filters.ts';
import type { FacetQuery } from '#core/contract/catalogue/specimens.ts';
import { parseAmount } from '#core/contract/money.ts';
import { AMOUNT_MESSAGE } from '#core/contract/number-words.ts';
import { invalidField } from '#core/contract/problems.ts';
import { speciesSlug } from '#core/server/catalogue/specimens/facets/facet-sources.ts';
import type { Visibility } from './specimen-mapper.ts';
import type { SpecimenFilter } from './specimens.queries.ts';

/** The facets that the database's own indexes cover. */
const inDatabase: readonly FacetName[] = ['category', 'status'];

const isIndexed = (name: string): boolean =>
  facetNames.includes(name as FacetName) && !inDatabase.includes(name as FacetName);

/** @throws Problem invalid_input for a price bound that is no amount. */
export function filterOf(
  query: Omit<FacetQuery, 'values'>,
  { hidden }: Visibility,
): SpecimenFilter {
  const species = query.species && speciesSlug(query.species);
  const facets = Object.entries({ ...query, species }).filter(
    ([name, value]) => isIndexed(name) && value !== undefined,
  );
  return {
    hidden,
    categoryId: query.category && categoryId(query.category),
    status: query.status,
    minCents: bound('minPrice', query.minPrice),
    maxCents: bound('maxPrice', query.maxPrice),
    facets: facets.length === 0 ? undefined : Object.fromEntries(facets),
  };
}

function bound(path: string, amount: string | undefined): number | undefined {
  if (amount === undefined) return undefined;
  const cents = parseAmount(amount);
  if (cents !== null) return cents;
  throw invalidField(path, AMOUNT_MESSAGE);
}

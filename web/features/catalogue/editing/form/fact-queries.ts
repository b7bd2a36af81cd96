import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { KnownFacts } from '#contract/catalogue/known-facts.ts';
import type { ProposedCare } from '#contract/catalogue/proposed-care.ts';
import type { SpeciesName } from '#contract/catalogue/species-names.ts';
import { call } from '#web/lib/api.ts';

/** The names of the species table. The owner may add one in another tab. */
export const speciesNamesQuery = queryOptions({
  queryKey: ['species-names'],
  queryFn: () => call<SpeciesName[]>('/api/species'),
  refetchOnWindowFocus: 'always',
});

/** Asked again for every form, and after every upload. */
export const knownFactsQuery = queryOptions({
  queryKey: ['known-facts'],
  queryFn: () => call<KnownFacts>('/api/manage/known-facts'),
  refetchOnMount: 'always',
});

/** What the species table says of the care of what is typed. */
export const proposedCareQuery = (species: string, associates: string) =>
  queryOptions({
    queryKey: ['proposed-care', species, associates],
    queryFn: () => call<ProposedCare[]>(`/api/manage/care?${new URLSearchParams({ species, associates })}`),
    placeholderData: keepPreviousData,
  });

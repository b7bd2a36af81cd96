import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#ui/lib/api.ts';

/** The owner may add a name in another tab. */
export const speciesNamesQuery = queryOptions({
  queryKey: ['species-names'],
  queryFn: () => call('GET /api/species'),
  refetchOnWindowFocus: 'always',
});

/** Fresh for every form, and after every upload. */
export const knownFactsQuery = queryOptions({
  queryKey: ['known-facts'],
  queryFn: () => call('GET /api/manage/known-facts'),
  refetchOnMount: 'always',
});

export const proposedCareQuery = (species: string, associates: string) =>
  queryOptions({
    queryKey: ['proposed-care', species, associates],
    queryFn: () => call('GET /api/manage/care', { query: { species, associates } }),
    placeholderData: keepPreviousData,
  });

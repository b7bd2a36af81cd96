/** The admin's calls about the shop's own table of species. */
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ManagedSpecies, NewOwnSpecies, OwnSpeciesInput, SpeciesList } from '#contract/catalogue/own-species.ts';
import { call, send } from '#web/lib/api.ts';
import { ifMatch } from '#web/lib/if-match.ts';

const PATH = '/api/manage/species';
const key = ['own-species'] as const;
const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

/** All names, with what of each is the shop's own. */
export const speciesListQuery = queryOptions({ queryKey: [...key, 'list'], queryFn: () => call<SpeciesList>(PATH), ...fresh });

/** A row to be edited. */
export const managedSpeciesQuery = (slug: string) =>
  queryOptions({ queryKey: [...key, 'row', slug], queryFn: () => call<ManagedSpecies>(`${PATH}/${encodeURIComponent(slug)}`), ...fresh });

/** Runs a call that changes the table, on which nearly everything depends that has been fetched. */
function useChange<T, R>(change: (input: T) => Promise<R>) {
  const queryClient: QueryClient = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => queryClient.invalidateQueries() });
}

export const useAdding = () => useChange((body: NewOwnSpecies) => call<ManagedSpecies>(PATH, { method: 'POST', body }));

/** @throws ApiError 412 where another version is stored. */
export const useChanging = (slug: string) =>
  useChange(({ version, ...body }: OwnSpeciesInput & { version: string }) =>
    call<ManagedSpecies>(`${PATH}/${encodeURIComponent(slug)}`, { method: 'PUT', body, headers: ifMatch(version) }),
  );

/** Takes back all that the shop says of a row. */
export const useTakingBack = () => useChange((slug: string) => send(`${PATH}/${encodeURIComponent(slug)}`, { method: 'DELETE' }));

import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { NewOwnSpecies, OwnSpeciesInput } from '#features/own-species/contract/own-species.ts';
import { call } from '#ui/lib/api.ts';
import { ifMatch } from '#ui/lib/if-match.ts';

const key = ['own-species'] as const;
const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

export const speciesListQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: () => call('GET /api/manage/species'),
  ...fresh,
});

export const managedSpeciesQuery = (slug: string) =>
  queryOptions({
    queryKey: [...key, 'row', slug],
    queryFn: () => call('GET /api/manage/species/:slug', { params: { slug } }),
    ...fresh,
  });

/** Nearly everything that has been fetched depends on the table. */
function useChange<T, R>(change: (input: T) => Promise<R>) {
  const queryClient: QueryClient = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => queryClient.invalidateQueries() });
}

export const useAdding = () =>
  useChange((body: NewOwnSpecies) => call('POST /api/manage/species', { body }));

/** @throws ApiError 412 where another version is stored. */
export const useChanging = (slug: string) =>
  useChange(({ version, ...body }: OwnSpeciesInput & { version: string }) =>
    call('PUT /api/manage/species/:slug', {
      params: { slug },
      body,
      headers: ifMatch(version),
    }),
  );

export const useTakingBack = () =>
  useChange((slug: string) => call('DELETE /api/manage/species/:slug', { params: { slug } }));

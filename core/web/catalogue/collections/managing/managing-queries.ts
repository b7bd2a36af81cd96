import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { CollectionInput, ManagedCollection } from '#core/contract/catalogue/collections.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { settingsKey } from '#core/web/admin/settings/settings-queries.ts';
import { collectionsKey } from '#core/web/catalogue/collections/collection-queries.ts';
import { fetchApi } from '#core/web/fetch-api.ts';
import { call } from '#ui/lib/api.ts';
import { ifMatch } from '#ui/lib/if-match.ts';
import type { Stored } from '#ui/use-merge.tsx';

const managedKey = ['managed-collections'] as const;
const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

/** Includes hidden and empty ones. */
export const managedCollectionsQuery = queryOptions({
  queryKey: managedKey,
  queryFn: () => call('GET /api/manage/collections'),
  ...fresh,
});

const piecesQuery = (id: number) =>
  queryOptions({
    queryKey: [...managedKey, id, 'pieces'],
    queryFn: () => call('GET /api/manage/collections/:id/specimens', { params: { id } }),
    ...fresh,
  });

export const ruleQuery = (rule: string) =>
  queryOptions({
    queryKey: [...managedKey, 'rule', rule],
    queryFn: () =>
      fetchApi.listSpecimens({
        ...Object.fromEntries(new URLSearchParams(rule)),
        visible: 'true',
        limit: 6,
      }),
    placeholderData: keepPreviousData,
    ...fresh,
  });

export const candidatesQuery = (search: string) =>
  queryOptions({
    queryKey: [...managedKey, 'candidates', search],
    queryFn: ({ signal }) => call('GET /api/manage/specimens', { query: { search }, signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

export const specimenCollectionsQuery = (specimenId: number) =>
  queryOptions({
    queryKey: [...managedKey, 'of', specimenId],
    queryFn: () =>
      call('GET /api/manage/specimens/:id/collections', { params: { id: specimenId } }),
    ...fresh,
  });

/** Refetches all that shows collections afterwards. */
function useChange<T, R>(change: (input: T) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all(
        [managedKey, collectionsKey, settingsKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey: [...queryKey] }),
        ),
      ),
  });
}

/** Pieces count only where the collection is filled by hand. */
export type CollectionFields = CollectionInput & { pieces: Specimen[] };

const storedIn = (
  { name, subtitle, description, cover, hidden, rule, version }: ManagedCollection,
  pieces: Specimen[],
) => ({
  fields: { name, subtitle, description, cover, hidden, rule, pieces },
  version,
});

/** Returns null where it is gone. */
export const collectionToEdit = (queryClient: QueryClient, id: number) =>
  queryOptions({
    queryKey: [...managedKey, id],
    queryFn: async (): Promise<Stored<CollectionFields> | null> => {
      const stored = (await queryClient.fetchQuery(managedCollectionsQuery)).find(
        (collection) => collection.id === id,
      );
      return stored
        ? storedIn(
            stored,
            stored.rule === null ? await queryClient.fetchQuery(piecesQuery(id)) : [],
          )
        : null;
    },
    ...fresh,
  });

type Saved = { id: number | null; fields: CollectionFields; version: string };

/**
 * Adds a collection without an id, and saves hand-picked pieces. @throws ApiError 412 where another
 * version is stored.
 */
export const useSave = () =>
  useChange(async ({ id, fields: { pieces, ...input }, version }: Saved) => {
    const saved = await (id === null
      ? call('POST /api/manage/collections', { body: input })
      : call('PUT /api/manage/collections/:id', {
          params: { id },
          body: input,
          headers: ifMatch(version),
        }));
    if (input.rule === null) {
      const ids = pieces.map((piece) => piece.id);
      await call('PUT /api/manage/collections/:id/specimens', {
        params: { id: saved.id },
        body: { ids },
        headers: ifMatch(saved.version),
      });
    }
    return storedIn(saved, pieces);
  });

export const useOrder = () =>
  useChange((ids: number[]) => call('PUT /api/manage/collections', { body: { ids } }));

export const useDeletion = () =>
  useChange((id: number) => call('DELETE /api/manage/collections/:id', { params: { id } }));

export const useContained = (specimenId: number) =>
  useChange(({ id, contains }: { id: number; contains: boolean }) =>
    call(
      contains
        ? 'PUT /api/manage/collections/:id/specimens/:specimen'
        : 'DELETE /api/manage/collections/:id/specimens/:specimen',
      { params: { id, specimen: specimenId } },
    ),
  );

/** The admin's calls about collections. */
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CollectionInput, ManagedCollection, SpecimenCollections } from '#contract/catalogue/collections.ts';
import type { ManagePage, Specimen } from '#contract/catalogue/specimens.ts';
import { settingsKey } from '#web/features/admin/settings/settings-queries.ts';
import { collectionsKey } from '#web/features/catalogue/collections/collection-queries.ts';
import { fetchApi } from '#web/fetch-api.ts';
import { call, queryString, send } from '#web/lib/api.ts';
import { ifMatch } from '#web/lib/if-match.ts';
import type { Stored } from '#web/ui/use-merge.tsx';

const PATH = '/api/manage/collections';
const managedKey = ['managed-collections'] as const;
const fresh = { staleTime: 0, refetchOnMount: 'always' } as const;

/** Every collection, hidden and empty ones too. */
export const managedCollectionsQuery = queryOptions({
  queryKey: managedKey,
  queryFn: () => call<ManagedCollection[]>(PATH),
  ...fresh,
});

/** The pieces of a collection that is filled by hand. */
const piecesQuery = (id: number) =>
  queryOptions({ queryKey: [...managedKey, id, 'pieces'], queryFn: () => call<Specimen[]>(`${PATH}/${id}/specimens`), ...fresh });

/** What a rule finds: the first pieces, and how many there are. */
export const ruleQuery = (rule: string) =>
  queryOptions({
    queryKey: [...managedKey, 'rule', rule],
    queryFn: () => fetchApi.listSpecimens({ ...Object.fromEntries(new URLSearchParams(rule)), visible: 'true', limit: 6 }),
    placeholderData: keepPreviousData,
    ...fresh,
  });

/** Specimens to be put into a collection. */
export const candidatesQuery = (search: string) =>
  queryOptions({
    queryKey: [...managedKey, 'candidates', search],
    queryFn: ({ signal }) => call<ManagePage>(`/api/manage/specimens${queryString({ search })}`, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });

/** The collections that are filled by hand, and whether a specimen is in them. */
export const specimenCollectionsQuery = (specimenId: number) =>
  queryOptions({
    queryKey: [...managedKey, 'of', specimenId],
    queryFn: () => call<SpecimenCollections>(`/api/manage/specimens/${specimenId}/collections`),
    ...fresh,
  });

/** Runs a call that changes collections; afterwards all that shows them is fetched again. */
function useChange<T, R>(change: (input: T) => Promise<R>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () =>
      Promise.all([managedKey, collectionsKey, settingsKey].map((queryKey) => queryClient.invalidateQueries({ queryKey: [...queryKey] }))),
  });
}

/** What is edited of a collection: the pieces too, where it is filled by hand. */
export type CollectionFields = CollectionInput & { pieces: Specimen[] };

const storedIn = ({ name, subtitle, description, cover, hidden, rule, version }: ManagedCollection, pieces: Specimen[]) => ({
  fields: { name, subtitle, description, cover, hidden, rule, pieces },
  version,
});

/** A collection as it is stored now; null where it is gone. */
export const collectionToEdit = (queryClient: QueryClient, id: number) =>
  queryOptions({
    queryKey: [...managedKey, id],
    queryFn: async (): Promise<Stored<CollectionFields> | null> => {
      const stored = (await queryClient.fetchQuery(managedCollectionsQuery)).find((collection) => collection.id === id);
      return stored ? storedIn(stored, stored.rule === null ? await queryClient.fetchQuery(piecesQuery(id)) : []) : null;
    },
    ...fresh,
  });

type Saved = { id: number | null; fields: CollectionFields; version: string };

/** Saves a collection, a new one where it has no id, and its pieces where it is filled by hand. @throws ApiError 412 where another version is stored. */
export const useSave = () =>
  useChange(async ({ id, fields: { pieces, ...input }, version }: Saved) => {
    const saved = await (id === null
      ? call<ManagedCollection>(PATH, { method: 'POST', body: input })
      : call<ManagedCollection>(`${PATH}/${id}`, { method: 'PUT', body: input, headers: ifMatch(version) }));
    if (input.rule === null) {
      const ids = pieces.map((piece) => piece.id);
      await send(`${PATH}/${saved.id}/specimens`, { method: 'PUT', body: { ids }, headers: ifMatch(saved.version) });
    }
    return storedIn(saved, pieces);
  });

export const useOrder = () => useChange((ids: number[]) => send(PATH, { method: 'PUT', body: { ids } }));

export const useDeletion = () => useChange((id: number) => send(`${PATH}/${id}`, { method: 'DELETE' }));

/** Puts a specimen into a collection, or takes it out. */
export const useContained = (specimenId: number) =>
  useChange(({ id, contains }: { id: number; contains: boolean }) =>
    send(`${PATH}/${id}/specimens/${specimenId}`, { method: contains ? 'PUT' : 'DELETE', ...(contains && { body: {} }) }),
  );

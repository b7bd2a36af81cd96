import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ManageIds } from '#contract/catalogue/manage-selection.ts';
import type { ManagePage, Specimen } from '#contract/catalogue/specimens.ts';
import { galleryKey } from '#web/features/catalogue/gallery/gallery-queries.ts';
import { specimenKeys } from '#web/features/catalogue/specimen/specimen-queries.ts';
import { call, queryString, send } from '#web/lib/api.ts';
import type { ManageSearch } from './manage-search.ts';

/** Every page of the admin's list. */
export const manageKey = ['manage'] as const;

/** A page of the admin's list; the previous one stays visible until it is loaded. */
export const managePageQuery = (search: ManageSearch) =>
  queryOptions({
    queryKey: [...manageKey, search],
    queryFn: ({ signal }) => call<ManagePage>(`/api/manage/specimens${queryString(search)}`, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  });

/** Asks which specimens Manage shows with these filters, on all pages. */
export const useAllIds = () =>
  useMutation({
    mutationFn: ({ page: _, ...filters }: ManageSearch) => call<ManageIds>(`/api/manage/specimen-ids${queryString(filters)}`),
  });

/** Shows or hides a specimen: at once, and back where the server refuses. */
export function useVisibility() {
  const queryClient = useQueryClient();
  const show = (id: number, visible: boolean) =>
    queryClient.setQueriesData<ManagePage>({ queryKey: manageKey }, (page) => page && withVisibility(page, id, visible));
  return useMutation({
    mutationFn: ({ id, visible }: { id: number; visible: boolean }) => send(`/api/specimens/${id}`, { method: 'PUT', body: { visible } }),
    onMutate: async ({ id, visible }) => {
      await queryClient.cancelQueries({ queryKey: manageKey });
      show(id, visible);
    },
    onError: (_, { id, visible }) => show(id, !visible),
    onSuccess: (_, { id }) => invalidatePublicPages(queryClient, id),
    // Refetch only a page whose request was cancelled above. On the others a specimen that no longer passes the filter keeps its place until
    // the list is left, so that a slip can be undone.
    onSettled: () =>
      queryClient.refetchQueries({ queryKey: manageKey, type: 'active', predicate: ({ state }) => state.data === undefined }),
  });
}

/** Deletes a specimen for good. */
export function useDelete() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Specimen) => send(`/api/specimens/${id}`, { method: 'DELETE' }),
    onSuccess: async (_, { id }) => {
      invalidatePublicPages(queryClient, id);
      await queryClient.invalidateQueries({ queryKey: manageKey });
    },
  });
}

/** Makes the public pages fetch the specimen and the lists again. */
function invalidatePublicPages(queryClient: ReturnType<typeof useQueryClient>, id: number): void {
  queryClient.removeQueries({ queryKey: specimenKeys.one(id) });
  void queryClient.invalidateQueries({ queryKey: galleryKey });
}

/** The page with one specimen shown or hidden, and its counts changed. */
export function withVisibility(page: ManagePage, id: number, visible: boolean): ManagePage {
  const changed = page.specimens.find((specimen) => specimen.id === id && specimen.visible !== visible);
  if (!changed) return page;
  const step = visible ? 1 : -1;
  const counts = { ...page.counts, visible: page.counts.visible + step, hidden: page.counts.hidden - step };
  return { ...page, counts, specimens: page.specimens.map((specimen) => (specimen === changed ? { ...specimen, visible } : specimen)) };
}

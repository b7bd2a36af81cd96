import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ManagePage, Specimen } from '#core/contract/catalogue/specimens.ts';
import { galleryKey } from '#core/web/catalogue/gallery/gallery-queries.ts';
import { specimenKeys } from '#core/web/catalogue/specimen/specimen-queries.ts';
import { call } from '#ui/lib/api.ts';
import type { ManageSearch } from './manage-search.ts';

export const manageKey = ['manage'] as const;

/** Keeps the previous page visible. */
export const managePageQuery = (search: ManageSearch) =>
  queryOptions({
    queryKey: [...manageKey, search],
    queryFn: ({ signal }) => call('GET /api/manage/specimens', { query: search, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnMount: 'always',
  });

export const useAllIds = () =>
  useMutation({
    mutationFn: ({ page: _, ...filters }: ManageSearch) =>
      call('GET /api/manage/specimen-ids', { query: filters }),
  });

/** Changes at once, and back where the server refuses. */
export function useVisibility() {
  const queryClient = useQueryClient();
  const show = (id: number, visible: boolean) =>
    queryClient.setQueriesData<ManagePage>(
      { queryKey: manageKey },
      (page) => page && withVisibility(page, id, visible),
    );
  return useMutation({
    mutationFn: ({ id, visible }: { id: number; visible: boolean }) =>
      call('PUT /api/specimens/:id', { params: { id }, body: { visible } }),
    onMutate: async ({ id, visible }) => {
      await queryClient.cancelQueries({ queryKey: manageKey });
      show(id, visible);
    },
    onError: (_, { id, visible }) => show(id, !visible),
    onSuccess: (_, { id }) => invalidatePublicPages(queryClient, id),
    // Elsewhere a specimen that no longer passes the filter keeps its place until the list is left,
    // so that a slip can be undone.
    onSettled: () =>
      queryClient.refetchQueries({
        queryKey: manageKey,
        type: 'active',
        predicate: ({ state }) => state.data === undefined,
      }),
  });
}

export function useDelete() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Specimen) => call('DELETE /api/specimens/:id', { params: { id } }),
    onSuccess: async (_, { id }) => {
      invalidatePublicPages(queryClient, id);
      await queryClient.invalidateQueries({ queryKey: manageKey });
    },
  });
}

function invalidatePublicPages(queryClient: ReturnType<typeof useQueryClient>, id: number): void {
  queryClient.removeQueries({ queryKey: specimenKeys.one(id) });
  void queryClient.invalidateQueries({ queryKey: galleryKey });
}

function withVisibility(page: ManagePage, id: number, visible: boolean): ManagePage {
  const changed = page.specimens.find(
    (specimen) => specimen.id === id && specimen.visible !== visible,
  );
  if (!changed) return page;
  const step = visible ? 1 : -1;
  const counts = {
    ...page.counts,
    visible: page.counts.visible + step,
    hidden: page.counts.hidden - step,
  };
  return {
    ...page,
    counts,
    specimens: page.specimens.map((specimen) =>
      specimen === changed ? { ...specimen, visible } : specimen,
    ),
  };
}

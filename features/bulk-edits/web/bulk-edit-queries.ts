import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { NewBulkEdit } from '#features/bulk-edits/contract/bulk-edits.ts';
import { call } from '#ui/lib/api.ts';

export const NO_ANSWER = 'No response. Try again; the change won’t be applied twice.';

const bulkEditsKey = ['bulk-edits'] as const;

/** The latest first. */
export const undoableQuery = queryOptions({
  queryKey: bulkEditsKey,
  queryFn: () => call('GET /api/manage/bulk-edits'),
  staleTime: 0,
  refetchOnMount: 'always',
});

export const plannedPiecesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...bulkEditsKey, id, 'pieces'],
    queryFn: ({ pageParam }) =>
      call('GET /api/manage/bulk-edits/:id/pieces', { params: { id }, query: { from: pageParam } }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next ?? undefined,
    // A plan stays what it is.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const usePlan = () =>
  useMutation({
    mutationFn: (body: NewBulkEdit) => call('POST /api/manage/bulk-edits', { body }),
  });

/** Fetches everything shown again, since a bulk edit may touch any of it. */
function useStep(step: 'apply' | 'undo') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(`POST /api/manage/bulk-edits/:id/${step}`, { params: { id } }),
    onSettled: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] !== bulkEditsKey[0] || queryKey.length === 1,
      }),
  });
}

export const useApply = () => useStep('apply');
export const useUndo = () => useStep('undo');

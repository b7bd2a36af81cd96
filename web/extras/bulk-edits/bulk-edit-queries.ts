/** The admin's calls about bulk edits. */
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BulkEdit, BulkPieces, NewBulkEdit } from '#contract/extras/bulk-edits/bulk-edits.ts';
import { call } from '#web/lib/api.ts';

export const NO_ANSWER = 'No response. Try again; the change won’t be applied twice.';

const PATH = '/api/manage/bulk-edits';
const bulkEditsKey = ['bulk-edits'] as const;

/** What can still be undone, the latest first. */
export const undoableQuery = queryOptions({
  queryKey: bulkEditsKey,
  queryFn: () => call<BulkEdit[]>(PATH),
  staleTime: 0,
  refetchOnMount: 'always',
});

/** What a plan changes, page by page. */
export const plannedPiecesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...bulkEditsKey, id, 'pieces'],
    queryFn: ({ pageParam }) => call<BulkPieces>(`${PATH}/${id}/pieces?from=${pageParam}`),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next ?? undefined,
    // A plan stays what it is.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const usePlan = () => useMutation({ mutationFn: (body: NewBulkEdit) => call<BulkEdit>(PATH, { method: 'POST', body }) });

/** Applies a plan, or undoes what was applied; afterwards everything that is shown is fetched again, since a bulk edit may touch any of it. */
function useStep(step: 'apply' | 'undo') {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call<BulkEdit>(`${PATH}/${id}/${step}`, { method: 'POST' }),
    onSettled: () =>
      queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== bulkEditsKey[0] || queryKey.length === 1 }),
  });
}

export const useApply = () => useStep('apply');
export const useUndo = () => useStep('undo');

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#ui/lib/api.ts';

const listKey = (specimenId: number) => ['waiting-list', specimenId] as const;

export const waitingListQuery = (specimenId: number) =>
  queryOptions({
    queryKey: listKey(specimenId),
    queryFn: () =>
      call('GET /api/manage/specimens/:id/waiting-list', { params: { id: specimenId } }),
    staleTime: 0,
    refetchOnMount: 'always',
  });

export function useWaitingRemoval(specimenId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (entryId: number | 'all') =>
      entryId === 'all'
        ? call('DELETE /api/manage/specimens/:id/waiting-list', { params: { id: specimenId } })
        : call('DELETE /api/manage/waiting-list/:id', { params: { id: entryId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey(specimenId) }),
  });
}

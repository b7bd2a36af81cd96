/** The admin's calls about waiting lists. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { WaitingEntry } from '#contract/extras/waiting-list/waiting-list.ts';
import { call, send } from '#web/lib/api.ts';

const listKey = (specimenId: number) => ['waiting-list', specimenId] as const;

/** Who is in line for a specimen, for the admin. */
export const waitingListQuery = (specimenId: number) =>
  queryOptions({
    queryKey: listKey(specimenId),
    queryFn: () => call<WaitingEntry[]>(`/api/manage/specimens/${specimenId}/waiting-list`),
    staleTime: 0,
    refetchOnMount: 'always',
  });

/** Takes one entry out of the line, or all of them. */
export function useWaitingRemoval(specimenId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (entryId: number | 'all') =>
      send(entryId === 'all' ? `/api/manage/specimens/${specimenId}/waiting-list` : `/api/manage/waiting-list/${entryId}`, {
        method: 'DELETE',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey(specimenId) }),
  });
}

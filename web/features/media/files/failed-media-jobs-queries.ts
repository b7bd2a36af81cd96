import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { FailedMediaJobs } from '#contract/media/media.ts';
import { todayKey } from '#web/features/admin/today/today-queries.ts';
import { call, send } from '#web/lib/api.ts';

/** The media jobs that have failed for good. */
export const failedMediaJobsQuery = queryOptions({
  queryKey: ['failed-media-jobs'],
  queryFn: () => call<FailedMediaJobs>('/api/media/unmade'),
  staleTime: 0,
  refetchOnMount: 'always',
});

/** Retries all of them. */
export function useMediaRetry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => send('/api/media/unmade/retry', { method: 'POST' }),
    onSettled: () => Promise.all([failedMediaJobsQuery.queryKey, todayKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { waitingKey } from '#core/web/admin/account/waiting-queries.ts';
import { call } from '#ui/lib/api.ts';

export const failedMediaJobsQuery = queryOptions({
  queryKey: ['failed-media-jobs'],
  queryFn: () => call('GET /api/media/unmade'),
  staleTime: 0,
  refetchOnMount: 'always',
});

export const retried = {
  title: 'Trying Again',
  description: 'If it fails again, it’ll be back here in two days.',
};

export function useMediaRetry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/media/unmade/retry'),
    onSettled: () =>
      Promise.all(
        [failedMediaJobsQuery.queryKey, waitingKey].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

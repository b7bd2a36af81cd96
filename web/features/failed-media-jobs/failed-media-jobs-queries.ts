import { queryOptions } from '@tanstack/react-query';
import type { FailedMediaJobs } from '#contract/media.ts';
import { call } from '#web/lib/api.ts';

/** The media jobs that have failed for good. */
export const failedMediaJobsQuery = queryOptions({
  queryKey: ['failed-media-jobs'],
  queryFn: () => call<FailedMediaJobs>('/api/media/unmade'),
  staleTime: 0,
  refetchOnMount: 'always',
});

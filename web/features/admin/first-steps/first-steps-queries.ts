import { queryOptions } from '@tanstack/react-query';
import type { DemoRemoval, FirstSteps } from '#contract/admin/first-steps.ts';
import { call } from '#web/lib/api.ts';

/** Which steps are done; fetched again on every mount. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: () => call<FirstSteps>('/api/manage/first-steps'),
  staleTime: 0,
  refetchOnMount: 'always',
});

export const removeDemo = () => call<DemoRemoval>('/api/manage/demo', { method: 'DELETE' });

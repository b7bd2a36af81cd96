import { queryOptions } from '@tanstack/react-query';
import type { FirstStepName } from '#contract/admin/first-step-rules.ts';
import type { DemoRemoval, FirstSteps } from '#contract/admin/first-steps.ts';
import { call } from '#web/lib/api.ts';

/** What is done and what was skipped; fetched again on every mount, and when the window is looked at again: another device may have gone on. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: () => call<FirstSteps>('/api/manage/first-steps'),
  staleTime: 0,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

export const skipStep = (step: FirstStepName) => call<FirstSteps>(`/api/manage/first-steps/${step}/skip`, { method: 'POST' });

export const removeDemo = () => call<DemoRemoval>('/api/manage/demo', { method: 'DELETE' });

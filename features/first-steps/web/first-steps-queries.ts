import { queryOptions } from '@tanstack/react-query';
import type { FirstStepName } from '#features/first-steps/contract/first-step-rules.ts';
import { call } from '#ui/lib/api.ts';

/** Another device may have gone on, so every mount and return to the window fetches again. */
export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: () => call('GET /api/manage/first-steps'),
  staleTime: 0,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

export const skipStep = (step: FirstStepName) =>
  call('POST /api/manage/first-steps/:step/skip', { params: { step } });

export const removeDemo = () => call('DELETE /api/manage/demo');

import { queryOptions } from '@tanstack/react-query';
import type { SecondWay } from '#features/health/contract/second-way.ts';
import { call } from '#ui/lib/api.ts';

export const secondWayQuery = queryOptions({
  queryKey: ['second-way'],
  queryFn: () => call('GET /api/manage/second-way'),
  staleTime: 0,
});

/**
 * @throws ApiError `invalid_input`, and `state_conflict` or `unavailable` saying what to do, like
 * the calls below.
 */
export const saveSecondWay = (way: SecondWay) =>
  call('PUT /api/manage/second-way', { body: { way } });
export const testSecondWay = (way: NonNullable<SecondWay>) =>
  call('POST /api/manage/second-way/test', { body: { way } });

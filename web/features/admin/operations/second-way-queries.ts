import { queryOptions } from '@tanstack/react-query';
import type { SecondWay } from '#contract/admin/second-way.ts';
import { call, send } from '#web/lib/api.ts';

const PATH = '/api/manage/second-way';

export const secondWayQuery = queryOptions({ queryKey: ['second-way'], queryFn: () => call<{ way: SecondWay }>(PATH), staleTime: 0 });

/** These throw ApiError: `invalid_input`, and `state_conflict` or `unavailable` saying what to do. */
export const saveSecondWay = (way: SecondWay) => call<{ way: SecondWay }>(PATH, { method: 'PUT', body: { way } });
export const testSecondWay = (way: SecondWay) => send(`${PATH}/test`, { method: 'POST', body: { way } });

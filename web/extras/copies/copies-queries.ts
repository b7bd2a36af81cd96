import { queryOptions } from '@tanstack/react-query';
import type { CopiesState, CopyPlan, NewCopyKey, NewCopyPlace, RestoreState, WantedCopy } from '#contract/extras/copies/copies.ts';
import { call } from '#web/lib/api.ts';

const PATH = '/api/manage/copies';
const RESTORE = '/api/manage/restore';
const POLL_MS = 3_000;

/** How the copies stand; asked again and again while one is made, or about to be. */
export const copiesQuery = queryOptions({
  queryKey: ['copies'],
  queryFn: () => call<CopiesState>(PATH),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? POLL_MS : false),
});

/** Whether a copy is being made, or is about to be. */
export const isBusy = ({ isRunning, nextAt }: CopiesState): boolean => isRunning || (nextAt !== null && Date.parse(nextAt) <= Date.now());

/** Whether the shop may begin with a copy of another, and how that goes. */
export const restoreQuery = queryOptions({
  queryKey: ['restore'],
  queryFn: () => call<RestoreState>(RESTORE),
  staleTime: 0,
  refetchInterval: ({ state: { data, status } }) => (data?.isRunning && status !== 'error' ? POLL_MS : false),
});

/** These throw ApiError: `invalid_input` and `state_conflict` saying what to do. All but the key's answer how the copies stand then. */
export const savePlan = (plan: CopyPlan) => call<CopiesState>(PATH, { method: 'PUT', body: plan });
export const addPlace = (place: NewCopyPlace) => call<CopiesState>(`${PATH}/places`, { method: 'POST', body: place });
export const removePlace = (id: number) => call<CopiesState>(`${PATH}/places/${id}`, { method: 'DELETE' });
export const copyNow = (kind: 'now' | 'proof') => call<CopiesState>(`${PATH}/${kind}`, { method: 'POST' });
export const makeKey = () => call<NewCopyKey>(`${PATH}/key`, { method: 'POST' });
export const proveKey = (typed: string[]) => call<CopiesState>(`${PATH}/key`, { method: 'PUT', body: { typed } });
export const startRestore = (wanted: WantedCopy) => call<RestoreState>(RESTORE, { method: 'POST', body: wanted });

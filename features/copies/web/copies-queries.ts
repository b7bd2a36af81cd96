import { queryOptions } from '@tanstack/react-query';
import type {
  CopiesState,
  CopyPlan,
  NewCopyPlace,
  WantedCopy,
} from '#features/copies/contract/copies.ts';
import { call, pathOf } from '#ui/lib/api.ts';
import { sendFile } from '#ui/lib/upload.ts';

const POLL_MS = 1_500;

export const copiesQuery = queryOptions({
  queryKey: ['copies'],
  queryFn: () => call('GET /api/manage/copies'),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? POLL_MS : false),
});

export const isBusy = ({ isRunning, nextAt }: CopiesState): boolean =>
  isRunning || (nextAt !== null && Date.parse(nextAt) <= Date.now());

export const restoreQuery = queryOptions({
  queryKey: ['restore'],
  queryFn: () => call('GET /api/manage/restore'),
  staleTime: 0,
  refetchInterval: ({ state: { data, status } }) =>
    data?.isRunning && status !== 'error' ? POLL_MS : false,
});

/**
 * These throw ApiError: `invalid_input` and `state_conflict` saying what to do. All but the key's
 * answer how the copies stand then.
 */
export const savePlan = (plan: CopyPlan) => call('PUT /api/manage/copies', { body: plan });
export const addPlace = (place: NewCopyPlace) =>
  call('POST /api/manage/copies/places', { body: place });
export const removePlace = (id: number) =>
  call('DELETE /api/manage/copies/places/:id', { params: { id } });
export const copyNow = (kind: 'now' | 'proof') => call(`POST /api/manage/copies/${kind}`);
export const makeKey = () => call('POST /api/manage/copies/key');
export const proveKey = (typed: string[]) =>
  call('PUT /api/manage/copies/key', { body: { typed } });
export const startRestore = (wanted: WantedCopy) =>
  call('POST /api/manage/restore', { body: wanted });
export async function sendBackup(file: File, onSent: (share: number) => void): Promise<string> {
  const text = await sendFile('POST /api/manage/restore/file', file, {
    type: 'application/octet-stream',
    onSent,
    onLine: () => {},
    signal: new AbortController().signal,
  });
  return (JSON.parse(text) as { file: string }).file;
}
/** Asks first: browsers show no error when a download fails. */
export const replacedFile = async (): Promise<string> => {
  await call('HEAD /api/manage/restore/replaced');
  return pathOf('GET /api/manage/restore/replaced');
};

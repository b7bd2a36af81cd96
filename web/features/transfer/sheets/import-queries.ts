/** The admin's calls about imports. */
import { queryOptions } from '@tanstack/react-query';
import type { AwaitingPhotos, ImportUndone, UndoableImport } from '#contract/transfer/imports.ts';
import type { PhotoAddresses } from '#contract/transfer/photo-addresses.ts';
import type { SheetLook, SheetMatching } from '#contract/transfer/sheet-look.ts';
import { call } from '#web/lib/api.ts';
import { sendFile } from '#web/lib/upload.ts';

export const undoableImportsQuery = () =>
  queryOptions({ queryKey: ['undoable-imports'], queryFn: () => call<UndoableImport[]>('/api/manage/imports'), refetchOnMount: 'always' });

export const undoImport = (id: number) => call<ImportUndone>(`/api/manage/imports/${id}/undo`, { method: 'POST', body: {} });

export const awaitingPhotosQuery = () =>
  queryOptions({
    queryKey: ['awaiting-photos'],
    queryFn: () => call<AwaitingPhotos>('/api/manage/awaiting-photos'),
    refetchOnMount: 'always',
  });

const ADDRESSES = '/api/manage/photo-addresses';
const WHILE_FETCHED_MS = 1_500;

/** Asked again and again while photos are fetched. */
export const photoAddressesQuery = () =>
  queryOptions({
    queryKey: ['photo-addresses'],
    queryFn: () => call<PhotoAddresses>(ADDRESSES),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => ((state.data?.run?.left ?? 0) > 0 ? WHILE_FETCHED_MS : false),
  });

/** @param again those that failed; else those that wait. */
export const fetchPhotos = (again: boolean) => call<PhotoAddresses>(`${ADDRESSES}/fetch`, { method: 'POST', body: { again } });
export const stopPhotos = () => call<PhotoAddresses>(`${ADDRESSES}/stop`, { method: 'POST', body: {} });
export const forgetPhotos = () => call<PhotoAddresses>(ADDRESSES, { method: 'DELETE' });

type Looking = { onSent: (share: number) => unknown; signal: AbortSignal };

/** What the shop understands of a file. @throws as `sendFile`. */
export async function lookAt(file: File, matching: SheetMatching | null, { onSent, signal }: Looking): Promise<SheetLook> {
  const query = matching ? `?${new URLSearchParams({ matching: JSON.stringify(matching) })}` : '';
  const type = 'application/octet-stream';
  return JSON.parse(await sendFile(`/api/manage/import/look${query}`, file, { type, onSent, onLine: () => {}, signal })) as SheetLook;
}

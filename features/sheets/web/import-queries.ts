import { queryOptions } from '@tanstack/react-query';
import type { SheetLook, SheetMatching } from '#features/sheets/contract/sheet-look.ts';
import { call } from '#ui/lib/api.ts';
import { sendFile } from '#ui/lib/upload.ts';

export const undoableImportsQuery = () =>
  queryOptions({
    queryKey: ['undoable-imports'],
    queryFn: () => call('GET /api/manage/imports'),
    refetchOnMount: 'always',
  });

export const undoImport = (id: number) =>
  call('POST /api/manage/imports/:id/undo', { params: { id } });

export const awaitingPhotosQuery = () =>
  queryOptions({
    queryKey: ['awaiting-photos'],
    queryFn: () => call('GET /api/manage/awaiting-photos'),
    refetchOnMount: 'always',
  });

const WHILE_FETCHED_MS = 1_500;

export const photoAddressesQuery = () =>
  queryOptions({
    queryKey: ['photo-addresses'],
    queryFn: () => call('GET /api/manage/photo-addresses'),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => ((state.data?.run?.left ?? 0) > 0 ? WHILE_FETCHED_MS : false),
  });

/** @param again the failed photos, else the waiting ones. */
export const fetchPhotos = (again: boolean) =>
  call('POST /api/manage/photo-addresses/fetch', { body: { again } });
export const stopPhotos = () => call('POST /api/manage/photo-addresses/stop', { body: {} });
export const forgetPhotos = () => call('DELETE /api/manage/photo-addresses');

/** `isFresh`: what was said of a file like it is forgotten. */
type Looking = { onSent: (share: number) => unknown; signal: AbortSignal; isFresh?: boolean };

/** @throws as `sendFile`. */
export async function lookAt(
  file: File,
  matching: SheetMatching | null,
  { onSent, signal, isFresh = false }: Looking,
): Promise<SheetLook> {
  return JSON.parse(
    await sendFile('POST /api/manage/import/look', file, {
      query: {
        ...(matching && { matching: JSON.stringify(matching) }),
        ...(isFresh && { fresh: 'true' as const }),
      },
      type: 'application/octet-stream',
      onSent,
      onLine: () => {},
      signal,
    }),
  ) as SheetLook;
}

/** The admin's calls about imports. */
import { queryOptions } from '@tanstack/react-query';
import type { AwaitingPhotos, ImportUndone, UndoableImport } from '#contract/transfer/imports.ts';
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

type Looking = { onSent: (share: number) => unknown; signal: AbortSignal };

/** What the shop understands of a file. @throws as `sendFile`. */
export async function lookAt(file: File, matching: SheetMatching | null, { onSent, signal }: Looking): Promise<SheetLook> {
  const query = matching ? `?${new URLSearchParams({ matching: JSON.stringify(matching) })}` : '';
  const type = 'application/octet-stream';
  return JSON.parse(await sendFile(`/api/manage/import/look${query}`, file, { type, onSent, onLine: () => {}, signal })) as SheetLook;
}

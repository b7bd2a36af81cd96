/** The admin's calls about the addresses of the former shop. */
import { queryOptions } from '@tanstack/react-query';
import type { OldAddressCount, OldAddressesRead } from '#contract/extras/other-shops/old-addresses.ts';
import { call, send } from '#web/lib/api.ts';
import { sendFile } from '#web/lib/upload.ts';

const path = '/api/manage/old-addresses';

export const oldAddressesQuery = () => queryOptions({ queryKey: ['old-addresses'], queryFn: () => call<OldAddressCount>(path) });

export const removeOldAddresses = () => send(path, { method: 'DELETE' });

/** @throws as `sendFile`. */
export async function readOldAddresses(file: File, signal: AbortSignal): Promise<OldAddressesRead> {
  return JSON.parse(await sendFile(path, file, { type: 'text/csv', onSent: () => {}, onLine: () => {}, signal })) as OldAddressesRead;
}

import { queryOptions } from '@tanstack/react-query';
import type { OldAddressesRead } from '#features/other-shops/contract/old-addresses.ts';
import { call } from '#ui/lib/api.ts';
import { sendFile } from '#ui/lib/upload.ts';

export const oldAddressesQuery = () =>
  queryOptions({
    queryKey: ['old-addresses'],
    queryFn: () => call('GET /api/manage/old-addresses'),
  });

export const removeOldAddresses = () => call('DELETE /api/manage/old-addresses');

/** @throws as `sendFile`. */
export async function readOldAddresses(file: File, signal: AbortSignal): Promise<OldAddressesRead> {
  return JSON.parse(
    await sendFile('POST /api/manage/old-addresses', file, {
      type: 'text/csv',
      onSent: () => {},
      onLine: () => {},
      signal,
    }),
  ) as OldAddressesRead;
}

import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#core/contract/api.ts';
import { call } from '#ui/lib/api.ts';

export const certificateQuery = (api: PublicApi, code: string) =>
  queryOptions({
    queryKey: ['certificate', code],
    queryFn: () =>
      api.getCertificate?.(code) ?? call('GET /api/certificates/:code', { params: { code } }),
  });

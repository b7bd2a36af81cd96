import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#contract/api.ts';
import type { Certificate } from '#contract/extras/certificates/certificates.ts';
import { call } from '#web/lib/api.ts';

/** A certificate as anybody reads it. */
export const certificateQuery = (api: PublicApi, code: string) =>
  queryOptions({
    queryKey: ['certificate', code],
    queryFn: () => api.getCertificate?.(code) ?? call<Certificate>(`/api/certificates/${code}`),
  });

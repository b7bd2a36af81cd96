import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#contract/api.ts';

/** A certificate as anybody reads it. */
export const certificateQuery = (api: PublicApi, code: string) =>
  queryOptions({ queryKey: ['certificate', code], queryFn: () => api.getCertificate(code) });

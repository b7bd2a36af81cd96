import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#contract/api.ts';

/** One specimen with all its media. */
export const specimenQuery = (api: PublicApi, id: number) =>
  queryOptions({ queryKey: ['specimen', id], queryFn: () => api.getSpecimen(id) });

import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#core/contract/api.ts';

export const specimenKeys = {
  all: ['specimen'] as const,
  one: (id: number) => ['specimen', id] as const,
};

export const specimenQuery = (api: PublicApi, id: number) =>
  queryOptions({ queryKey: specimenKeys.one(id), queryFn: () => api.getSpecimen(id) });

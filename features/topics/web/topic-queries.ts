import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#core/contract/api.ts';
import type { InCards } from '#core/contract/catalogue/specimens.ts';
import type { LocalityTopic, SpeciesTopic } from '#features/topics/contract/topics.ts';
import { call } from '#ui/lib/api.ts';

export const speciesQuery = (api: PublicApi, slug: string) =>
  queryOptions({
    queryKey: ['topic', slug],
    queryFn: (): Promise<InCards<SpeciesTopic>> =>
      api.getSpecies?.(slug) ?? call('GET /api/species/:slug', { params: { slug } }),
  });

export const localityQuery = (api: PublicApi, id: number) =>
  queryOptions({
    queryKey: ['topic', id],
    queryFn: (): Promise<InCards<LocalityTopic>> =>
      api.getLocality?.(id) ?? call('GET /api/localities/:id', { params: { id } }),
  });

import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#contract/api.ts';

/** What a page about a species says. @param slug of its name. */
export const speciesQuery = (api: PublicApi, slug: string) =>
  queryOptions({ queryKey: ['topic', slug], queryFn: () => api.getSpecies(slug) });

/** What a page about a locality says. */
export const localityQuery = (api: PublicApi, id: number) => queryOptions({ queryKey: ['topic', id], queryFn: () => api.getLocality(id) });

import type { PublicApi } from '#contract/api.ts';
import type { SpecimenPage } from '#contract/catalogue/specimens.ts';
import { call, queryString, send } from './lib/api.ts';

/** The public reads over HTTP; the server renders with the same interface in-process. */
export const fetchApi: PublicApi = {
  async listSpecimens(query) {
    const response = await send(`/api/specimens${queryString(query)}`);
    const next = /<([^<>]*)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    return {
      specimens: (await response.json()) as SpecimenPage['specimens'],
      next: next === undefined ? null : new URL(next, location.origin).searchParams.get('cursor'),
      total: Number(response.headers.get('x-total-count') ?? 0),
    };
  },
  countFacets: (query) => call(`/api/facets${queryString(query)}`),
  getSpecimen: (id) => call(`/api/specimens/${id}`),
  getSpecies: (slug) => call(`/api/species/${slug}`),
  getLocality: (id) => call(`/api/localities/${id}`),
  getSettings: () => call('/api/settings'),
  getLegal: () => call('/api/settings/legal'),
  listCollections: () => call('/api/collections'),
  getCollection: (slug, cursor) => call(`/api/collections/${slug}${queryString({ cursor })}`),
};

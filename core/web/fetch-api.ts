import type { PublicApi } from '#core/contract/api.ts';
import type { SpecimenPage } from '#core/contract/catalogue/specimens.ts';
import { call, send } from '#ui/lib/api.ts';

export const fetchApi: PublicApi = {
  async listSpecimens(query) {
    const response = await send('GET /api/specimens', { query });
    const [, next = null] = /[?&]cursor=([\w-]+)/.exec(response.headers.get('link') ?? '') ?? [];
    return {
      specimens: (await response.json()) as SpecimenPage['specimens'],
      next,
      total: Number(response.headers.get('x-total-count')),
    };
  },
  countFacets: (query) => call('GET /api/facets', { query }),
  getSpecimen: (id) => call('GET /api/specimens/:id', { params: { id } }),
  getSettings: () => call('GET /api/settings'),
  getLegal: () => call('GET /api/settings/legal'),
  listCollections: () => call('GET /api/collections'),
  getCollection: (slug, cursor) =>
    call('GET /api/collections/:slug', { params: { slug }, query: { cursor } }),
};

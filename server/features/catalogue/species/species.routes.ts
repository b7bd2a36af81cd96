import { speciesNames } from '#contract/catalogue/species-names.ts';
import type { App } from '#server/platform/http/app-type.ts';
import type { AnonymousResponses } from '#server/platform/page-cache/anonymous-responses.ts';
import { namesOfTable } from './species.service.ts';

/** GET /api/species: the same for everybody, the admin too, until the shop is updated or its own table changed. */
export function speciesRoutes(app: App, anonymous: AnonymousResponses): void {
  app.get('/api/species', { schema: { response: { 200: speciesNames } } }, async (request, reply) =>
    anonymous.send(request, reply, { cacheKey: '/api/species', schema: speciesNames }, async () => ({ value: namesOfTable() })),
  );
}

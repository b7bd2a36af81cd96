import { speciesCalls } from '#core/contract/catalogue/species-calls.ts';
import { speciesNames } from '#core/contract/catalogue/species-names.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import type { AnonymousResponses } from '#platform/page-cache/anonymous-responses.ts';
import { namesOfTable } from './species.service.ts';

/** Everyone gets the same, until the shop is updated or its own table changed. */
export function speciesRoutes(app: App, ctx: Context, anonymous: AnonymousResponses): void {
  addCalls(app, ctx, speciesCalls, {
    'GET /api/species': (request, reply) =>
      anonymous.send(
        request,
        reply,
        { cacheKey: '/api/species', schema: speciesNames },
        async () => ({ value: namesOfTable() }),
      ),
  });
}

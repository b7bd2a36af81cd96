import { suggestionCalls } from '#core/contract/catalogue/specimen-calls.ts';
import { addCalls } from '#core/server/calls.ts';
import { canonicalTerm } from '#core/server/catalogue/search/ranking.service.ts';
import { LISTS, specimenTag } from '#core/server/catalogue/specimens/cache-tags.ts';
import type { Context } from '#core/server/context.ts';
import { mediaTags } from '#core/server/media/files/cache-tags.ts';
import type { App } from '#platform/http/app-type.ts';
import type { AnonymousResponses } from '#platform/page-cache/anonymous-responses.ts';
import { suggest } from './suggestions.service.ts';

const schema = suggestionCalls['GET /api/suggestions'].response;

/** Cached for everyone by the canonical term. */
export function suggestionRoutes(app: App, ctx: Context, visitors: AnonymousResponses): void {
  addCalls(app, ctx, suggestionCalls, {
    'GET /api/suggestions': async (request, reply) => {
      const search = canonicalTerm(request.query.search);
      const cacheKey = `/api/suggestions?${new URLSearchParams({ search })}`;
      return visitors.send(request, reply, { cacheKey, schema }, async (tags) => {
        const value = await suggest(ctx, search);
        for (const tag of [LISTS, ...value.map(({ id }) => specimenTag(id)), ...mediaTags(value)])
          tags.add(tag);
        return { value };
      });
    },
  });
}

import { z } from 'zod';
import { suggestion, suggestionQuery } from '#contract/catalogue/specimens.ts';
import type { Context } from '#server/context.ts';
import { canonicalTerm } from '#server/features/catalogue/search/ranking.service.ts';
import { LISTS, specimenTag } from '#server/features/catalogue/specimens/cache-tags.ts';
import { mediaTags } from '#server/features/media/files/cache-tags.ts';
import type { App } from '#server/platform/http/app-type.ts';
import type { AnonymousResponses } from '#server/platform/page-cache/anonymous-responses.ts';
import { suggest } from './suggestions.service.ts';

const suggestions = z.array(suggestion);

/** GET /api/suggestions: the same for everybody, cached by the canonical term. */
export function suggestionRoutes(app: App, ctx: Context, visitors: AnonymousResponses): void {
  app.get('/api/suggestions', { schema: { querystring: suggestionQuery, response: { 200: suggestions } } }, async (request, reply) => {
    const search = canonicalTerm(request.query.search);
    const cacheKey = `/api/suggestions?${new URLSearchParams({ search })}`;
    return visitors.send(request, reply, { cacheKey, schema: suggestions }, async (tags) => {
      const value = await suggest(ctx, search);
      for (const tag of [LISTS, ...value.map(({ id }) => specimenTag(id)), ...mediaTags(value)]) tags.add(tag);
      return { value };
    });
  });
}

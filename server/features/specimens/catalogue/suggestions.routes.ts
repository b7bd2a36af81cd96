import { z } from 'zod';
import { suggestion, suggestionQuery } from '#contract/specimens.ts';
import { cacheTag, mediaTags } from '#server/cache-invalidation.ts';
import type { Context } from '#server/context.ts';
import { canonicalTerm } from '#server/features/search/ranking.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import type { AnonymousResponses } from '#server/platform/page-cache/anonymous-responses.ts';
import { suggest } from './suggestions.service.ts';

const suggestions = z.array(suggestion);

/** GET /api/suggestions: the same for everybody, cached by the canonical term. */
export function suggestionRoutes(app: App, ctx: Context, visitors: AnonymousResponses): void {
  app.get('/api/suggestions', { schema: { querystring: suggestionQuery, response: { 200: suggestions } } }, async (request, reply) => {
    const search = canonicalTerm(request.query.search);
    const address = `/api/suggestions?${new URLSearchParams({ search })}`;
    return visitors.send(request, reply, { address, schema: suggestions }, async (tags) => {
      const value = await suggest(ctx, search);
      for (const tag of [cacheTag.lists, ...value.map(({ id }) => cacheTag.specimen(id)), ...mediaTags(value)]) tags.add(tag);
      return { value };
    });
  });
}

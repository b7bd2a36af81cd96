import { z } from 'zod';
import { suggestion, suggestionQuery } from '#contract/specimens.ts';
import type { Context } from '#server/context.ts';
import type { App } from '#server/platform/http/app-type.ts';
import type { VisitorAnswers } from '#server/platform/http/kept.ts';
import { wordsOfTerm } from '#server/platform/search/words.ts';
import { mediaTags, tagOf } from '#server/public-change.ts';
import { suggest } from './suggestions.service.ts';

const suggestions = z.array(suggestion);

/** GET /api/suggestions: the same for everybody, kept by the words that a term comes to. */
export function suggestionRoutes(app: App, ctx: Context, visitors: VisitorAnswers): void {
  app.get('/api/suggestions', { schema: { querystring: suggestionQuery, response: { 200: suggestions } } }, async (request, reply) => {
    const search = wordsOfTerm(request.query.search).join(' ');
    const address = `/api/suggestions?${new URLSearchParams({ search })}`;
    return visitors.send(request, reply, { address, schema: suggestions }, async (tags) => {
      const value = await suggest(ctx, search);
      for (const tag of [tagOf.lists, ...value.map(({ id }) => tagOf.specimen(id)), ...mediaTags(value)]) tags.add(tag);
      return { value };
    });
  });
}

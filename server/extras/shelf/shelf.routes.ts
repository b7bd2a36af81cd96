import { shelf, shelfQuery } from '#contract/extras/shelf/shelf.ts';
import { canonicalShelf, MAX_SHELF, parseShelf } from '#contract/extras/shelf/shelf-url.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import type { App } from '#server/platform/http/app-type.ts';
import type { AnonymousResponses } from '#server/platform/page-cache/anonymous-responses.ts';
import { readShelf } from './shelf.service.ts';

/** GET /api/shelf: the same for everybody, the admin too. */
export function shelfRoutes(app: App, ctx: Context, anonymous: AnonymousResponses): void {
  app.get('/api/shelf', { schema: { querystring: shelfQuery, response: { 200: shelf } } }, async (request, reply) => {
    const { pieces = '' } = request.query;
    const { ids, surplus } = parseShelf(pieces);
    if (surplus !== null) throw new Problem('bad_request', `A shelf holds ${MAX_SHELF} pieces at most`);
    return anonymous.send(request, reply, { cacheKey: `/api/shelf?pieces=${canonicalShelf(pieces)}`, schema: shelf }, async (tags) => ({
      value: await readShelf(ctx, ids, tags),
    }));
  });
}

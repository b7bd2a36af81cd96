import { Problem } from '#core/contract/problems.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { shelf } from '#features/shelf/contract/shelf.ts';
import { shelfCalls } from '#features/shelf/contract/shelf-calls.ts';
import { canonicalShelf, MAX_SHELF, parseShelf } from '#features/shelf/contract/shelf-url.ts';
import type { App } from '#platform/http/app-type.ts';
import type { AnonymousResponses } from '#platform/page-cache/anonymous-responses.ts';
import { readShelf } from './shelf.service.ts';

/** The response is the same for everybody, the admin too. */
export function shelfRoutes(app: App, ctx: Context, anonymous: AnonymousResponses): void {
  addCalls(app, ctx, shelfCalls, {
    'GET /api/shelf': async (request, reply) => {
      const { pieces = '' } = request.query;
      const { ids, surplus } = parseShelf(pieces);
      if (surplus !== null)
        throw new Problem('bad_request', `A shelf holds ${MAX_SHELF} pieces at most`);
      return anonymous.send(
        request,
        reply,
        { cacheKey: `/api/shelf?pieces=${canonicalShelf(pieces)}`, schema: shelf },
        async (tags) => ({
          value: await readShelf(ctx, ids, tags),
        }),
      );
    },
  });
}

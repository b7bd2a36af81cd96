import { facetCalls } from '#core/contract/catalogue/specimen-calls.ts';
import { facetCounts as counts } from '#core/contract/catalogue/specimens.ts';
import { addCalls } from '#core/server/calls.ts';
import { DAY, FACETS } from '#core/server/catalogue/specimens/cache-tags.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import type { AnonymousResponses } from '#platform/page-cache/anonymous-responses.ts';
import type { PageCache } from '#platform/page-cache/page-cache.ts';
import { dayOf } from './facet-sources.ts';
import { facetCounts } from './facets.service.ts';

const DAY_CHECK_MS = 60_000;

export function facetRoutes(
  app: App,
  ctx: Context,
  visitors: AnonymousResponses,
  cache: PageCache,
): void {
  addCalls(app, ctx, facetCalls, {
    'GET /api/facets': async (request, reply) => {
      const { query } = request;
      const cacheKey = `/api/facets?${new URLSearchParams(query)}`;
      return visitors.send(request, reply, { cacheKey, schema: counts }, async (tags) => {
        for (const tag of FACETS) tags.add(tag);
        return { value: await facetCounts(ctx, query) };
      });
    },
  });

  let day = dayOf(ctx.clock.now());
  const watch = setInterval(() => {
    const today = dayOf(ctx.clock.now());
    if (today !== day) cache.invalidate([DAY]);
    day = today;
  }, DAY_CHECK_MS).unref();
  app.addHook('onClose', async () => clearInterval(watch));
}

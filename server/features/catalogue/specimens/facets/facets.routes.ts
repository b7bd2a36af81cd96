import { facetCounts as counts, facetQuery } from '#contract/catalogue/specimens.ts';
import type { Context } from '#server/context.ts';
import { DAY, FACETS } from '#server/features/catalogue/specimens/cache-tags.ts';
import type { App } from '#server/platform/http/app-type.ts';
import type { AnonymousResponses } from '#server/platform/page-cache/anonymous-responses.ts';
import type { PageCache } from '#server/platform/page-cache/page-cache.ts';
import { dayOf } from './facet-sources.ts';
import { facetCounts } from './facets.service.ts';

const DAY_CHECK_MS = 60_000;

/** GET /api/facets: the same for everybody, cached. */
export function facetRoutes(app: App, ctx: Context, visitors: AnonymousResponses, cache: PageCache): void {
  app.get('/api/facets', { schema: { querystring: facetQuery, response: { 200: counts } } }, async (request, reply) => {
    const { query } = request;
    const cacheKey = `/api/facets?${new URLSearchParams(query)}`;
    return visitors.send(request, reply, { cacheKey, schema: counts }, async (tags) => {
      for (const tag of FACETS) tags.add(tag);
      return { value: await facetCounts(ctx, query) };
    });
  });

  let day = dayOf(ctx.clock.now());
  const watch = setInterval(() => {
    const today = dayOf(ctx.clock.now());
    if (today !== day) cache.invalidate([DAY]);
    day = today;
  }, DAY_CHECK_MS).unref();
  app.addHook('onClose', async () => clearInterval(watch));
}

import { specimenList } from '#contract/catalogue/specimen-lists.ts';
import { MAX_FAVOURITES, parseFavourites } from '#contract/extras/favourites/favourite-list.ts';
import { type Favourites, favourites, favouritesQuery } from '#contract/extras/favourites/favourites.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { specimenTag } from '#server/features/catalogue/specimens/cache-tags.ts';
import { specimensOf } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { mediaTags } from '#server/features/media/files/cache-tags.ts';
import type { App } from '#server/platform/http/app-type.ts';
import type { AnonymousResponses } from '#server/platform/page-cache/anonymous-responses.ts';

/** GET /api/favourites: the same for everybody, the admin too. */
export function favouriteRoutes(app: App, ctx: Context, anonymous: AnonymousResponses): void {
  app.get('/api/favourites', { schema: { querystring: favouritesQuery, response: { 200: favourites } } }, async (request, reply) => {
    const { ids, surplus } = parseFavourites(request.query.ids);
    if (surplus > 0) throw new Problem('bad_request', `A list holds ${MAX_FAVOURITES} pieces at most`);
    const cacheKey = `/api/favourites?ids=${specimenList(ids)}`;
    return anonymous.send(request, reply, { cacheKey, schema: favourites }, async (tags) => ({ value: await read(ids, tags) }));
  });

  async function read(ids: number[], tags: Set<string>): Promise<Favourites> {
    for (const id of ids) tags.add(specimenTag(id));
    const specimens = await specimensOf(ctx, ids, { hidden: false });
    for (const tag of mediaTags(specimens)) tags.add(tag);
    return { specimens, missing: ids.length - specimens.length };
  }
}

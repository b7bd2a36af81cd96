import { specimenList } from '#core/contract/catalogue/specimen-lists.ts';
import { Problem } from '#core/contract/problems.ts';
import { addCalls } from '#core/server/calls.ts';
import { specimenTag } from '#core/server/catalogue/specimens/cache-tags.ts';
import { specimensOf } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import { mediaTags } from '#core/server/media/files/cache-tags.ts';
import { MAX_FAVOURITES, parseFavourites } from '#features/favourites/contract/favourite-list.ts';
import { type Favourites, favourites } from '#features/favourites/contract/favourites.ts';
import { favouriteCalls } from '#features/favourites/contract/favourites-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import type { AnonymousResponses } from '#platform/page-cache/anonymous-responses.ts';

/** The response is the same for everybody, the admin too. */
export function favouriteRoutes(app: App, ctx: Context, anonymous: AnonymousResponses): void {
  addCalls(app, ctx, favouriteCalls, {
    'GET /api/favourites': async (request, reply) => {
      const { ids, surplus } = parseFavourites(request.query.ids);
      if (surplus > 0)
        throw new Problem('bad_request', `A list holds ${MAX_FAVOURITES} pieces at most`);
      const cacheKey = `/api/favourites?ids=${specimenList(ids)}`;
      return anonymous.send(request, reply, { cacheKey, schema: favourites }, async (tags) => ({
        value: await read(ids, tags),
      }));
    },
  });

  async function read(ids: number[], tags: Set<string>): Promise<Favourites> {
    for (const id of ids) tags.add(specimenTag(id));
    const specimens = await specimensOf(ctx, ids, { hidden: false });
    for (const tag of mediaTags(specimens)) tags.add(tag);
    return { specimens, missing: ids.length - specimens.length };
  }
}

import { specimenCalls } from '#core/contract/catalogue/specimen-calls.ts';
import { specimen, specimenDetail } from '#core/contract/catalogue/specimens.ts';
import { isAdmin } from '#core/server/admin/auth/auth.service.ts';
import { PIECE_SETTINGS } from '#core/server/admin/settings/cache-tags.ts';
import { addCalls } from '#core/server/calls.ts';
import { holdTag, relatedTags, specimenTag } from '#core/server/catalogue/specimens/cache-tags.ts';
import { editingRoutes } from '#core/server/catalogue/specimens/editing/editing.routes.ts';
import { readWithRelated } from '#core/server/catalogue/specimens/related/related.service.ts';
import type { Context } from '#core/server/context.ts';
import { mediaTags } from '#core/server/media/files/cache-tags.ts';
import type { App } from '#platform/http/app-type.ts';
import { sendArray } from '#platform/http/json-array.ts';
import type { AnonymousResponses } from '#platform/page-cache/anonymous-responses.ts';
import { listCacheKey, listTags, type PublicList, readListTarget } from './public-list.service.ts';
import { allSpecimens, countMatching, listSpecimens } from './specimens.service.ts';
import { suggestionRoutes } from './suggestions.routes.ts';

const VISITOR = { hidden: false };
/** A longer list is sent while it is read. */
const MAX_CACHED = 500;
const list = specimenCalls['GET /api/specimens'].response;

export function specimenRoutes(app: App, ctx: Context, visitors: AnonymousResponses): void {
  editingRoutes(app, ctx);
  suggestionRoutes(app, ctx, visitors);

  addCalls(app, ctx, specimenCalls, {
    'GET /api/specimens': async (request, reply) => {
      const publicList = visitors.isAnonymous(request)
        ? readListTarget(request.raw.url ?? '')
        : null;
      if (publicList && (await isShort(publicList))) {
        return visitors.send(
          request,
          reply,
          { cacheKey: publicList.cacheKey, schema: list },
          (tags) => readList(publicList, tags),
        );
      }
      const { query } = request;
      const hidden = query.visible === undefined && (await isAdmin(ctx, request));
      if (query.limit === undefined) {
        return sendArray(reply, specimen, allSpecimens(ctx, query, { hidden }));
      }
      const { specimens, next, total } = await listSpecimens(ctx, query, { hidden });
      reply.headers(pageHeaders(query, next, total));
      return specimens;
    },

    'GET /api/specimens/:id': async (request, reply) => {
      const { id } = request.params;
      if (!visitors.isAnonymous(request))
        return readWithRelated(ctx, id, { hidden: await isAdmin(ctx, request) });
      return visitors.send(
        request,
        reply,
        { cacheKey: `/api/specimens/${id}`, schema: specimenDetail },
        async (tags) => {
          tags.add(specimenTag(id)).add(holdTag(id)).add(PIECE_SETTINGS);
          const value = await readWithRelated(ctx, id, VISITOR);
          for (const tag of [...mediaTags(value), ...relatedTags(value)]) tags.add(tag);
          return { value };
        },
      );
    },
  });

  const isShort = async ({ query }: PublicList) =>
    query.limit !== undefined || (await countMatching(ctx, query, VISITOR)) <= MAX_CACHED;

  async function readList({ query }: PublicList, tags: Set<string>) {
    if (query.limit === undefined) {
      const value = (await Array.fromAsync(allSpecimens(ctx, query, VISITOR))).flat();
      for (const tag of listTags(query, value)) tags.add(tag);
      return { value };
    }
    const { specimens: value, next, total } = await listSpecimens(ctx, query, VISITOR);
    for (const tag of listTags(query, value)) tags.add(tag);
    return { value, headers: pageHeaders(query, next, total) };
  }
}

function pageHeaders(
  query: PublicList['query'],
  next: string | null,
  total: number,
): Record<string, string> {
  const count = { 'x-total-count': String(total) };
  return next === null
    ? count
    : { ...count, link: `<${listCacheKey({ ...query, cursor: next })}>; rel="next"` };
}

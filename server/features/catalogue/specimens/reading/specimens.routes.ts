import { z } from 'zod';
import { specimen, specimenDetail, specimenQuery } from '#contract/catalogue/specimens.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { isAdmin } from '#server/features/admin/auth/auth.service.ts';
import { settingTag } from '#server/features/admin/settings/cache-tags.ts';
import { relatedTags, specimenTag } from '#server/features/catalogue/specimens/cache-tags.ts';
import { editingRoutes } from '#server/features/catalogue/specimens/editing/editing.routes.ts';
import { readWithRelated } from '#server/features/catalogue/specimens/related/related.service.ts';
import { mediaTags } from '#server/features/media/files/cache-tags.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { sendArray } from '#server/platform/http/json-array.ts';
import type { AnonymousResponses } from '#server/platform/page-cache/anonymous-responses.ts';
import { listCacheKey, listTags, type PublicList, readListTarget } from './public-list.service.ts';
import { allSpecimens, countMatching, listSpecimens } from './specimens.service.ts';
import { suggestionRoutes } from './suggestions.routes.ts';

const VISITOR = { hidden: false };
/** A whole list is cached up to this many specimens; a longer one is sent while it is read. */
const MAX_CACHED = 500;
const list = z.array(specimen);

/** GET /api/specimens and GET /api/specimens/{id}, cached for visitors, with hidden specimens for an admin; and the admin's calls. */
export function specimenRoutes(app: App, ctx: Context, visitors: AnonymousResponses): void {
  editingRoutes(app, ctx);
  suggestionRoutes(app, ctx, visitors);

  app.get('/api/specimens', { schema: { querystring: specimenQuery, response: { 200: list } } }, async (request, reply) => {
    const publicList = visitors.isAnonymous(request) ? readListTarget(request.raw.url ?? '') : null;
    if (publicList && (await isShort(publicList))) {
      return visitors.send(request, reply, { cacheKey: publicList.cacheKey, schema: list }, (tags) => readList(publicList, tags));
    }
    const { query } = request;
    const hidden = query.visible === undefined && (await isAdmin(ctx, request));
    if (query.limit === undefined) {
      await sendArray(reply, specimen, allSpecimens(ctx, query, { hidden }));
      return reply;
    }
    const { specimens, next, total } = await listSpecimens(ctx, query, { hidden });
    reply.headers(pageHeaders(query, next, total));
    return specimens;
  });

  const schema = { params: z.object({ id: idParam }), response: { 200: specimenDetail } };
  app.get('/api/specimens/:id', { schema }, async (request, reply) => {
    const { id } = request.params;
    if (!visitors.isAnonymous(request)) return readWithRelated(ctx, id, { hidden: await isAdmin(ctx, request) });
    return visitors.send(request, reply, { cacheKey: `/api/specimens/${id}`, schema: specimenDetail }, async (tags) => {
      tags.add(specimenTag(id));
      // Whether there are waiting lists.
      tags.add(settingTag('orders'));
      // What its size is called.
      tags.add(settingTag('size_classes'));
      // Whether facts lead to the gallery.
      tags.add(settingTag('section_visibility'));
      // The time zone.
      tags.add(settingTag('general'));
      const value = await readWithRelated(ctx, id, VISITOR);
      for (const tag of [...mediaTags(value), ...relatedTags(value)]) tags.add(tag);
      return { value };
    });
  });

  const isShort = async ({ query }: PublicList) => query.limit !== undefined || (await countMatching(ctx, query, VISITOR)) <= MAX_CACHED;

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

function pageHeaders(query: PublicList['query'], next: string | null, total: number): Record<string, string> {
  const count = { 'x-total-count': String(total) };
  return next === null ? count : { ...count, link: `<${listCacheKey({ ...query, cursor: next })}>; rel="next"` };
}

import { z } from 'zod';
import { type SpecimenQuery, specimen, specimenDetail, specimenQuery } from '#contract/specimens.ts';
import { idParam } from '#contract/text.ts';
import type { Context } from '#server/context.ts';
import { isAdmin } from '#server/features/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { sendArray } from '#server/platform/http/json-array.ts';
import { editingRoutes } from './editing.routes.ts';
import { allSpecimens, getSpecimen, listSpecimens } from './specimens.service.ts';

/** GET /api/specimens and GET /api/specimens/{id}, where an admin sees hidden specimens too, and the owner's calls. */
export function specimenRoutes(app: App, ctx: Context): void {
  editingRoutes(app, ctx);

  app.get('/api/specimens', { schema: { querystring: specimenQuery, response: { 200: z.array(specimen) } } }, async (request, reply) => {
    const { query } = request;
    const hidden = query.visible === undefined && (await isAdmin(ctx, request));
    if (query.limit === undefined) {
      await sendArray(reply, specimen, allSpecimens(ctx, query, { hidden }));
      return reply;
    }
    const { specimens, next, total } = await listSpecimens(ctx, query, { hidden });
    reply.header('x-total-count', total);
    if (next !== null) reply.header('link', `<${addressOf({ ...query, cursor: next })}>; rel="next"`);
    return specimens;
  });

  app.get('/api/specimens/:id', { schema: { params: z.object({ id: idParam }), response: { 200: specimenDetail } } }, async (request) => {
    const hidden = await isAdmin(ctx, request);
    return getSpecimen(ctx, request.params.id, { hidden });
  });
}

function addressOf(query: SpecimenQuery): string {
  const address = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) address.set(name, String(value));
  return `/api/specimens?${address}`;
}

import { z } from 'zod';
import { managedSpecies, newOwnSpecies, ownSpeciesInput, speciesList } from '#contract/catalogue/own-species.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { ifMatchHeader } from '#server/platform/http/if-match.ts';
import { addSpecies, changeSpecies, listSpecies, readSpecies, removeSpecies } from './managing.service.ts';

const params = z.object({ slug: z.string().max(60) });
const one = { 200: managedSpecies };

/** The dealer's own table of species. */
export function ownSpeciesRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);

  app.get('/api/manage/species', { onRequest, schema: { response: { 200: speciesList } } }, () => listSpecies(ctx));

  app.post(
    '/api/manage/species',
    { onRequest, schema: { body: newOwnSpecies, response: { 201: managedSpecies } } },
    async (request, reply) => {
      const added = await addSpecies(ctx, request.body);
      reply.code(201);
      return added;
    },
  );

  app.get('/api/manage/species/:slug', { onRequest, schema: { params, response: one } }, (request) =>
    readSpecies(ctx, request.params.slug),
  );

  const changed = { onRequest, schema: { params, headers: ifMatchHeader, body: ownSpeciesInput, response: one } };
  app.put('/api/manage/species/:slug', changed, (request) =>
    changeSpecies(ctx, request.params.slug, request.body, request.headers['if-match']),
  );

  app.delete('/api/manage/species/:slug', { onRequest, schema: { params, response: { 204: z.null() } } }, async (request, reply) => {
    await removeSpecies(ctx, request.params.slug);
    return reply.code(204).send(null);
  });
}

import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { ownSpeciesCalls } from '#features/own-species/contract/own-species-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import {
  addSpecies,
  changeSpecies,
  listSpecies,
  readSpecies,
  removeSpecies,
} from './managing.service.ts';

export function ownSpeciesRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, ownSpeciesCalls, {
    'GET /api/manage/species': () => listSpecies(ctx),
    'POST /api/manage/species': ({ body }) => addSpecies(ctx, body),
    'GET /api/manage/species/:slug': ({ params: { slug } }) => readSpecies(ctx, slug),
    'PUT /api/manage/species/:slug': ({ params: { slug }, body, headers }) =>
      changeSpecies(ctx, slug, body, headers['if-match']),
    'DELETE /api/manage/species/:slug': ({ params: { slug } }) => removeSpecies(ctx, slug),
  });
}

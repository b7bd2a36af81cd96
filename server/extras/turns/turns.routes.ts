import { z } from 'zod';
import { type TurnInput, turnInput } from '#contract/extras/turns/turns.ts';
import { mediumParams, turn } from '#contract/media/media.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import { uploadsOf } from '#server/features/media/files/ingest/ingest.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { parseJson } from '#server/platform/http/json-body.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { type Form, formRoutes, readForm } from '#server/platform/http/multipart.ts';
import { invalidInput } from '#server/platform/http/validation.ts';
import { addTurn, removeTurn } from './turns.service.ts';

/** The admin's calls under /api/media/:id/turn. */
export function turnRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);
  formRoutes(app, (scope) => {
    const options = { config: { rateLimit: perMinute(60) }, onRequest, schema: { params: mediumParams, response: { 201: turn } } };
    scope.post('/api/media/:id/turn', options, async (request, reply) => {
      await using form = await readForm(request, reply, { ...uploadsOf(ctx), files: { turn: 1 }, fields: ['data'] });
      const { frames } = turnInputOf(form);
      const [file] = form.files;
      if (!file) throw new Problem('bad_request', 'Please send the image with the frames.');
      reply.code(201);
      return await addTurn(ctx, request.params.id, file, frames, form);
    });
  });

  app.delete(
    '/api/media/:id/turn',
    { onRequest, schema: { params: mediumParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await removeTurn(ctx, request.params.id);
      return reply.code(204).send(null);
    },
  );
}

/** @throws Problem bad_request, invalid_input. */
function turnInputOf(form: Form): TurnInput {
  const { data, error } = turnInput.safeParse(parseJson(Buffer.from(form.fields.get('data') ?? '{}')));
  if (error) throw invalidInput(error.issues);
  return data;
}

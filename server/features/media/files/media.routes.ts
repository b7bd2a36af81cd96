import { z } from 'zod';
import { failedMediaJobs, mediaAbilities, picture, type TurnInput, turn, turnInput } from '#contract/media/media.ts';
import { MEDIA_ID } from '#contract/media/media-id.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import { addTurn, removeTurn } from '#server/features/media/files/turns/turns.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { parseJson } from '#server/platform/http/json-body.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { type Form, formRoutes, readForm } from '#server/platform/http/multipart.ts';
import { invalidInput } from '#server/platform/http/validation.ts';
import { ingestPicture, ingestPoster, uploadsOf } from './ingest/ingest.service.ts';
import { listFailedJobs, retryFailedJobs } from './jobs/failed-jobs.service.ts';

const params = z.object({ id: z.string().regex(new RegExp(`^${MEDIA_ID}$`), 'Not the ID of a photo or video') });

/** The admin's calls under /api/media. Visitors get media from the feature `public-media`. */
export function mediaRoutes(app: App, ctx: Context): void {
  formRoutes(app, (scope) => {
    const options = { config: { rateLimit: perMinute(60) }, onRequest: requireAdmin(ctx), schema: { response: { 201: picture } } };
    scope.post('/api/media', options, async (request, reply) => {
      await using form = await readForm(request, reply, { ...uploadsOf(ctx), files: { image: 1 }, fields: [] });
      const [image] = form.files;
      if (!image) throw choosePicture();
      reply.code(201);
      return await ingestPicture(ctx, image, form);
    });

    const ofVideo = { ...options, schema: { ...options.schema, params } };
    scope.post('/api/media/:id/poster', ofVideo, async (request, reply) => {
      await using form = await readForm(request, reply, { ...uploadsOf(ctx), files: { poster: 1 }, fields: [] });
      const [poster] = form.files;
      if (!poster) throw choosePicture();
      reply.code(201);
      return await ingestPoster(ctx, request.params.id, poster, form);
    });

    scope.post('/api/media/:id/turn', { ...ofVideo, schema: { ...ofVideo.schema, response: { 201: turn } } }, async (request, reply) => {
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
    { onRequest: requireAdmin(ctx), schema: { params, response: { 204: z.null() } } },
    async (request, reply) => {
      await removeTurn(ctx, request.params.id);
      return reply.code(204).send(null);
    },
  );

  const adminOnly = { onRequest: requireAdmin(ctx) };
  app.get('/api/media/unmade', { ...adminOnly, schema: { response: { 200: failedMediaJobs } } }, async () => listFailedJobs(ctx));
  app.post('/api/media/unmade/retry', { ...adminOnly, schema: { response: { 204: z.null() } } }, async (_, reply) => {
    await retryFailedJobs(ctx);
    return reply.code(204).send(null);
  });

  app.get('/api/media/abilities', { onRequest: requireAdmin(ctx), schema: { response: { 200: mediaAbilities } } }, async () => ({
    convertsVideos: ctx.config.ffmpeg !== null,
  }));
}

/** @throws Problem bad_request, invalid_input. */
function turnInputOf(form: Form): TurnInput {
  const { data, error } = turnInput.safeParse(parseJson(Buffer.from(form.fields.get('data') ?? '{}')));
  if (error) throw invalidInput(error.issues);
  return data;
}

const choosePicture = () => new Problem('bad_request', 'Please choose a photo.');

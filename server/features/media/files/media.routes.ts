import { z } from 'zod';
import { failedMediaJobs, mediaAbilities, mediumParams, picture } from '#contract/media/media.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { formRoutes, readForm } from '#server/platform/http/multipart.ts';
import { ingestPicture, ingestPoster, uploadsOf } from './ingest/ingest.service.ts';
import { listFailedJobs, retryFailedJobs } from './jobs/failed-jobs.service.ts';

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

    const ofVideo = { ...options, schema: { ...options.schema, params: mediumParams } };
    scope.post('/api/media/:id/poster', ofVideo, async (request, reply) => {
      await using form = await readForm(request, reply, { ...uploadsOf(ctx), files: { poster: 1 }, fields: [] });
      const [poster] = form.files;
      if (!poster) throw choosePicture();
      reply.code(201);
      return await ingestPoster(ctx, request.params.id, poster, form);
    });
  });

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

const choosePicture = () => new Problem('bad_request', 'Please choose a photo.');

import { mediaCalls, mediaFormCalls } from '#core/contract/media/media-calls.ts';
import { Problem } from '#core/contract/problems.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import { formRoutes, readForm } from '#platform/http/multipart.ts';
import { ingestPicture, ingestPoster, uploadsOf } from './ingest/ingest.service.ts';
import { listFailedJobs, retryFailedJobs } from './jobs/failed-jobs.service.ts';

/** Visitors get media from the feature `public-media`. */
export function mediaRoutes(app: App, ctx: Context): void {
  formRoutes(app, (scope) =>
    addCalls(scope, ctx, mediaFormCalls, {
      'POST /api/media': async (request, reply) => {
        const shape = { ...uploadsOf(ctx), files: { image: 1 }, fields: [] };
        await using form = await readForm(request, reply, shape);
        const [image] = form.files;
        if (!image) throw choosePicture();
        return await ingestPicture(ctx, image, form);
      },
      'POST /api/media/:id/poster': async (request, reply) => {
        const shape = { ...uploadsOf(ctx), files: { poster: 1 }, fields: [] };
        await using form = await readForm(request, reply, shape);
        const [poster] = form.files;
        if (!poster) throw choosePicture();
        return await ingestPoster(ctx, request.params.id, poster, form);
      },
    }),
  );

  addCalls(app, ctx, mediaCalls, {
    'GET /api/media/unmade': () => listFailedJobs(ctx),
    'POST /api/media/unmade/retry': () => retryFailedJobs(ctx),
    'GET /api/media/abilities': () => ({ convertsVideos: ctx.config.ffmpeg !== null }),
  });
}

const choosePicture = () => new Problem('bad_request', 'Please choose a photo.');

import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { failedMediaJobs, mediaAbilities, picture } from '#contract/media.ts';
import { MEDIA_ID } from '#contract/media-id.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { perMinute } from '#server/platform/http/limits.ts';
import { formRoutes, readForm } from '#server/platform/http/multipart.ts';
import { ingestPicture, ingestPoster, uploadsOf } from '../ingest/ingest.service.ts';
import { listFailedJobs, retryFailedJobs } from '../jobs/failed-jobs.service.ts';
import { readRange } from './byte-range.ts';

/** Public names: renditions and videos. Everything else in the store is private. */
const publicName = new RegExp(String.raw`^${MEDIA_ID}(?:-(?:[1-9]\d{1,4}|full)\.(?:avif|jpg)|-preview\.jpg|\.mp4)$`);

const types: Record<string, string> = { avif: 'image/avif', jpg: 'image/jpeg', mp4: 'video/mp4' };

/** GET and HEAD /media/{name}, and the admin's calls under /api/media. A name always means the same bytes, so browsers cache it for good. */
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

    const ofVideo = { ...options, schema: { ...options.schema, params: z.object({ id: z.string() }) } };
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

  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:name',
    schema: { hide: true, params: z.object({ name: z.string() }) },
    handler: async (request, reply) => {
      const { name } = request.params;
      const file = publicName.test(name) ? await ctx.mediaStore.open(name) : null;
      if (!file) throw new Problem('not_found', 'There is no such picture or film.');

      const etag = `"${name}"`;
      reply.headers({
        'cache-control': 'public, max-age=31536000, immutable',
        // Feed readers and link previews embed them elsewhere.
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
        etag,
      });
      const { range: rangeHeader, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
      if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag)) return reply.status(304).send();

      reply.type(types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream');
      if (request.method === 'HEAD') return reply.header('content-length', file.size).send();

      const isCurrent = ifRange === undefined || ifRange === etag;
      const range = isCurrent ? readRange(rangeHeader, file.size) : 'whole';
      if (range === 'unsatisfiable') return refuseRange(reply, file.size);
      if (range === 'whole') return reply.header('content-length', file.size).send(file.read());
      return reply
        .status(206)
        .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
        .header('content-length', range.end - range.start + 1)
        .send(file.read(range));
    },
  });
}

const choosePicture = () => new Problem('bad_request', 'Please choose a picture.');

/** Whether an If-None-Match header names the ETag, weak or strong, or is `*`. */
const matchesEtag = (header: string, etag: string) =>
  header.split(',').some((entry) => entry.trim() === '*' || entry.trim().replace(/^W\//, '') === etag);

function refuseRange(reply: FastifyReply, size: number): FastifyReply {
  return reply
    .status(416)
    .removeHeader('content-type')
    .header('cache-control', 'no-store')
    .header('content-range', `bytes */${size}`)
    .send();
}

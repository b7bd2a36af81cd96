import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { mediaUrl } from '#core/contract/media/media-urls.ts';
import { Problem } from '#core/contract/problems.ts';
import { isAdmin } from '#core/server/admin/auth/auth.service.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import { ipAddressOf } from '#platform/http/ip-address.ts';
import type { PageCache } from '#platform/page-cache/page-cache.ts';
import { readRange } from './byte-range.ts';
import { mediaFinder } from './media-finder.ts';

const types: Record<string, string> = { avif: 'image/avif', jpg: 'image/jpeg', mp4: 'video/mp4' };

/** Caches ask daily whether the medium may still be seen; the ETag makes that cheap. */
const PUBLIC = 'public, max-age=86400';
/** Visitors must not see it: the browser asks each time. */
const PRIVATE = 'private, no-cache';

export function publicMediaRoutes(app: App, ctx: Context, cache: PageCache): void {
  const findFile = mediaFinder(ctx, cache);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:name',
    schema: { hide: true, params: z.object({ name: z.string() }) },
    handler: async (request, reply) => {
      const { name } = request.params;
      const found = await findFile(name, {
        client: ipAddressOf(request),
        isAdmin: () => isAdmin(ctx, request),
      });
      if (!found) throw noSuchFile();
      reply.header('cache-control', found.isPublic ? PUBLIC : PRIVATE);
      if (found.name !== name) return reply.redirect(mediaUrl(found.name), 301);

      // A name stands for the same bytes as long as a medium has it.
      const etag = `"${name}"`;
      const headers = {
        // Feed readers and link previews embed them elsewhere.
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
        etag,
      };
      const {
        range: rangeHeader,
        'if-range': ifRange,
        'if-none-match': ifNoneMatch,
      } = request.headers;
      if (ifNoneMatch !== undefined && matchesEtag(ifNoneMatch, etag))
        return reply.headers(headers).status(304).send();

      const file = await ctx.mediaStore.open(found.stored);
      if (!file) throw noSuchFile();
      reply.headers(headers);
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

const noSuchFile = () => new Problem('not_found', 'This photo or video doesn’t exist.');

/** Whether an If-None-Match header names the ETag, weak or strong, or is `*`. */
const matchesEtag = (header: string, etag: string) =>
  header
    .split(',')
    .some((entry) => entry.trim() === '*' || entry.trim().replace(/^W\//, '') === etag);

function refuseRange(reply: FastifyReply, size: number): FastifyReply {
  return reply
    .status(416)
    .removeHeader('content-type')
    .header('cache-control', 'no-store')
    .header('content-range', `bytes */${size}`)
    .send();
}

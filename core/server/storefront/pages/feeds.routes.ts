/** Feeds are cached and invalidated like the pages. */
import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { feedPath, followedQuery } from '#core/contract/catalogue/list-urls.ts';
import { Problem } from '#core/contract/problems.ts';
import { countMatching } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import { securityHeaders } from '#platform/http/headers.ts';
import { sendCached } from '#platform/page-cache/anonymous-responses.ts';
import { chooseEncoding } from '#platform/page-cache/encoding.ts';
import type { PageCache } from '#platform/page-cache/page-cache.ts';
import { arrivalsFeed, FEED_PATH } from './arrivals-feed.ts';
import { MERCHANT_PATH, merchantFeed } from './merchant-feed.ts';
import { robotsText } from './robots.ts';
import { sitemapIndex, sitemapOfPages, sitemapOfSpecimens, sitemapPart } from './sitemap.ts';

/** A longer product feed is streamed. */
const MAX_CACHED = 2_000;

const XML = 'application/xml; charset=utf-8';
const ATOM = 'application/atom+xml; charset=utf-8';
const RSS = 'application/rss+xml; charset=utf-8';

const compressors = {
  br: (): Transform => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 3 } }),
  gzip: (): Transform => createGzip({ level: 3 }),
};

type Make = (tags: Set<string>) => Promise<string>;

export function feedRoutes(app: App, ctx: Context, cache: PageCache): void {
  const { publicUrl, port } = ctx.config;
  // Never the Host header: the first client would choose it for everyone.
  const origin = publicUrl ?? `http://localhost:${port}`;
  const headers = {
    ...securityHeaders(publicUrl),
    'cache-control': 'public, max-age=0, must-revalidate',
  };
  const schema = { hide: true };

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    type: string,
    make: Make,
  ): Promise<FastifyReply> {
    const cached = await cache.respond(path, async () => {
      const tags = new Set<string>();
      const body = await make(tags);
      return { status: 200, headers: { ...headers, 'content-type': type }, body, tags, quality: 3 };
    });
    return sendCached(request, reply, cached);
  }

  const serve = (path: string, type: string, make: Make) =>
    app.get(path, { schema }, (request, reply) => send(request, reply, path, type, make));

  serve('/robots.txt', 'text/plain; charset=utf-8', async () => robotsText(origin));
  serve('/sitemap.xml', XML, (tags) => sitemapIndex(ctx, origin, tags));
  serve(sitemapPart('pages'), XML, (tags) => sitemapOfPages(ctx, origin, tags));
  app.get(FEED_PATH, { schema }, (request, reply) => {
    const followed = followedQuery(request.url.split('?', 2)[1] ?? '');
    return send(request, reply, feedPath(followed), ATOM, (tags) =>
      arrivalsFeed(ctx, origin, followed, tags),
    );
  });

  const params = z.object({ part: z.coerce.number() });
  app.get(
    '/sitemap-:part(^[1-9]\\d{0,5}).xml',
    { schema: { ...schema, params } },
    (request, reply) => {
      const { part } = request.params;
      return send(request, reply, sitemapPart(part), XML, async (tags) => {
        const text = await sitemapOfSpecimens(ctx, origin, part, tags);
        if (text === null) throw new Problem('not_found', 'The sitemap has no such part');
        return text;
      });
    },
  );

  app.get(MERCHANT_PATH, { schema }, async (request, reply) => {
    if ((await countMatching(ctx, {}, { hidden: false })) <= MAX_CACHED) {
      return send(request, reply, MERCHANT_PATH, RSS, async (tags) =>
        (await Array.fromAsync(merchantFeed(ctx, origin, tags))).join(''),
      );
    }
    reply.headers({ 'content-type': RSS, 'cache-control': 'no-store', vary: 'Accept-Encoding' });
    const text = Readable.from(merchantFeed(ctx, origin));
    const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined);
    if (encoding === 'identity') return reply.send(text);
    // If either end breaks, the pipeline closes the other; the client sees an incomplete response.
    return reply
      .header('content-encoding', encoding)
      .send(pipeline(text, compressors[encoding](), () => {}));
  });
}

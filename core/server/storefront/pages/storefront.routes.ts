import type { Server } from 'node:http';
import path from 'node:path';
import middie from '@fastify/middie';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import { MINUTE_MS } from '#core/contract/durations.ts';
import { Problem, problemStatus } from '#core/contract/problems.ts';
import { isAdmin } from '#core/server/admin/auth/auth.service.ts';
import { hasCollection } from '#core/server/catalogue/collections/collections.service.ts';
import { successorOf } from '#core/server/catalogue/specimens/editing/replacing.service.ts';
import { specimensOf } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { readerOf } from '#core/server/selling/orders/buyer-cookies.service.ts';
import { readOrder } from '#core/server/selling/orders/orders.service.ts';
import type { App } from '#platform/http/app-type.ts';
import { queueFull } from '#platform/http/busy.ts';
import { reportProblem, sendProblem } from '#platform/http/problem-responses.ts';
import { sendCached } from '#platform/page-cache/anonymous-responses.ts';
import type { PageCache } from '#platform/page-cache/page-cache.ts';
import type { Renderer } from '#platform/rendering/renderer.ts';
import { type PageUrl, parsePageUrl, withQuery } from './page-url.ts';
import { createPages } from './pages.ts';

const NEW_YEAR_CHECK_MS = 15 * MINUTE_MS;
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

export type Storefront = {
  /** @param server carries the reload socket of a development build. */
  openRenderer: (server: Server) => Promise<Renderer>;
  /** null where they are built from source on request. */
  assets: string | null;
};

export async function storefrontRoutes(
  app: App,
  ctx: Context,
  { openRenderer, cache, assets }: Storefront & { cache: PageCache },
): Promise<void> {
  const renderer = await openRenderer(app.server);
  app.addHook('onClose', () => renderer.close());
  const pages = createPages(ctx, renderer, cache, { isBuilt: assets !== null });
  // Rendered during a flood, it would come too late.
  app.addHook('onListen', async () => void pages.failed(queueFull).catch(() => {}));
  // Every page shows the year.
  const year = setInterval(
    () => isNewYear(ctx.clock.now()) && cache.invalidate(null),
    NEW_YEAR_CHECK_MS,
  ).unref();
  app.addHook('onClose', async () => clearInterval(year));

  if (assets) {
    const root = path.join(assets, 'assets');
    await app.register(fastifyStatic, {
      root,
      prefix: '/assets/',
      preCompressed: true,
      immutable: true,
      maxAge: YEAR_MS,
      index: false,
      decorateReply: false,
    });
  }

  if (renderer.files)
    for (const load of pluggedInto('pageFiles')) (await load())(app, ctx, pages, renderer.files);

  if (renderer.middlewares) {
    await app.register(middie);
    app.use(renderer.middlewares);
  }

  app.get('/*', { schema: { hide: true }, errorHandler: respondFailed }, async (request, reply) => {
    const page = parsePageUrl(request.url);
    // A development build reloads by an inline script.
    if (assets === null) reply.removeHeader('content-security-policy');
    switch (page.kind) {
      case 'public':
        return sendCached(request, reply, await pages.publicPage(page.path));
      case 'specimen':
        return sendSpecimen(page, request, reply);
      case 'spelled':
        return sendSpelled(page, request, reply);
      case 'checked':
        return sendCached(
          request,
          reply,
          await ((await page.exists(ctx))
            ? pages.publicPage(page.path)
            : pages.missing(page.missing)),
        );
      case 'collection': {
        const exists = await hasCollection(ctx, page.slug);
        return sendCached(
          request,
          reply,
          await (exists ? pages.publicPage(page.path) : pages.missing('page')),
        );
      }
      case 'order':
        return sendCached(
          request,
          reply,
          await ((await mayRead(page.id, request))
            ? pages.shell(page.path)
            : pages.missing('order')),
        );
      case 'admin':
        // If a browser cached this redirect, the admin would be locked out after login.
        if (!(await isAdmin(ctx, request)))
          return reply.header('cache-control', 'no-store').redirect('/', 302);
        return sendCached(request, reply, await pages.shell(page.path));
      case 'missing': {
        const now = page.what === 'page' ? await newPathOf(request.url) : null;
        return now === null
          ? sendCached(request, reply, await pages.missing(page.what))
          : moved(reply, now);
      }
      case 'moved':
        return moved(reply, page.to);
    }
  });

  /** Falls back to JSON where no page can be rendered. */
  function respondFailed(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const problem = reportProblem(error, request, reply);
    const plainly = () => sendProblem(reply, problem);
    if (problemStatus[problem.code] < 500) plainly();
    else pages.failed(problem).then((page) => sendCached(request, reply, page), plainly);
  }

  async function sendSpecimen(
    { path, id, query }: { path: string; id: number; query: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const [specimen] = await specimensOf(ctx, [id], { hidden: true });
    const successor = specimen ? null : await successorOf(ctx, id);
    if (successor !== null) return sendSpecimen({ path, id: successor, query }, request, reply);
    if (!specimen || !(specimen.visible || (await isAdmin(ctx, request))))
      return sendCached(request, reply, await pages.missing('specimen'));
    const canonical = specimenPath(specimen);
    if (path !== canonical && path !== `/specimen/${id}`)
      return moved(reply, withQuery(canonical, query));
    return sendCached(
      request,
      reply,
      await (specimen.visible ? pages.publicPage(path) : pages.shell(path)),
    );
  }

  /** Finds by a former shop's path; null: none is visible. */
  async function newPathOf(url: string): Promise<string | null> {
    for (const specimenAt of pluggedInto('oldAddress')) {
      const id = await specimenAt(ctx, url);
      const [specimen] = id === null ? [] : await specimensOf(ctx, [id], { hidden: false });
      if (specimen?.visible) return specimenPath(specimen);
    }
    return null;
  }

  async function sendSpelled(
    { path, query, canonical: find }: Extract<PageUrl, { kind: 'spelled' }>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) {
    const canonical = await find(ctx);
    if (canonical === null) return sendCached(request, reply, await pages.missing('page'));
    if (path !== canonical) return moved(reply, withQuery(canonical, query));
    return sendCached(request, reply, await pages.publicPage(path));
  }

  async function mayRead(id: number, request: FastifyRequest): Promise<boolean> {
    const { key } = request.query as { key?: unknown };
    const reader = await readerOf(ctx, request, id, typeof key === 'string' ? key : undefined);
    try {
      await readOrder(ctx, id, reader);
      return true;
    } catch (error) {
      if (error instanceof Problem) return error.code === 'gone';
      throw error;
    }
  }
}

/** Titles and visibility change: no browser may cache a redirect. */
const moved = (reply: FastifyReply, to: string): FastifyReply =>
  reply.header('cache-control', 'no-store').redirect(to, 301);

/** Counts the new year of any time zone. */
const isNewYear = (now: Date): boolean =>
  ['12-31', '01-01'].includes(now.toISOString().slice(5, 10));

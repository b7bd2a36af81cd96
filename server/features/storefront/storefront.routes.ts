/** The pages of the shop and the built assets they ask for. */
import type { Server } from 'node:http';
import path from 'node:path';
import middie from '@fastify/middie';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem, problemStatus } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { buyerHash } from '#server/features/orders/buyer-cookie.service.ts';
import { getSpecimen } from '#server/features/specimens/catalogue/specimens.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { noteProblem, sendProblem } from '#server/platform/http/problem-responses.ts';
import { sendCached } from '#server/platform/page-cache/anonymous-responses.ts';
import type { PageCache } from '#server/platform/page-cache/page-cache.ts';
import type { Renderer } from '#server/platform/rendering/renderer.ts';
import { isAdmin } from '../auth/auth.service.ts';
import { readOrder } from '../orders/orders.service.ts';
import { parsePageUrl } from './page-url.ts';
import { createPages } from './pages.ts';

const NEW_YEAR_MS = 15 * 60_000;
const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;

export type Storefront = {
  /** Opens the door to web/, given the server that a development build's reload socket hangs on. */
  openRenderer: (server: Server) => Promise<Renderer>;
  /** Folder of the built assets; null where they are made from source while asked for. */
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
  // Every page says the year.
  const year = setInterval(() => isNewYear(ctx.clock.now()) && cache.drop(null), NEW_YEAR_MS).unref();
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

  if (renderer.middlewares) {
    await app.register(middie);
    app.use(renderer.middlewares);
  }

  app.get('/*', { schema: { hide: true }, errorHandler: answerFailed }, async (request, reply) => {
    const page = parsePageUrl(request.url);
    // What reloads a development build is inline.
    if (assets === null) reply.removeHeader('content-security-policy');
    switch (page.kind) {
      case 'public':
        return sendCached(request, reply, await pages.publicPage(page.address));
      case 'specimen':
        return sendCached(request, reply, await specimenPage(page, request));
      case 'order':
        return sendCached(request, reply, await pages.shell('order'), (await mayRead(page.id, request)) ? 200 : 404);
      case 'room':
        // A redirect that a cache kept would lock the owner out after login.
        if (!(await isAdmin(ctx, request))) return reply.header('cache-control', 'no-store').redirect('/', 302);
        return sendCached(request, reply, await pages.shell(page.address as `/${string}`));
      case 'missing':
        return sendCached(request, reply, await pages.missing(page.what));
      case 'moved':
        return reply.header('cache-control', 'no-store').redirect(page.to, 301);
    }
  });

  /** Says on the page itself what is wrong with the shop, or plainly where not even such a page can be made. */
  function answerFailed(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const problem = noteProblem(error, request, reply);
    const plainly = () => sendProblem(reply, problem);
    if (problemStatus[problem.code] < 500) plainly();
    else pages.failed(problem).then((page) => sendCached(request, reply, page), plainly);
  }

  /** Of a hidden specimen the owner gets a shell; his browser loads what it leaves out. */
  async function specimenPage({ id, address }: { id: number; address: string }, request: FastifyRequest) {
    if (await exists(getSpecimen(ctx, id, { hidden: false }))) return pages.publicPage(address);
    const isOwners = (await isAdmin(ctx, request)) && (await exists(getSpecimen(ctx, id, { hidden: true })));
    return isOwners ? pages.shell('specimen') : pages.missing('specimen');
  }

  async function mayRead(id: number, request: FastifyRequest): Promise<boolean> {
    const { key } = request.query as { key?: unknown };
    const reader = { admin: await isAdmin(ctx, request), buyerHash: buyerHash(request), key: typeof key === 'string' ? key : null };
    return exists(readOrder(ctx, id, reader));
  }
}

const exists = (read: Promise<unknown>): Promise<boolean> =>
  read.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );

/** Whether the year ends or begins today in some time zone. */
const isNewYear = (now: Date): boolean => ['12-31', '01-01'].includes(now.toISOString().slice(5, 10));

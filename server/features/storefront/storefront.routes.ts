/** The pages of the shop and the built assets they ask for. */
import type { Server } from 'node:http';
import path from 'node:path';
import middie from '@fastify/middie';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '#contract/problems.ts';
import { parseSpecimenParam } from '#contract/specimen-address.ts';
import type { Context } from '#server/context.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { buyerHash } from '#server/platform/http/cookies.ts';
import { type PageCache, pageKey, writePage } from '#server/platform/rendering/page-cache.ts';
import type { Renderer } from '#server/platform/rendering/renderer.ts';
import { isAdmin } from '../auth/auth.service.ts';
import { readOrder } from '../orders/orders.service.ts';
import { getSpecimen } from '../specimens/specimens.service.ts';
import { createPages, type Page } from './pages.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1_000;
const ownersOnly = /^\/(upload|orders|settings|edit\/[^/]+)\/?$/;
const orderPage = /^\/order-confirmation\/([1-9]\d{0,9})\/?$/;
const specimenPage = /^\/specimen\/([^/]+)$/;

export type Storefront = {
  /** Opens the door to web/, given the server that a development build's reload socket hangs on. */
  openRenderer: (server: Server) => Promise<Renderer>;
  cache: PageCache;
  /** Folder of the built assets; null where they are made from source while asked for. */
  assets: string | null;
};

export async function storefrontRoutes(app: App, ctx: Context, { openRenderer, cache, assets }: Storefront): Promise<void> {
  const renderer = await openRenderer(app.server);
  app.addHook('onClose', () => renderer.close());
  const pages = createPages(ctx, renderer, cache, { isBuilt: assets !== null });

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

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const address = pageKey(request.url);
    const pathname = address.split('?', 1)[0] ?? '/';
    const order = orderPage.exec(pathname);
    if (ownersOnly.test(pathname)) {
      // A redirect that a cache kept would lock the owner out after login.
      if (!(await isAdmin(ctx, request))) return reply.header('cache-control', 'no-store').redirect('/', 302);
      return send(request, reply, await pages.shell(address));
    }
    if (order) {
      const page = await pages.shell(pathname);
      return send(request, reply, { ...page, status: (await mayRead(Number(order[1]), request)) ? page.status : 404 });
    }
    const page = await pages.publicPage(address);
    if (page.status === 404 && (await isHiddenFromOthers(pathname, request))) return send(request, reply, await pages.shell(address));
    return send(request, reply, page);
  });

  /** The owner may open the page of a hidden specimen; his browser loads what the shell leaves out. */
  async function isHiddenFromOthers(pathname: string, request: FastifyRequest): Promise<boolean> {
    const id = parseSpecimenParam(specimenPage.exec(pathname)?.[1] ?? '');
    return id !== null && (await isAdmin(ctx, request)) && (await exists(getSpecimen(ctx, id, { hidden: true })));
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

function send(request: FastifyRequest, reply: FastifyReply, { status, location, prepared }: Page): FastifyReply | undefined {
  if (location !== null) return reply.redirect(location, status);
  reply.hijack();
  writePage(request.raw, reply.raw, prepared, status);
  return undefined;
}

import type { RouteOptions } from 'fastify';
import { createFacetIndex } from '#core/server/catalogue/specimens/facets/facet-index.ts';
import { facetRoutes } from '#core/server/catalogue/specimens/facets/facets.routes.ts';
import { readListTarget } from '#core/server/catalogue/specimens/reading/public-list.service.ts';
import { specimenRoutes } from '#core/server/catalogue/specimens/reading/specimens.routes.ts';
import { mediaRoutes } from '#core/server/media/files/media.routes.ts';
import { adminOrderRoutes } from '#core/server/selling/orders/admin-orders.routes.ts';
import { codeRoutes } from '#core/server/storefront/pages/code.routes.ts';
import { feedRoutes } from '#core/server/storefront/pages/feeds.routes.ts';
import { pageCacheKey } from '#core/server/storefront/pages/page-url.ts';
import { failedKey } from '#core/server/storefront/pages/pages.ts';
import { countHit as countHitIn } from '#platform/db/rate-limit-hits.ts';
import { createAdmission } from '#platform/http/admission.ts';
import type { App } from '#platform/http/app-type.ts';
import { queueFull } from '#platform/http/busy.ts';
import { createGate } from '#platform/http/gate.ts';
import { rememberErrors } from '#platform/http/last-errors.ts';
import type { CountHit } from '#platform/http/limits.ts';
import { ownOrigins } from '#platform/http/origin.ts';
import { diskFull, isUpload } from '#platform/http/problem-responses.ts';
import { createServer } from '#platform/http/server.ts';
import type { ResolveTxt } from '#platform/mail/sender-dns.ts';
import { anonymousResponses, problemResponse } from '#platform/page-cache/anonymous-responses.ts';
import { createEmptyCache, type PageCache } from '#platform/page-cache/page-cache.ts';
import { pageCacheServer } from '#platform/page-cache/page-cache-server.ts';
import { spareRoom } from '#platform/storage/spare-room.ts';
import { authRoutes } from './admin/auth/auth.routes.ts';
import { isAdmin, isForAdmin, SESSION_COOKIE } from './admin/auth/auth.service.ts';
import { registerSecondProofs } from './admin/auth/second-proofs.routes.ts';
import { healthRoutes } from './admin/operations/health.routes.ts';
import { proxyRoutes } from './admin/operations/proxy.routes.ts';
import { versionRoutes } from './admin/operations/version.routes.ts';
import { writeCheck } from './admin/operations/write-check.service.ts';
import { clockRoutes } from './admin/schedule/clock.routes.ts';
import { settingRoutes } from './admin/settings/settings.routes.ts';
import { collectionRoutes } from './catalogue/collections/collections.routes.ts';
import { hasCollections, settingCards } from './catalogue/collections/collections.service.ts';
import { refreshSpecies } from './catalogue/species/laid-over.service.ts';
import { speciesRoutes } from './catalogue/species/species.routes.ts';
import { isLoopback } from './config.ts';
import type { Context } from './context.ts';
import { publicMediaRoutes } from './media/serving/public-media.routes.ts';
import { formRoutes } from './messages/forms/forms.routes.ts';
import { accountMailer } from './messages/mail/account-mails.service.ts';
import { mailRoutes } from './messages/mail/mail.routes.ts';
import { hasMailServer } from './messages/mail/mail-server.service.ts';
import { pluggedInto } from './plugged-in.ts';
import { buyerRoutes } from './selling/buyers/buyers.routes.ts';
import { orderRoutes } from './selling/orders/orders.routes.ts';
import { type Storefront, storefrontRoutes } from './storefront/pages/storefront.routes.ts';
import { demoRoutes } from './transfer/demo/demo.routes.ts';

export type AppOptions = {
  isLogForHumans?: boolean;
  /** Receives the log's lines instead of standard output. */
  writeLog?: (line: string) => void;
  /** Sends cached responses before Fastify sees the request; without it nothing is cached. */
  cache?: PageCache;
  /** For the body of a call that is no upload; default: 15 s. */
  bodyTimeoutMs?: number;
  /** For the head of a request, and for a client that reads no byte; default: 15 s. */
  idleMs?: number;
  /** Called for every route, so that a test can list them. */
  onRoute?: (route: RouteOptions) => void;
  /** Default: the machine’s name servers. */
  resolveTxt?: ResolveTxt;
  /** Without it there is only the API. */
  storefront?: Storefront;
};

/** Returns the shop ready to listen. The platform comes first, then the features in this order. */
export async function buildApp(
  resources: Omit<Context, 'log' | 'lastErrors' | 'facetIndex' | 'room' | 'writeProblem'>,
  options: AppOptions = {},
): Promise<{ app: App; ctx: Context }> {
  const { config } = resources;
  const isOwnOrigin = ownOrigins(config.publicUrl, isLoopback);
  const { db } = resources;
  const countHit: CountHit | undefined =
    resources.dialect === 'postgres' ? (key, windowMs) => countHitIn(db, key, windowMs) : undefined;
  const { cache = createEmptyCache() } = options;
  const gate = createGate({ ...config, isOwnOrigin });
  const serverFactory =
    options.cache &&
    pageCacheServer(options.cache, { cacheKeyOf, sessionCookie: SESSION_COOKIE, gate });
  const visitors = anonymousResponses(cache, config.publicUrl, SESSION_COOKIE);
  const busyJson = await problemResponse(queueFull, config.publicUrl);
  const admission = createAdmission({
    sessionCookie: SESSION_COOKIE,
    isAdmin: (request) => isAdmin(ctx, request),
    isFree: (url) => freeRoutes.test(url),
    isForAdmin,
    sharedKeyOf: (request) => (visitors.isAnonymous(request) ? sharedKeyOf(request.url) : null),
    isLost: cache.isLost,
    takeLost: cache.takeLost,
    hasBudgets: config.rateLimits,
    refusalOf: (target) =>
      target.startsWith('/api/') ? busyJson : cache.get(failedKey(queueFull)),
  });
  const onDiskFull = () => ctx.room.release(ctx.clock.now());
  const lastErrors = rememberErrors();
  const app = await createServer({
    ...config,
    ...options,
    serverFactory,
    firstHook: admission.refuse,
    onDiskFull,
    hearLog: lastErrors.hear,
    isOwnOrigin,
    isLoopback,
    countHit,
  });
  const facetIndex = createFacetIndex(resources);
  // The cache tells what other processes change; in a test it may not hear of what this one does.
  cache.onInvalidate(facetIndex.invalidate);
  const invalidateCache: Context['invalidateCache'] = (tags = null) => {
    facetIndex.invalidate(tags);
    resources.invalidateCache(tags);
  };
  const room = spareRoom(config.dataDir, app.log);
  const writeProblem = writeCheck({ ...resources, log: app.log });
  const ctx: Context = {
    ...resources,
    log: app.log,
    lastErrors: lastErrors.list,
    room,
    writeProblem,
    facetIndex,
    invalidateCache,
  };
  app.addHook('onRequest', async (request) => {
    if (isUpload(request) && room.isScarce()) throw diskFull();
  });
  // A development build sends its assets past the routes.
  if (options.storefront?.assets !== null) admission.register(app);
  if (options.onRoute) app.addHook('onRoute', options.onRoute);

  await refreshSpecies(db);
  registerSecondProofs(app, ctx);
  healthRoutes(app, ctx);
  authRoutes(app, ctx, accountMailer);
  settingRoutes(
    app,
    ctx,
    visitors,
    {
      hasCollections: (tags) => hasCollections(ctx, tags),
      sendsEmail: () => hasMailServer(ctx),
      settingCards: (tags) => settingCards(ctx, tags),
    },
    accountMailer,
  );
  specimenRoutes(app, ctx, visitors);
  speciesRoutes(app, ctx, visitors);
  facetRoutes(app, ctx, visitors, cache);
  collectionRoutes(app, ctx, visitors);
  orderRoutes(app, ctx, gate);
  adminOrderRoutes(app, ctx);
  buyerRoutes(app, ctx);
  formRoutes(app, ctx);
  mailRoutes(app, ctx, options.resolveTxt);
  mediaRoutes(app, ctx);
  publicMediaRoutes(app, ctx, cache);
  demoRoutes(app, ctx);
  clockRoutes(app, ctx);
  proxyRoutes(app, ctx);
  versionRoutes(app, ctx);
  codeRoutes(app, ctx);
  feedRoutes(app, ctx, cache);
  for (const load of pluggedInto('routes')) (await load())(app, ctx, visitors);
  if (options.storefront) await storefrontRoutes(app, ctx, { ...options.storefront, cache });
  return { app, ctx };
}

/** Probes, and files sent as they are. */
const freeRoutes = /^\/(livez|healthz|readyz|degradedz)$|^\/(assets|media)\//;

/** Leaves out whole lists: one may be sent while it is read, so it is not surely cached. */
function sharedKeyOf(target: string): string | null {
  if (!target.startsWith('/api/')) return pageCacheKey(target);
  const list = readListTarget(target);
  return list?.query.limit === undefined ? null : list.cacheKey;
}

/** One key for every spelling of the same URL; null: not cached. */
const cacheKeyOf = (target: string): string | null =>
  target.startsWith('/api/') ? (readListTarget(target)?.cacheKey ?? null) : pageCacheKey(target);

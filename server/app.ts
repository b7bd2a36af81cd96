import type { RouteOptions } from 'fastify';
import { createFacetIndex } from '#server/features/catalogue/specimens/facets/facet-index.ts';
import { facetRoutes } from '#server/features/catalogue/specimens/facets/facets.routes.ts';
import { readListTarget } from '#server/features/catalogue/specimens/reading/public-list.service.ts';
import { specimenRoutes } from '#server/features/catalogue/specimens/reading/specimens.routes.ts';
import { mediaRoutes } from '#server/features/media/files/media.routes.ts';
import { adminOrderRoutes } from '#server/features/selling/orders/admin-orders.routes.ts';
import { codeRoutes } from '#server/features/storefront/pages/code.routes.ts';
import { feedRoutes } from '#server/features/storefront/pages/feeds.routes.ts';
import { pageCacheKey } from '#server/features/storefront/pages/page-url.ts';
import { failedKey } from '#server/features/storefront/pages/pages.ts';
import type { ResolveTxt } from '#server/platform/mail/sender-dns.ts';
import { anonymousResponses } from '#server/platform/page-cache/anonymous-responses.ts';
import { createEmptyCache, type PageCache } from '#server/platform/page-cache/page-cache.ts';
import { pageCacheServer } from '#server/platform/page-cache/page-cache-server.ts';
import { isLoopback } from './config.ts';
import type { Context } from './context.ts';
import { authRoutes } from './features/admin/auth/auth.routes.ts';
import { isAdmin, isForAdmin, SESSION_COOKIE } from './features/admin/auth/auth.service.ts';
import { passkeyRoutes } from './features/admin/auth/passkeys.routes.ts';
import { registerSecondProofs } from './features/admin/auth/second-proofs.routes.ts';
import { secondWayRoutes } from './features/admin/conditions/second-way.routes.ts';
import { doctorRoutes } from './features/admin/doctor/doctor.routes.ts';
import { firstStepRoutes } from './features/admin/first-steps/first-steps.routes.ts';
import { healthRoutes } from './features/admin/operations/health.routes.ts';
import { proxyRoutes } from './features/admin/operations/proxy.routes.ts';
import { versionRoutes } from './features/admin/operations/version.routes.ts';
import { writeCheck } from './features/admin/operations/write-check.service.ts';
import { settingRoutes } from './features/admin/settings/settings.routes.ts';
import { todayRoutes } from './features/admin/today/today.routes.ts';
import { collectionRoutes } from './features/catalogue/collections/collections.routes.ts';
import { hasCollections, settingCards } from './features/catalogue/collections/collections.service.ts';
import { ownSpeciesRoutes } from './features/catalogue/own-species/own-species.routes.ts';
import { refreshOwnSpecies } from './features/catalogue/own-species/own-species.service.ts';
import { speciesRoutes } from './features/catalogue/species/species.routes.ts';
import { topicRoutes } from './features/catalogue/topics/topics.routes.ts';
import { publicMediaRoutes } from './features/media/serving/public-media.routes.ts';
import { inquiryRoutes } from './features/messages/inquiries/inquiries.routes.ts';
import { accountMailer } from './features/messages/mail/account-mails.service.ts';
import { mailRoutes } from './features/messages/mail/mail.routes.ts';
import { hasMailServer } from './features/messages/mail/mail-server.service.ts';
import { buyerRoutes } from './features/selling/buyers/buyers.routes.ts';
import { orderRoutes } from './features/selling/orders/orders.routes.ts';
import { type Storefront, storefrontRoutes } from './features/storefront/pages/storefront.routes.ts';
import { backupRoutes } from './features/transfer/backup/backup.routes.ts';
import { demoRoutes } from './features/transfer/demo/demo.routes.ts';
import { photoAddressRoutes } from './features/transfer/photo-addresses/photo-addresses.routes.ts';
import { privacyRoutes } from './features/transfer/privacy/privacy.routes.ts';
import { importRoutes } from './features/transfer/sheets/imports.routes.ts';
import { transferRoutes } from './features/transfer/sheets/transfer.routes.ts';
import { countHit as countHitIn } from './platform/db/rate-limit-hits.ts';
import { createAdmission } from './platform/http/admission.ts';
import type { App } from './platform/http/app-type.ts';
import { queueFull } from './platform/http/busy.ts';
import { rememberErrors } from './platform/http/last-errors.ts';
import type { CountHit } from './platform/http/limits.ts';
import { ownOrigins } from './platform/http/origin.ts';
import { diskFull, isUpload } from './platform/http/problem-responses.ts';
import type { PostPublicly } from './platform/http/public-post.ts';
import { createServer } from './platform/http/server.ts';
import { problemResponse } from './platform/page-cache/anonymous-responses.ts';
import { spareRoom } from './platform/storage/spare-room.ts';
import { pluggedInto } from './plugged-in.ts';

export type AppOptions = {
  /** Formats the log for a person at a terminal. */
  isLogForHumans?: boolean;
  /** Receives the lines of the log instead of standard output. */
  writeLog?: (line: string) => void;
  /** Holds responses that are sent before Fastify sees the request; without it nothing is cached. */
  cache?: PageCache;
  /** For the whole body of a call that is no upload; default: 15 s. */
  bodyTimeoutMs?: number;
  /** For the head of a request, and without a byte that its client reads; default: 15 s. */
  idleMs?: number;
  /** Hears of every route with all that it declares, so that a test can list them. */
  onRoute?: (route: RouteOptions) => void;
  /** Posts an alert; default: over https, to the public internet alone. */
  postPublicly?: PostPublicly;
  /** Asks DNS; default: the machine’s name servers. */
  resolveTxt?: ResolveTxt;
  /** How pages are rendered; without it there is only the API. */
  storefront?: Storefront;
};

/** Builds the shop, ready to listen, over its opened resources: the platform first, then the features in this order. */
export async function buildApp(
  resources: Omit<Context, 'log' | 'facetIndex' | 'room' | 'writeProblem'>,
  options: AppOptions = {},
): Promise<{ app: App; ctx: Context }> {
  const { config } = resources;
  const isOwnOrigin = ownOrigins(config.publicUrl, isLoopback);
  const { db } = resources;
  const countHit: CountHit | undefined = resources.dialect === 'postgres' ? (key, windowMs) => countHitIn(db, key, windowMs) : undefined;
  const { cache = createEmptyCache() } = options;
  const serverFactory = options.cache && pageCacheServer(options.cache, { cacheKeyOf, sessionCookie: SESSION_COOKIE });
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
    refusalOf: (target) => (target.startsWith('/api/') ? busyJson : cache.get(failedKey(queueFull))),
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
  // What other processes change comes by the cache, which in a test may not hear of what this one does.
  cache.onInvalidate(facetIndex.invalidate);
  const invalidateCache: Context['invalidateCache'] = (tags = null) => {
    facetIndex.invalidate(tags);
    resources.invalidateCache(tags);
  };
  const room = spareRoom(config.dataDir, app.log);
  const writeProblem = writeCheck({ ...resources, log: app.log });
  const ctx: Context = { ...resources, log: app.log, room, writeProblem, facetIndex, invalidateCache };
  app.addHook('onRequest', async (request) => {
    if (isUpload(request) && room.isScarce()) throw diskFull();
  });
  // A development build sends its assets past the routes.
  if (options.storefront?.assets !== null) admission.register(app);
  if (options.onRoute) app.addHook('onRoute', options.onRoute);

  await refreshOwnSpecies(db);
  registerSecondProofs(app, ctx);
  healthRoutes(app, ctx);
  authRoutes(app, ctx, accountMailer(ctx));
  passkeyRoutes(app, ctx, accountMailer(ctx));
  settingRoutes(
    app,
    ctx,
    visitors,
    {
      hasCollections: (tags) => hasCollections(ctx, tags),
      sendsEmail: () => hasMailServer(ctx),
      settingCards: (tags) => settingCards(ctx, tags),
    },
    accountMailer(ctx),
  );
  specimenRoutes(app, ctx, visitors);
  speciesRoutes(app, visitors);
  ownSpeciesRoutes(app, ctx);
  topicRoutes(app, ctx, visitors);
  facetRoutes(app, ctx, visitors, cache);
  collectionRoutes(app, ctx, visitors);
  orderRoutes(app, ctx);
  adminOrderRoutes(app, ctx);
  privacyRoutes(app, ctx);
  buyerRoutes(app, ctx);
  inquiryRoutes(app, ctx);
  mailRoutes(app, ctx, options.resolveTxt);
  mediaRoutes(app, ctx);
  publicMediaRoutes(app, ctx, cache);
  backupRoutes(app, ctx);
  demoRoutes(app, ctx);
  firstStepRoutes(app, ctx);
  todayRoutes(app, ctx);
  proxyRoutes(app, ctx);
  secondWayRoutes(app, ctx, options.postPublicly);
  versionRoutes(app, ctx);
  doctorRoutes(app, ctx, lastErrors.list);
  transferRoutes(app, ctx);
  importRoutes(app, ctx);
  photoAddressRoutes(app, ctx);
  codeRoutes(app, ctx);
  feedRoutes(app, ctx, cache);
  for (const load of pluggedInto('routes')) (await load())(app, ctx, visitors);
  if (options.storefront) await storefrontRoutes(app, ctx, { ...options.storefront, cache });
  return { app, ctx };
}

/** Probes, and files that are sent as they are. */
const freeRoutes = /^\/(livez|healthz|readyz|degradedz)$|^\/(assets|media)\//;

/** The cache key of a target whose response is surely cached: not so a whole list, which may be sent while it is read. */
function sharedKeyOf(target: string): string | null {
  if (!target.startsWith('/api/')) return pageCacheKey(target);
  const list = readListTarget(target);
  return list?.query.limit === undefined ? null : list.cacheKey;
}

/** The cache key of a request's target, an equal one for every spelling of the same URL; null: not cached. */
const cacheKeyOf = (target: string): string | null =>
  target.startsWith('/api/') ? (readListTarget(target)?.cacheKey ?? null) : pageCacheKey(target);

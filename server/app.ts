import { isLoopback } from './config.ts';
import type { Context } from './context.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { SESSION_COOKIE } from './features/auth/auth.service.ts';
import { backupRoutes } from './features/backup/backup.routes.ts';
import { demoRoutes } from './features/demo/demo.routes.ts';
import { firstStepRoutes } from './features/first-steps/first-steps.routes.ts';
import { mailRoutes } from './features/mail/mail.routes.ts';
import { mediaRoutes } from './features/media/media.routes.ts';
import { healthRoutes } from './features/operations/health.routes.ts';
import { orderRoutes } from './features/orders/orders.routes.ts';
import { ownerOrderRoutes } from './features/orders/owner-orders.routes.ts';
import { settingRoutes } from './features/settings/settings.routes.ts';
import { readListTarget } from './features/specimens/public-list.service.ts';
import { specimenRoutes } from './features/specimens/specimens.routes.ts';
import { machineRoutes } from './features/storefront/machines.routes.ts';
import { publicAddress } from './features/storefront/page-address.ts';
import { type Storefront, storefrontRoutes } from './features/storefront/storefront.routes.ts';
import { transferRoutes } from './features/transfer/transfer.routes.ts';
import { countCall as countCallIn } from './platform/db/call-counts.ts';
import type { App } from './platform/http/app-type.ts';
import { visitorAnswers } from './platform/http/kept.ts';
import type { CountCall } from './platform/http/limits.ts';
import { ownOrigins } from './platform/http/origin.ts';
import { createServer } from './platform/http/server.ts';
import { cachingServer } from './platform/rendering/caching-server.ts';
import { createPageCache, type PageCache } from './platform/rendering/page-cache.ts';

export type AppOptions = {
  /** The log is read by a person at a terminal. */
  isLogForHumans?: boolean;
  /** Takes the log's lines instead of standard output. */
  writeLog?: (line: string) => void;
  /** Keeps what visitors get, and answers it before the framework; without it nothing is kept. */
  cache?: PageCache;
  /** What pages are rendered with; without it there is only the API. */
  storefront?: Storefront;
};

/** Builds the whole shop over its opened resources, ready to listen: the platform first, then the features in this order. */
export async function buildApp(resources: Omit<Context, 'log'>, options: AppOptions = {}): Promise<{ app: App; ctx: Context }> {
  const { config } = resources;
  const isOwnOrigin = ownOrigins(config.publicUrl, isLoopback);
  const { db } = resources;
  const countCall: CountCall | undefined = resources.dialect === 'postgres' ? (key, windowMs) => countCallIn(db, key, windowMs) : undefined;
  const { cache = createPageCache({ answers: 0 }) } = options;
  const serverFactory = options.cache && cachingServer(options.cache, { addressOf, sessionCookie: SESSION_COOKIE });
  const app = await createServer({ ...config, ...options, serverFactory, isOwnOrigin, countCall });
  const ctx: Context = { ...resources, log: app.log };

  const visitors = visitorAnswers(cache, config.publicUrl, SESSION_COOKIE);

  healthRoutes(app, ctx);
  authRoutes(app, ctx);
  settingRoutes(app, ctx, visitors);
  specimenRoutes(app, ctx, visitors);
  orderRoutes(app, ctx);
  ownerOrderRoutes(app, ctx);
  mailRoutes(app, ctx);
  mediaRoutes(app, ctx);
  backupRoutes(app, ctx);
  demoRoutes(app, ctx);
  firstStepRoutes(app, ctx);
  transferRoutes(app, ctx);
  machineRoutes(app, ctx, cache);
  if (options.storefront) await storefrontRoutes(app, ctx, { ...options.storefront, cache });
  return { app, ctx };
}

/** The address under which the answer to a visitor's request is kept, whatever else the request's target says. */
const addressOf = (target: string): string | null =>
  target.startsWith('/api/') ? (readListTarget(target)?.address ?? null) : publicAddress(target);

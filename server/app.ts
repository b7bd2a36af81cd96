import type { FastifyServerFactory } from 'fastify';
import { isLoopback } from './config.ts';
import type { Context } from './context.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { backupRoutes } from './features/backup/backup.routes.ts';
import { demoRoutes } from './features/demo/demo.routes.ts';
import { firstStepRoutes } from './features/first-steps/first-steps.routes.ts';
import { mailRoutes } from './features/mail/mail.routes.ts';
import { mediaRoutes } from './features/media/media.routes.ts';
import { healthRoutes } from './features/operations/health.routes.ts';
import { orderRoutes } from './features/orders/orders.routes.ts';
import { ownerOrderRoutes } from './features/orders/owner-orders.routes.ts';
import { settingRoutes } from './features/settings/settings.routes.ts';
import { specimenRoutes } from './features/specimens/specimens.routes.ts';
import { type Storefront, storefrontRoutes } from './features/storefront/storefront.routes.ts';
import { countCall as countCallIn } from './platform/db/call-counts.ts';
import type { App } from './platform/http/app-type.ts';
import type { CountCall } from './platform/http/limits.ts';
import { ownOrigins } from './platform/http/origin.ts';
import { createServer } from './platform/http/server.ts';

export type AppOptions = {
  /** The log is read by a person at a terminal. */
  isLogForHumans?: boolean;
  /** Takes the log's lines instead of standard output. */
  writeLog?: (line: string) => void;
  /** Makes the node:http server around the framework's handler. */
  serverFactory?: FastifyServerFactory;
  /** What pages are rendered and kept with; without it there is only the API. */
  storefront?: Storefront;
};

/** Builds the whole shop over its opened resources, ready to listen: the platform first, then the features in this order. */
export async function buildApp(resources: Omit<Context, 'log'>, options: AppOptions = {}): Promise<{ app: App; ctx: Context }> {
  const { config } = resources;
  const isOwnOrigin = ownOrigins(config.publicUrl, isLoopback);
  const { db } = resources;
  const countCall: CountCall | undefined = resources.dialect === 'postgres' ? (key, windowMs) => countCallIn(db, key, windowMs) : undefined;
  const app = await createServer({ ...config, ...options, isOwnOrigin, countCall });
  const ctx: Context = { ...resources, log: app.log };

  healthRoutes(app, ctx);
  authRoutes(app, ctx);
  settingRoutes(app, ctx);
  specimenRoutes(app, ctx);
  orderRoutes(app, ctx);
  ownerOrderRoutes(app, ctx);
  mailRoutes(app, ctx);
  mediaRoutes(app, ctx);
  backupRoutes(app, ctx);
  demoRoutes(app, ctx);
  firstStepRoutes(app, ctx);
  if (options.storefront) await storefrontRoutes(app, ctx, options.storefront);
  return { app, ctx };
}

import { installation } from '#contract/version.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { version } from '#server/platform/version.ts';
import { commandPrefix } from '#server/platform/way-of-running.ts';
import { lastAsked, newerThan } from './newer-version.service.ts';

/** GET /api/manage/version. For the admin alone: strangers need not know what runs here. */
export function versionRoutes(app: App, ctx: Context): void {
  app.get('/api/manage/version', { onRequest: requireAdmin(ctx), schema: { response: { 200: installation } } }, async () => ({
    version,
    commands: commandPrefix,
    newer: await newerThan(ctx, version),
    asked: await lastAsked(ctx),
  }));
}

import { proxyState } from '#contract/admin/proxy-state.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';
import { isFromUntrustedProxy } from '#server/platform/http/forwarded.ts';

/** GET /api/manage/proxy. Judged by the admin's own request, since strangers can write what they like into theirs. */
export function proxyRoutes(app: App, ctx: Context): void {
  app.get('/api/manage/proxy', { onRequest: requireAdmin(ctx), schema: { response: { 200: proxyState } } }, async (request) => ({
    isUntrusted: isFromUntrustedProxy(request),
  }));
}

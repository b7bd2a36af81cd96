import { proxyCalls } from '#core/contract/admin/admin-calls.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import type { App } from '#platform/http/app-type.ts';
import { isFromUntrustedProxy } from '#platform/http/forwarded.ts';

/** Judges the admin's own request, since strangers can write what they like into theirs. */
export function proxyRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, proxyCalls, {
    'GET /api/manage/proxy': (request) => ({ isUntrusted: isFromUntrustedProxy(request) }),
  });
}

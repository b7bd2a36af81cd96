import { versionCalls } from '#core/contract/admin/admin-calls.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import type { App } from '#platform/http/app-type.ts';
import { version } from '#platform/process/version.ts';
import { commandPrefix } from '#platform/process/way-of-running.ts';

/** For the admin alone: strangers need not know what runs here. */
export function versionRoutes(app: App, ctx: Context): void {
  const [loadNewer] = pluggedInto('newerVersion');
  addCalls(app, ctx, versionCalls, {
    'GET /api/manage/version': async () => ({
      version,
      commands: commandPrefix,
      newer: null,
      asked: null,
      ...(await (
        await loadNewer?.()
      )?.(ctx, version)),
    }),
  });
}

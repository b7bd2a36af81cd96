import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { secondWayCalls } from '#features/health/contract/health-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { readSecondWay, saveSecondWay, testSecondWay } from './second-way.service.ts';

export function secondWayRoutes(app: App, ctx: Context): void {
  const read = async () => ({ way: await readSecondWay(ctx) });
  addCalls(app, ctx, secondWayCalls, {
    'GET /api/manage/second-way': read,
    'PUT /api/manage/second-way': async (request) => {
      await saveSecondWay(ctx, request.body.way, request);
      return read();
    },
    'POST /api/manage/second-way/test': async ({ body }) => {
      const { general } = await readSettings(ctx);
      await testSecondWay(body.way, general.siteTitle);
    },
  });
}

import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { buyerDataCalls } from '#features/privacy/contract/buyer-data-calls.ts';
import type { App } from '#platform/http/app-type.ts';
import { countBuyerData, eraseBuyerData, exportBuyerData } from './buyer-data.service.ts';

export function privacyRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, buyerDataCalls, {
    'POST /api/manage/buyer-data': ({ body }) => countBuyerData(ctx, body.email),
    'POST /api/manage/buyer-data/export': (request) =>
      exportBuyerData(ctx, request.body.email, request),
    'POST /api/manage/buyer-data/erase': (request) => eraseBuyerData(ctx, request.body, request),
  });
}

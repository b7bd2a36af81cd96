import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { parcelCalls } from '#features/parcels/contract/parcels-calls.ts';
import type { App } from '#platform/http/app-type.ts';

const load = () => import('./parcels.service.ts');

export function parcelRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, parcelCalls, {
    'GET /api/manage/orders/:id/parcel': async ({ params: { id }, query: { orders } }) =>
      (await load()).previewTogether(ctx, id, orders),
    'POST /api/manage/orders/:id/parcel': async ({ params: { id }, body }) =>
      (await load()).sendTogether(ctx, id, body),
    'DELETE /api/manage/orders/:id/parcel': async ({ params: { id } }) =>
      (await load()).sendAlone(ctx, id),
  });
}

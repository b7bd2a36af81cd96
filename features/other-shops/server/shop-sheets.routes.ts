import { Readable } from 'node:stream';
import { addCalls } from '#core/server/calls.ts';
import type { Context } from '#core/server/context.ts';
import { shopSheetCalls } from '#features/other-shops/contract/other-shops-calls.ts';
import type { App } from '#platform/http/app-type.ts';

export function shopSheetRoutes(app: App, ctx: Context): void {
  addCalls(app, ctx, shopSheetCalls, {
    'GET /api/manage/shop-sheets/:shop': async ({ params: { shop } }, reply) => {
      const { shopSheet } = await import('./shop-sheets.service.ts');
      const { publicUrl, port } = ctx.config;
      const day = ctx.clock.now().toISOString().slice(0, 10);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="druse-${shop}-${day}.csv"`)
        .send(Readable.from(shopSheet(ctx, shop, publicUrl ?? `http://localhost:${port}`)));
    },
  });
}

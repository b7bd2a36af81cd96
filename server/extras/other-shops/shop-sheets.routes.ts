/** The collection as another shop's product sheet. */
import { Readable } from 'node:stream';
import { z } from 'zod';
import { sheetShops } from '#contract/extras/other-shops/shop-sheets.ts';
import type { Context } from '#server/context.ts';
import { requireAdmin } from '#server/features/admin/auth/auth.service.ts';
import type { App } from '#server/platform/http/app-type.ts';

const sheet = { description: 'A product sheet.', content: { 'text/csv': { schema: z.unknown() } } };
const params = z.strictObject({ shop: z.enum(sheetShops) });

export function shopSheetRoutes(app: App, ctx: Context): void {
  const onRequest = requireAdmin(ctx);
  app.get(
    '/api/manage/shop-sheets/:shop',
    { onRequest, schema: { params, response: { 200: sheet } } },
    async ({ params: { shop } }, reply) => {
      const { shopSheet } = await import('./shop-sheets.service.ts');
      const { publicUrl, port } = ctx.config;
      const day = ctx.clock.now().toISOString().slice(0, 10);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="druse-${shop}-${day}.csv"`)
        .send(Readable.from(shopSheet(ctx, shop, publicUrl ?? `http://localhost:${port}`)));
    },
  );
}

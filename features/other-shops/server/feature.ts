import type { ServerFeature } from '#core/server/feature.ts';

export const otherShops = {
  routes: async () => {
    const [{ oldAddressRoutes }, { shopSheetRoutes }] = await Promise.all([
      import('./old-addresses.routes.ts'),
      import('./shop-sheets.routes.ts'),
    ]);
    return (app, ctx) => {
      oldAddressRoutes(app, ctx);
      shopSheetRoutes(app, ctx);
    };
  },
  sheetShapes: 'features/other-shops/server/sheets-task.ts',
  specimenReplaced: async (tx, from, to) =>
    (await import('./old-addresses.queries.ts')).moveAddresses(tx, from, to),
  oldAddress: async (ctx, path) =>
    (await import('./old-addresses.service.ts')).oldAddress(ctx, path),
} satisfies ServerFeature;

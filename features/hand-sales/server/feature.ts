import type { ServerFeature } from '#core/server/feature.ts';

export const handSales = {
  routes: async () => (await import('./hand-sales.routes.ts')).handSaleRoutes,
} satisfies ServerFeature;

import type { ServerFeature } from '#core/server/feature.ts';

export const newBuyers = {
  routes: async () => (await import('./new-buyers.routes.ts')).newBuyersRoutes,
} satisfies ServerFeature;

import type { ServerFeature } from '#core/server/feature.ts';

export const bulkShipping = {
  needs: ['undo'],
  routes: async () => (await import('./bulk-shipping.routes.ts')).bulkShippingRoutes,
} satisfies ServerFeature;

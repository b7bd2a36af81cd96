import type { ServerFeature } from '#core/server/feature.ts';

export const ownOrders = {
  routes: async () => (await import('./own-orders.routes.ts')).ownOrderRoutes,
  orderFollower: async () => (await import('./own-orders.service.ts')).tellingAdmin,
} satisfies ServerFeature;

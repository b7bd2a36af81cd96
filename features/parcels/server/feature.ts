import type { ServerFeature } from '#core/server/feature.ts';

export const parcels = {
  routes: async () => (await import('./parcels.routes.ts')).parcelRoutes,
  orderFields: async () => (await import('./travelling.ts')).travelFields,
  orderFollower: async () => (await import('./travelling.ts')).travelling,
} satisfies ServerFeature;

import type { ServerFeature } from '#core/server/feature.ts';

export const statements = {
  routes: async () => (await import('./payments.routes.ts')).paymentRoutes,
} satisfies ServerFeature;

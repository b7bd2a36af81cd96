import type { ServerFeature } from '#core/server/feature.ts';

export const today = {
  routes: async () => (await import('./today.routes.ts')).todayRoutes,
} satisfies ServerFeature;

import type { ServerFeature } from '#core/server/feature.ts';

export const favourites = {
  routes: async () => (await import('./favourites.routes.ts')).favouriteRoutes,
} satisfies ServerFeature;

import type { ServerExtra } from '#server/extra.ts';

export const favourites = {
  routes: async () => (await import('./favourites.routes.ts')).favouriteRoutes,
} satisfies ServerExtra;

import type { ServerFeature } from '#core/server/feature.ts';

export const privacy = {
  routes: async () => (await import('./privacy.routes.ts')).privacyRoutes,
  cleanUp: async (ctx, before) => (await import('./personal-data.ts')).clearLeftBehind(ctx, before),
} satisfies ServerFeature;

import type { ServerFeature } from '#core/server/feature.ts';

export const turns = {
  routes: async () => (await import('./turns.routes.ts')).turnRoutes,
  specimenMedia: {
    addTurn: async (ctx, videoId, file, frames, work) =>
      (await import('./turns.service.ts')).addTurn(ctx, videoId, file, frames, work),
  },
} satisfies ServerFeature;

import type { ServerFeature } from '#core/server/feature.ts';

export const emailCorrections = {
  routes: async () => (await import('./email-corrections.routes.ts')).emailRoutes,
} satisfies ServerFeature;

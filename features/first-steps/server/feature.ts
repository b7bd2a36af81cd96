import type { ServerFeature } from '#core/server/feature.ts';

export const firstSteps = {
  routes: async () => (await import('./first-steps.routes.ts')).firstStepRoutes,
} satisfies ServerFeature;

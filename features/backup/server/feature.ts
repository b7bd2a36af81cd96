import type { ServerFeature } from '#core/server/feature.ts';

export const backup = {
  routes: async () => (await import('./backup.routes.ts')).backupRoutes,
} satisfies ServerFeature;

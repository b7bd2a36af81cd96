import type { ServerFeature } from '#core/server/feature.ts';

export const ledger = {
  needs: ['paper'],
  routes: async () => (await import('./ledger.routes.ts')).ledgerRoutes,
} satisfies ServerFeature;

import type { ServerExtra } from '#server/extra.ts';

export const ledger = {
  needs: ['paper'],
  routes: async () => (await import('./ledger.routes.ts')).ledgerRoutes,
} satisfies ServerExtra;

import type { ServerExtra } from '#server/extra.ts';

export const ledger = {
  routes: async () => (await import('./ledger.routes.ts')).ledgerRoutes,
} satisfies ServerExtra;

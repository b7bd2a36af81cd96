import type { ServerExtra } from '#server/extra.ts';

export const statements = {
  routes: async () => (await import('./payments.routes.ts')).paymentRoutes,
} satisfies ServerExtra;

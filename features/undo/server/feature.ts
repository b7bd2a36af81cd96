import type { ServerFeature } from '#core/server/feature.ts';

export const undo = {
  routes: async () => (await import('./undo.routes.ts')).undoRoutes,
  orderFollower: async () => (await import('./steps.ts')).noting,
  orderFields: async () => (await import('./steps.ts')).undoField,
  mailHold: async () => (await import('./steps.ts')).holdOfMail,
} satisfies ServerFeature;

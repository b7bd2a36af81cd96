import type { ServerFeature } from '#core/server/feature.ts';

export const intake = {
  needs: ['paper'],
  routes: async () => (await import('./intake.routes.ts')).intakeRoutes,
  due: { order: 130, kinds: async () => [(await import('./intake.service.ts')).abandonedIntakes] },
  specimenReplaced: async (tx, from, to) =>
    (await import('./intake.queries.ts')).moveFiles(tx, from, to),
  tables: { usingMedia: ['intake_files'] },
} satisfies ServerFeature;

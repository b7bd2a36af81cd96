import type { ServerFeature } from '#core/server/feature.ts';
import { copyConditions } from './copy-conditions.ts';
import type {} from './tables.ts';

export const copies = {
  needs: ['backup'],
  routes: async () => (await import('./copies.routes.ts')).copyRoutes,
  due: { order: 200, kinds: async () => [(await import('./copy-state.service.ts')).dueCopies] },
  conditions: {
    copyOld: {
      ...copyConditions.copyOld,
      isLasting: async (ctx) => (await import('./copy-state.service.ts')).isCopyOld(ctx),
    },
    copyUnproved: {
      ...copyConditions.copyUnproved,
      isLasting: async (ctx) => (await import('./copy-state.service.ts')).isCopyUnproved(ctx),
    },
  },
  findings: {
    Copies: async (patient) => (await import('./copy-finding.service.ts')).lookAtCopies(patient),
  },
  activities: { 'copies.changed': 'The nightly copies were changed' },
  restoreFrom: async (source, restore) =>
    (await import('./reading.service.ts')).restoreFrom(source, restore),
  tables: { notInBackups: ['copy_plans', 'copy_places'] },
} satisfies ServerFeature;

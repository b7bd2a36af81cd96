import type { ServerFeature } from '#core/server/feature.ts';

export const bulkEdits = {
  routes: async () => (await import('./bulk-edits.routes.ts')).bulkEditRoutes,
  due: {
    order: 120,
    kinds: async () => [(await import('./bulk-edits.service.ts')).endedBulkEdits],
  },
} satisfies ServerFeature;

import type { ServerFeature } from '#core/server/feature.ts';

export const buyerNotices = {
  orderDeletion: {
    before: async (act, id) => (await import('./notices.ts')).noticeRemoval(act, id),
    told: async (ctx, id, hashes) =>
      (await import('./removed.service.ts')).removalTold(ctx, id, hashes),
  },
  orderFollower: async () => (await import('./notices.ts')).noticing,
} satisfies ServerFeature;

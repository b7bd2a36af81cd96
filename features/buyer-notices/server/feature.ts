import type { ServerFeature } from '#core/server/feature.ts';

export const buyerNotices = {
  orderDeletion: {
    before: async (act, id) => (await import('./notices.ts')).noticeRemoval(act, id),
  },
  orderFollower: async () => (await import('./notices.ts')).noticing,
} satisfies ServerFeature;

import type { ServerFeature } from '#core/server/feature.ts';
import { changedMedia } from '#core/server/media/files/cache-tags.ts';

export const lampAlignment = {
  mediaJobs: {
    alignment: async (ctx, picture, work) =>
      (await import('./aligning.service.ts')).alignPicture(ctx, picture, work),
  },
  specimenMedia: {
    changed: async (act, specimenId) =>
      (await import('./alignments.service.ts')).queueAlignments(act, specimenId),
    shown: async (db, media, visibility) =>
      (await import('./alignments.service.ts')).withAlignments(db, media, visibility),
  },
  tables: { changed: { alignments: (pictureId) => changedMedia([pictureId]) } },
} satisfies ServerFeature;

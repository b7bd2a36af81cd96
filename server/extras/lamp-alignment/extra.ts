import type { ServerExtra } from '#server/extra.ts';
import { changedMedia } from '#server/features/media/files/cache-tags.ts';

export const lampAlignment = {
  mediaJobs: {
    alignment: async (ctx, picture, work) => (await import('./aligning.service.ts')).alignPicture(ctx, picture, work),
  },
  specimenMedia: {
    changed: async (tx, specimenId, now) => (await import('./alignments.service.ts')).queueAlignments(tx, specimenId, now),
    shown: async (db, media, visibility) => (await import('./alignments.service.ts')).withAlignments(db, media, visibility),
  },
  tables: { changed: { alignments: (pictureId) => changedMedia([pictureId]) } },
} satisfies ServerExtra;

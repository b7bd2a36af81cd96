/** Specimens that a bulk edit has deleted: hidden at once, gone for good when nobody can undo it any more. */
import type { Context } from '#server/context.ts';
import { changedSpecimens } from '#server/features/specimens/cache-tags.ts';
import { instantOf } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { DueKind } from '#server/platform/jobs/due.ts';
import { lockSpecimen, selectDueDeletions, selectNextDeletion, updateSpecimen } from './editing.queries.ts';
import { removeSpecimen } from './editing.service.ts';

/** One at a time, so that orders and pages wait for none of many. */
export const dueDeletions: DueKind<Context> = {
  name: 'deletions',
  nextAt: ({ db }) => selectNextDeletion(db),
  dueIds: ({ db }, now, limit) => selectDueDeletions(db, now, limit),
  settle: async (ctx, id) => {
    const isDeleted = await inTransaction(ctx.db, async (tx) => {
      const row = await lockSpecimen(tx, id);
      if (!row || row.delete_at === null || row.delete_at > instantOf(ctx.clock)) return false;
      // What is on show again, or somebody has a claim on, stays.
      if (row.visible || row.held > 0 || row.waiting > 0) {
        await updateSpecimen(tx, id, { delete_at: null });
        return false;
      }
      await removeSpecimen(ctx, tx, row);
      return true;
    });
    if (isDeleted) ctx.invalidateCache(changedSpecimens([id]));
  },
};

/** Specimens that a bulk edit has deleted: hidden at once, deleted for good once it can no longer be undone. */
import type { Context } from '#server/context.ts';
import { changedSpecimens } from '#server/features/catalogue/specimens/cache-tags.ts';
import { instantOf } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { DueKind } from '#server/platform/jobs/due.ts';
import { type EditedRow, lockSpecimen, selectDueDeletions, selectNextDeletion, updateSpecimen } from './editing.queries.ts';
import { removeSpecimens } from './editing.service.ts';

/** In one transaction: each reads and writes much of the search index, however many specimens it is about, and others wait for it. */
const AT_ONCE = 200;

/** Takes along others that are due; one that cannot be deleted holds up none of them. */
export const dueDeletions: DueKind<Context> = {
  name: 'deletions',
  nextAt: ({ db }) => selectNextDeletion(db),
  dueIds: ({ db }, now, limit) => selectDueDeletions(db, now, limit),
  settle: async (ctx, id) => {
    const due = await selectDueDeletions(ctx.db, instantOf(ctx.clock), AT_ONCE);
    // An earlier one took it along, or it was undone.
    if (!due.includes(id) && due.length < AT_ONCE) return;
    await deleteDue(ctx, [...new Set([id, ...due])]).catch(() => deleteDue(ctx, [id]));
  },
};

/** Deletes those that are still due. */
async function deleteDue(ctx: Context, ids: readonly number[]): Promise<void> {
  const deleted = await inTransaction(ctx.db, async (tx) => {
    const rows: EditedRow[] = [];
    // In one sequence, as orders lock them.
    for (const id of ids.toSorted((a, b) => a - b)) {
      const row = await lockSpecimen(tx, id);
      if (!row || row.delete_at === null || row.delete_at > instantOf(ctx.clock)) continue;
      // What is on show again, or somebody has a claim on, stays.
      if (row.visible || row.held > 0 || row.waiting > 0) await updateSpecimen(tx, id, { delete_at: null });
      else rows.push(row);
    }
    await removeSpecimens(ctx, tx, rows);
    return rows.map(({ id }) => id);
  });
  if (deleted.length > 0) ctx.invalidateCache(changedSpecimens(deleted));
}

/** A bulk edit hides its deleted specimens until it can no longer be undone. */
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { instantOf } from '#platform/clock.ts';
import type { DueKind } from '#platform/jobs/due.ts';
import {
  type EditedRow,
  lockSpecimen,
  selectDueDeletions,
  selectNextDeletion,
  updateSpecimen,
} from './editing.queries.ts';
import { removeSpecimens } from './editing.service.ts';

/** In one transaction: each deletion rewrites much of the search index, and others wait for it. */
const AT_ONCE = 200;

/** One that cannot be deleted holds up none of the others. */
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

async function deleteDue(ctx: Context, ids: readonly number[]): Promise<void> {
  await perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    const rows: EditedRow[] = [];
    // In one sequence, as orders lock them.
    for (const id of ids.toSorted((a, b) => a - b)) {
      const row = await lockSpecimen(tx, id);
      if (!row || row.delete_at === null || row.delete_at > act.now) continue;
      // What is visible again, or someone has a claim on, stays.
      if (row.visible || row.held > 0 || row.waiting > 0)
        await updateSpecimen(tx, id, { delete_at: null });
      else rows.push(row);
    }
    await removeSpecimens(act, rows);
  });
}

/** Intakes: begun, changed, and ended. What came with them and became nothing is removed. */
import type { Intake } from '#contract/extras/intake/intakes.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { removeUnreferred } from '#server/features/media/files/cleanup/media-cleanup.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { DueKind } from '#server/platform/jobs/due.ts';
import { deleteIntake, insertIntake, lockIntake, selectEnded, selectFiles, selectIntakes, selectNextEnd } from './intake.queries.ts';
import { noIntake, readIntake } from './reading.service.ts';

const DAY = 24 * 60 * 60_000;
/** An intake with which nothing is done for so long has been abandoned. */
const LIFE_MS = 14 * DAY;
/** Intakes at the same time. */
const MAX_INTAKES = 10;

/** When an intake ends with which something is done now. */
export const endOf = ({ clock }: Context): string => new Date(clock.now().getTime() + LIFE_MS).toISOString();

/** Begins an intake. @throws Problem state_conflict where there are very many. */
export async function beginIntake(ctx: Context): Promise<Intake> {
  const id = await inTransaction(ctx.db, async (tx) => {
    if ((await selectIntakes(tx)).length >= MAX_INTAKES)
      throw new Problem('state_conflict', `You already have ${MAX_INTAKES} intakes. Please finish or cancel one first.`);
    return insertIntake(tx, { created_at: instantOf(ctx.clock), ends_at: endOf(ctx) });
  });
  return readIntake(ctx, id);
}

/** Locks an intake for a change. @throws Problem not_found. */
export async function holdIntake(ctx: Context, tx: Tx, id: number): Promise<void> {
  if (!(await lockIntake(tx, id, endOf(ctx)))) throw noIntake();
}

/** Ends an intake, finished or cancelled: what no specimen has of it is removed, rows and files. @throws Problem not_found. */
export async function endIntake(ctx: Context, id: number): Promise<void> {
  if (!(await removeIntake(ctx, id))) throw noIntake();
}

async function removeIntake(ctx: Context, id: number, endedBefore?: string): Promise<boolean> {
  const media = await inTransaction(ctx.db, async (tx) => {
    const files = await selectFiles(tx, id);
    return (await deleteIntake(tx, id, endedBefore)) ? files.flatMap(({ media_id }) => media_id ?? []) : null;
  });
  // After the commit. Where that fails, media cleanup finds them a day later.
  if (media) await removeUnreferred(ctx, media);
  return media !== null;
}

/** Intakes with which nothing was done for two weeks. */
export const abandonedIntakes: DueKind<Context> = {
  name: 'abandoned intakes',
  nextAt: ({ db }) => selectNextEnd(db),
  dueIds: ({ db }, now, limit) => selectEnded(db, now, limit),
  settle: async (ctx, id) => {
    await removeIntake(ctx, id, instantOf(ctx.clock));
  },
};

import { setTimeout } from 'node:timers/promises';
import { DAY_MS } from '#core/contract/durations.ts';
import type { Context } from '#core/server/context.ts';
import type { DueKind } from '#platform/jobs/due.ts';
import { selectPlaces, selectPlan } from './copies.queries.ts';

const OLD_AFTER_MS = 2 * DAY_MS;
const UNPROVED_AFTER_MS = 10 * DAY_MS;

/** A new place has as long to get its first copy, or proof. */
async function isAnyBefore(
  ctx: Pick<Context, 'db' | 'clock'>,
  column: 'copied_at' | 'proved_at',
  ms: number,
): Promise<boolean> {
  const since = new Date(ctx.clock.now().getTime() - ms).toISOString();
  const plan = await selectPlan(ctx.db);
  if (!plan?.began_at || plan.began_at > since) return false;
  return (await selectPlaces(ctx.db)).some((place) => (place[column] ?? place.created_at) < since);
}

export const isCopyOld = (ctx: Pick<Context, 'db' | 'clock'>) =>
  isAnyBefore(ctx, 'copied_at', OLD_AFTER_MS);
export const isCopyUnproved = (ctx: Pick<Context, 'db' | 'clock'>) =>
  isAnyBefore(ctx, 'proved_at', UNPROVED_AFTER_MS);

/** A missed night is made up at the next start, as its time stands in a row. */
export const dueCopies: DueKind<Context> = {
  name: 'copies',
  nextAt: async ({ db }) => {
    const plan = await selectPlan(db);
    return plan?.due_at && plan.lease_until !== null && plan.lease_until > plan.due_at
      ? plan.lease_until
      : (plan?.due_at ?? null);
  },
  dueIds: async ({ db }, now) => {
    const plan = await selectPlan(db);
    const isDue =
      plan?.due_at != null &&
      plan.due_at <= now &&
      (plan.lease_until === null || plan.lease_until < now);
    return isDue ? [1] : [];
  },
  // Not waited for: it may take hours, and the schedule has other things to settle.
  settle: async (ctx) => {
    const { makeDueCopy } = await import('./copies.service.ts');
    const run: Run = { isStopping: false, ended: Promise.resolve() };
    run.ended = makeDueCopy(ctx, () => run.isStopping).then(
      () => {},
      (err: unknown) => ctx.log.error({ err }, 'the copies could not be made'),
    );
    runs.set(ctx, run);
  },
};

type Run = { isStopping: boolean; ended: Promise<void> };
const runs = new WeakMap<Context, Run>();

const STOPPING_MS = 5_000;

/** Stops after the present file, so the next start takes the copy up at once. */
export async function stopCopies(ctx: Context): Promise<void> {
  const run = runs.get(ctx);
  if (!run) return;
  run.isStopping = true;
  await Promise.race([run.ended, setTimeout(STOPPING_MS, undefined, { ref: false })]);
}

import { DAY_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { removeUnreferred } from '#core/server/media/files/cleanup/media-cleanup.service.ts';
import { perform } from '#core/server/perform.ts';
import type { Intake } from '#features/intake/contract/intakes.ts';
import type { DueKind } from '#platform/jobs/due.ts';
import {
  deleteIntake,
  insertIntake,
  lockIntake,
  selectEnded,
  selectFiles,
  selectIntakes,
  selectNextEnd,
} from './intake.queries.ts';
import { noIntake, readIntake } from './reading.service.ts';

const LIFE_MS = 14 * DAY_MS;
const MAX_INTAKES = 10;

export const endOf = ({ clock }: Pick<Context, 'clock'>): string =>
  new Date(clock.now().getTime() + LIFE_MS).toISOString();

/** @throws Problem state_conflict where there are very many. */
export async function beginIntake(ctx: Context): Promise<Intake> {
  const id = await perform(ctx, 'owner', async (act) => {
    const { tx, now } = act;
    if ((await selectIntakes(tx)).length >= MAX_INTAKES)
      throw new Problem(
        'state_conflict',
        `You already have ${MAX_INTAKES} intakes. Please finish or cancel one first.`,
      );
    return insertIntake(tx, { created_at: now, ends_at: endOf(act) });
  });
  return readIntake(ctx, id);
}

/** Locks an intake for a change. @throws Problem not_found */
export async function holdIntake(act: Act, id: number): Promise<void> {
  if (!(await lockIntake(act.tx, id, endOf(act)))) throw noIntake();
}

/** Keeps what specimens have. @throws Problem not_found */
export async function endIntake(ctx: Context, id: number): Promise<void> {
  if (!(await removeIntake(ctx, 'owner', id))) throw noIntake();
}

async function removeIntake(ctx: Context, actor: 'owner' | 'system', id: number) {
  const media = await perform(ctx, actor, async ({ tx, now }) => {
    const files = await selectFiles(tx, id);
    return (await deleteIntake(tx, id, actor === 'system' ? now : undefined))
      ? files.flatMap(({ media_id }) => media_id ?? [])
      : null;
  });
  // After the commit. Where that fails, media cleanup finds them a day later.
  if (media) await removeUnreferred(ctx, media);
  return media !== null;
}

export const abandonedIntakes: DueKind<Context> = {
  name: 'abandoned intakes',
  nextAt: ({ db }) => selectNextEnd(db),
  dueIds: ({ db }, now, limit) => selectEnded(db, now, limit),
  settle: async (ctx, id) => {
    await removeIntake(ctx, 'system', id);
  },
};

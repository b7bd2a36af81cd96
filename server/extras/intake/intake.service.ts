/** Intakes: begun, changed, and ended. What came with them and became nothing is removed. */
import type { Intake, IntakeChange } from '#contract/extras/intake/intakes.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { reserveNumbers } from '#server/extras/paper/label-sheets.service.ts';
import { removeUnreferred } from '#server/features/media/files/cleanup/media-cleanup.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { DueKind } from '#server/platform/jobs/due.ts';
import {
  deleteIntake,
  insertIntake,
  lockIntake,
  selectEnded,
  selectFiles,
  selectIntakes,
  selectNextEnd,
  updateFiles,
} from './intake.queries.ts';
import { numberKey } from './known-numbers.ts';
import { assignFiles, noIntake, readIntake } from './reading.service.ts';

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

/**
 * Notes what the admin says of files.
 * @throws Problem not_found; invalid_input for a file that the intake does not have, or that is part of a specimen.
 */
export async function changeFiles(ctx: Context, id: number, { files: ids, placedIn, before, label, light }: IntakeChange): Promise<Intake> {
  await inTransaction(ctx.db, async (tx) => {
    await holdIntake(ctx, tx, id);
    const known = new Map((await selectFiles(tx, id)).map((file) => [file.id, file]));
    if (ids.some((one) => known.get(one)?.specimen_id !== null)) throw unknownFile();
    await updateFiles(tx, id, ids, { ...(label !== undefined && { label }), ...(light !== undefined && { light }) });
    if (placedIn === undefined) return;
    await updateFiles(tx, id, ids, { placed_in: placedIn, place: null });
    if (placedIn) await arrange(ctx, tx, id, ids, numberKey(placedIn), before);
  });
  return readIntake(ctx, id);
}

/** Numbers the pictures of a row in their current order, the moved ones before one of them or at the end. */
async function arrange(ctx: Context, tx: Tx, id: number, moved: number[], key: string, before: number | undefined): Promise<void> {
  const { assignment } = await assignFiles(ctx, tx, id);
  const rest = (assignment.rows.find((row) => row.key === key)?.pictures ?? []).filter((one) => !moved.includes(one));
  const at = before === undefined ? -1 : rest.indexOf(before);
  const sequence = rest.toSpliced(at < 0 ? rest.length : at, 0, ...moved);
  for (const [index, file] of sequence.entries()) await updateFiles(tx, id, [file], { place: index + 1 });
}

/** Takes a number that no label of ours bears: it is reserved from now on. @throws Problem state_conflict where it is not free. */
export async function adoptNumber(ctx: Context, id: number, number: string): Promise<Intake> {
  const { assignment } = await assignFiles(ctx, ctx.db, id);
  const row = assignment.rows.find(({ key }) => key === numberKey(number));
  if (!row?.problems.includes('unknown')) throw new Problem('state_conflict', `That’s already settled for number ${number}.`);
  const { numbers } = await reserveNumbers(ctx, { count: 1, first: row.number });
  if (numbers[0] !== row.number) throw new Problem('state_conflict', `The number ${number} is already in use.`);
  return readIntake(ctx, id);
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

const unknownFile = () => new Problem('invalid_input', 'One of these files isn’t in this intake, or is already part of a draft.');

import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import type { Intake, IntakeChange, IntakeSplit } from '#features/intake/contract/intakes.ts';
import { reserveNumbers } from '#features/paper/server/label-sheets.service.ts';
import type { Tx } from '#platform/db/db.ts';
import { type FileRow, selectFiles, updateFiles } from './intake.queries.ts';
import { holdIntake } from './intake.service.ts';
import { numberKey } from './known-numbers.ts';
import { assignFiles, labelsSeen, readIntake } from './reading.service.ts';
import {
  deleteStep,
  deleteUnused,
  insertStep,
  selectLastStep,
  selectUnused,
  upsertUnused,
} from './review.queries.ts';
import type { StepBefore } from './tables.ts';

const MAX_STEPS = 20;

/**
 * @throws Problem not_found; invalid_input for a file that the intake lacks, or that is part of a
 * specimen.
 */
export async function changeFiles(ctx: Context, id: number, change: IntakeChange): Promise<Intake> {
  const { files: ids, placedIn, before, label, keepsPicture, light } = change;
  return step(ctx, id, async (act, files) => {
    const { tx } = act;
    refuseUnknown(files, ids);
    await updateFiles(tx, id, ids, {
      ...(label !== undefined && { label }),
      ...(light !== undefined && { light }),
    });
    if (label !== undefined) await keepPictures(act, id, { files, ids, label, keepsPicture });
    if (placedIn === undefined) return;
    await updateFiles(tx, id, ids, { placed_in: placedIn, place: null });
    if (placedIn) await arrange(act, id, ids, numberKey(placedIn), before);
  });
}

type Labelled = {
  files: FileRow[];
  ids: number[];
  label: string | null;
  keepsPicture: boolean | undefined;
};

/** Naming a stone's label makes the picture that piece's own. */
async function keepPictures(
  act: Act,
  id: number,
  { files, ids, label, keepsPicture }: Labelled,
): Promise<void> {
  const { tx } = act;
  const seen = await labelsSeen(act, files);
  const stones = ids.filter((one) => label && (keepsPicture ?? !seen.get(one)));
  await updateFiles(tx, id, ids, { keeps_picture: false });
  await updateFiles(tx, id, stones, { keeps_picture: true, placed_in: null, place: null });
}

async function arrange(
  act: Act,
  id: number,
  moved: number[],
  key: string,
  before?: number,
): Promise<void> {
  const { assignment } = await assignFiles(act, id);
  const rest = (assignment.rows.find((row) => row.key === key)?.pictures ?? []).filter(
    (one) => !moved.includes(one),
  );
  const at = before === undefined ? -1 : rest.indexOf(before);
  const sequence = rest.toSpliced(at < 0 ? rest.length : at, 0, ...moved);
  for (const [index, file] of sequence.entries())
    await updateFiles(act.tx, id, [file], { place: index + 1 });
}

/**
 * Moves what is shown from a picture on, and what comes later.
 * @throws as `changeFiles` does.
 */
export async function splitRow(
  ctx: Context,
  id: number,
  { file, number, keepsPicture }: IntakeSplit,
): Promise<Intake> {
  return step(ctx, id, async (act, files) => {
    const { tx } = act;
    refuseUnknown(files, [file]);
    const own = (await assignFiles(act, id)).assignment.rows.find(({ pictures }) =>
      pictures.includes(file),
    );
    const shown = own?.pictures ?? [];
    const at = shown.indexOf(file);
    const made = new Set(files.flatMap((one) => (one.specimen_id === null ? [] : [one.id])));
    const following = shown.slice(keepsPicture ? at : at + 1).filter((one) => !made.has(one));
    const inRow = async (key: string) =>
      (await assignFiles(act, id)).assignment.rows.find((row) => row.key === key)?.pictures ?? [];

    await updateFiles(tx, id, [file], { placed_in: null, place: null });
    // A picture moved here from elsewhere would split the row among whose pictures it was taken.
    const isFromElsewhere =
      own !== undefined && keepsPicture && !(await inRow(own.key)).includes(file);
    if (!isFromElsewhere)
      await updateFiles(tx, id, [file], { label: number, keeps_picture: keepsPicture });

    // What was arranged or moved by hand does not follow its time.
    const follows = await inRow(numberKey(number));
    const left = following.filter((one) => !follows.includes(one));
    await updateFiles(tx, id, left, { placed_in: number, place: null });
    if (own && own.key !== numberKey(number)) {
      const taken = shown.slice(0, at).filter((one) => follows.includes(one));
      await updateFiles(tx, id, taken, { placed_in: own.number });
    }
    const sequence = (await inRow(numberKey(number))).filter((one) => following.includes(one));
    if (sequence.some((one, index) => one !== following[index]))
      await arrange(act, id, following, numberKey(number));
  });
}

/** No picture here is of these numbers. @throws Problem not_found */
export async function leaveOutNumbers(
  ctx: Context,
  id: number,
  numbers: string[],
): Promise<Intake> {
  return step(ctx, id, async ({ tx }, files) => {
    const until_file = files.at(-1)?.id ?? 0;
    const keys = [...new Set(numbers.map(numberKey))];
    await upsertUnused(
      tx,
      keys.map((number_key) => ({ intake_id: id, number_key, until_file })),
    );
  });
}

/**
 * Reserves a number that no label of ours bears.
 * @throws Problem state_conflict where it is not free.
 */
export async function adoptNumber(ctx: Context, id: number, number: string): Promise<Intake> {
  const { assignment } = await assignFiles(ctx, id);
  const row = assignment.rows.find(({ key }) => key === numberKey(number));
  if (!row?.problems.includes('unknown'))
    throw new Problem('state_conflict', `That’s already settled for number ${number}.`);
  const { numbers } = await reserveNumbers(ctx, { count: 1, first: row.number });
  if (numbers[0] !== row.number)
    throw new Problem('state_conflict', `The number ${number} is already in use.`);
  return readIntake(ctx, id);
}

/**
 * Keeps what a draft has by now.
 * @throws Problem not_found; state_conflict where nothing is left to undo.
 */
export async function undoStep(ctx: Context, id: number): Promise<Intake> {
  await perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    await holdIntake(act, id);
    const last = await selectLastStep(tx, id);
    if (!last) throw new Problem('state_conflict', 'There’s nothing left to undo.');
    for (const { id: file, ...before } of last.before.files)
      await updateFiles(tx, id, [file], before);
    await deleteUnused(tx, id);
    await upsertUnused(
      tx,
      last.before.unused.map((one) => ({ intake_id: id, ...one })),
    );
    await deleteStep(tx, last.id);
  });
  return readIntake(ctx, id);
}

async function step(
  ctx: Context,
  id: number,
  change: (act: Act, files: FileRow[]) => Promise<void>,
): Promise<Intake> {
  await perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    await holdIntake(act, id);
    const before = await stateOf(tx, id);
    await change(act, before.rows);
    const after = await stateOf(tx, id);
    const files = before.files.filter((file, index) => !isSame(file, after.files[index]));
    if (files.length > 0 || !isSame(before.unused, after.unused))
      await insertStep(tx, id, { files, unused: before.unused }, MAX_STEPS);
  });
  return readIntake(ctx, id);
}

async function stateOf(tx: Tx, id: number): Promise<StepBefore & { rows: FileRow[] }> {
  const rows = await selectFiles(tx, id);
  const files = rows.map((row) => ({
    id: row.id,
    label: row.label,
    keeps_picture: row.keeps_picture,
    placed_in: row.placed_in,
    place: row.place,
    light: row.light,
  }));
  return { rows, files, unused: await selectUnused(tx, id) };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function refuseUnknown(files: readonly FileRow[], ids: readonly number[]): void {
  const known = new Map(files.map((file) => [file.id, file]));
  if (ids.some((id) => known.get(id)?.specimen_id !== null))
    throw new Problem(
      'invalid_input',
      'One of these files isn’t in this intake, or is already part of a draft.',
    );
}

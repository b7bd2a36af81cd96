import type { Db, Tx } from '#platform/db/db.ts';
import type { IntakeUnused, StepBefore } from './tables.ts';

export async function selectUnused(db: Db | Tx, intakeId: number) {
  const query = db
    .selectFrom('intake_unused')
    .select(['number_key', 'until_file'])
    .where('intake_id', '=', intakeId);
  return query.orderBy('number_key').execute();
}

/** Each number takes three of the values that SQLite lets a statement have. */
const AT_ONCE = 1_000;

export async function upsertUnused(tx: Tx, rows: readonly IntakeUnused[]): Promise<void> {
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    await tx
      .insertInto('intake_unused')
      .values(rows.slice(from, from + AT_ONCE))
      .onConflict((conflict) =>
        conflict
          .columns(['intake_id', 'number_key'])
          .doUpdateSet(({ ref }) => ({ until_file: ref('excluded.until_file') })),
      )
      .execute();
  }
}

export async function deleteUnused(tx: Tx, intakeId: number): Promise<void> {
  await tx.deleteFrom('intake_unused').where('intake_id', '=', intakeId).execute();
}

export async function selectLastStep(
  db: Db | Tx,
  intakeId: number,
): Promise<{ id: number; before: StepBefore } | undefined> {
  const query = db
    .selectFrom('intake_steps')
    .select(['id', 'before'])
    .where('intake_id', '=', intakeId);
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst();
}

/** @param most steps of the intake that stay; earlier ones are forgotten. */
export async function insertStep(
  tx: Tx,
  intakeId: number,
  before: StepBefore,
  most: number,
): Promise<void> {
  await tx
    .insertInto('intake_steps')
    .values({ intake_id: intakeId, before: JSON.stringify(before) })
    .execute();
  const steps = tx.selectFrom('intake_steps').select('id').where('intake_id', '=', intakeId);
  const latest = steps.orderBy('id', 'desc').limit(most);
  await tx
    .deleteFrom('intake_steps')
    .where('intake_id', '=', intakeId)
    .where('id', 'not in', latest)
    .execute();
}

export async function deleteStep(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('intake_steps').where('id', '=', id).execute();
}

export async function deleteSteps(tx: Tx, intakeId: number): Promise<void> {
  await tx.deleteFrom('intake_steps').where('intake_id', '=', intakeId).execute();
}

/** Makes hidden specimens of the rows of an intake. */
import { categories } from '#contract/catalogue/categories.ts';
import { specimenInput } from '#contract/catalogue/specimens.ts';
import type { DraftsMade, IntakeDrafts } from '#contract/extras/intake/intakes.ts';
import type { Light } from '#contract/media/media.ts';
import { isVideo } from '#contract/media/media-kind.ts';
import { posterOf } from '#contract/media/media-urls.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { changedSpecimens } from '#server/features/catalogue/specimens/cache-tags.ts';
import { addSpecimen } from '#server/features/catalogue/specimens/editing/adding.service.ts';
import { linkPictures } from '#server/features/catalogue/specimens/editing/specimen-pictures.service.ts';
import { specimensOf } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { queueRenditions } from '#server/features/media/files/media.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { Row } from './assignment.ts';
import { type FileRow, selectFiles, selectIntake, updateFiles } from './intake.queries.ts';
import { holdIntake } from './intake.service.ts';
import type { KnownNumber } from './known-numbers.ts';
import { assignFiles, noIntake, type ReadIntake, readIntake, stateOfRow } from './reading.service.ts';
import { deleteSteps } from './review.queries.ts';

/** Rows that share a transaction, for which the intake is read and assigned once. */
const AT_ONCE = 25;

/**
 * Makes a hidden specimen of each row that is ready, with its number and pictures: all of a row, or nothing.
 * A row that has its specimen gets no second one, however often that is asked; pictures that came to it later are added to the first.
 * @throws Problem not_found.
 */
export async function makeDrafts(ctx: Context, id: number): Promise<DraftsMade> {
  if (!(await selectIntake(ctx.db, id))) throw noIntake();
  const ready = readyRows(await assignFiles(ctx, ctx.db, id)).map(({ row }) => row);
  const [made, failed]: [number[], DraftsMade['failed']] = [[], []];
  const make = async (rows: readonly Row[]): Promise<void> => {
    try {
      made.push(...(await makeSome(ctx, id, new Set(rows.map(({ key }) => key)))));
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'not_found') throw error;
      const [first, ...others] = rows;
      if (first && others.length === 0) failed.push({ number: first.number, message: error.message });
      // Which of them it is shows one by one.
      else for (const row of rows) await make([row]);
    }
  };
  for (let from = 0; from < ready.length; from += AT_ONCE) await make(ready.slice(from, from + AT_ONCE));
  if (made.length > 0) ctx.invalidateCache(changedSpecimens(made));
  return { made, failed, intake: await readIntake(ctx, id) };
}

/** The rows that are ready, each with its files. */
function readyRows({ files, assignment }: ReadIntake): { row: Row; pictures: FileRow[] }[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  const ready = assignment.rows.filter((row) => stateOfRow(row, byId) === 'ready');
  return ready.map((row) => ({ row, pictures: row.pictures.flatMap((one) => byId.get(one) ?? []) }));
}

/** Makes drafts of these rows, but for those that are no longer ready. @returns the specimens. */
async function makeSome(ctx: Context, intakeId: number, keys: ReadonlySet<string>): Promise<number[]> {
  return inTransaction(ctx.db, async (tx) => {
    await holdIntake(ctx, tx, intakeId);
    const read = await assignFiles(ctx, tx, intakeId);
    const made: number[] = [];
    for (const { row, pictures } of readyRows(read))
      if (keys.has(row.key)) made.push(await makeDraft(ctx, tx, intakeId, { row, pictures, known: read.known.get(row.key) ?? {} }));
    // What comes before a draft is settled by it.
    if (made.length > 0) await deleteSteps(tx, intakeId);
    return made;
  });
}

type Ready = { row: Row; pictures: FileRow[]; known: KnownNumber };

async function makeDraft(ctx: Context, tx: Tx, intakeId: number, { row, pictures, known }: Ready): Promise<number> {
  const now = instantOf(ctx.clock);
  const own = pictures.find(({ specimen_id }) => specimen_id !== null)?.specimen_id ?? null;
  // A draft that a sheet made waits for the photos of its number.
  const made = own ?? (known.awaitsPhoto ? (known.holder?.id ?? null) : null);
  const added = own === null ? mainFirst(pictures) : pictures.filter(({ specimen_id }) => specimen_id === null);
  // Two files of one intake differ, but a video and a picture may be the same medium as others' posters.
  const media = new Map(added.flatMap(({ media_id, light }) => (media_id === null ? [] : [[media_id, light] as const])));
  const links = [...media].map(([mediaId, light]) => ({ mediaId, light }));
  if (made !== null) await linkPictures(ctx, tx, made, links);
  const specimen = made ?? (await addDraft(tx, row.number, media, now));
  await updateFiles(tx, intakeId, row.pictures, { specimen_id: specimen });
  await queueRenditions(tx, [...media.keys()], now);
  return specimen;
}

async function addDraft(tx: Tx, number: string, media: Map<string, Light | null>, now: string): Promise<number> {
  const input = specimenInput.parse({ title: number, category: categories[0], catalogueNumber: number, visible: false });
  const links = [...media].map(([mediaId, light]) => ({ mediaId, alt: number, light }));
  return addSpecimen(tx, input, links, { now });
}

/** The main one is a picture if there is one. */
function mainFirst(files: FileRow[]): FileRow[] {
  const main = files.find(({ kind }) => kind !== null && !isVideo({ kind })) ?? files[0];
  return main ? [main, ...files.filter((file) => file !== main)] : [];
}

/** The drafts of an intake in the sequence of its rows, to be filled in one after another. @throws Problem not_found. */
export async function intakeDrafts(ctx: Context, id: number): Promise<IntakeDrafts> {
  if (!(await selectIntake(ctx.db, id))) throw noIntake();
  const files = await selectFiles(ctx.db, id);
  const ids = [...new Set(files.flatMap(({ specimen_id }) => specimen_id ?? []))];
  const drafts = await specimensOf(ctx, ids, { hidden: true });
  return drafts
    .toSorted((a, b) => a.id - b.id)
    .map((draft) => ({ ...draft, number: draft.catalogueNumber ?? '', isPriced: draft.price !== null, picture: posterOf(draft.main) }));
}

import { categories } from '#core/contract/catalogue/categories.ts';
import { specimenInput } from '#core/contract/catalogue/specimens.ts';
import type { Light } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { posterOf } from '#core/contract/media/media-urls.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import { addSpecimen } from '#core/server/catalogue/specimens/editing/adding.service.ts';
import { linkPictures } from '#core/server/catalogue/specimens/editing/specimen-pictures.service.ts';
import { specimensOf } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import { queueRenditions } from '#core/server/media/files/media.service.ts';
import { perform } from '#core/server/perform.ts';
import type { DraftsMade, IntakeDrafts } from '#features/intake/contract/intakes.ts';
import type { Row } from './assignment.ts';
import { type FileRow, selectFiles, selectIntake, updateFiles } from './intake.queries.ts';
import { holdIntake } from './intake.service.ts';
import type { KnownNumber } from './known-numbers.ts';
import {
  assignFiles,
  noIntake,
  type ReadIntake,
  readIntake,
  stateOfRow,
} from './reading.service.ts';
import { deleteSteps } from './review.queries.ts';

const AT_ONCE = 25;

/**
 * Each row is drafted whole or not at all, and only once; later pictures join its draft.
 * @throws Problem not_found
 */
export async function makeDrafts(ctx: Context, id: number): Promise<DraftsMade> {
  if (!(await selectIntake(ctx.db, id))) throw noIntake();
  const ready = readyRows(await assignFiles(ctx, id)).map(({ row }) => row);
  const [made, failed]: [number[], DraftsMade['failed']] = [[], []];
  const make = async (rows: readonly Row[]): Promise<void> => {
    try {
      made.push(...(await makeSome(ctx, id, new Set(rows.map(({ key }) => key)))));
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'not_found') throw error;
      const [first, ...others] = rows;
      if (first && others.length === 0)
        failed.push({ number: first.number, message: error.message });
      // One by one shows which row is at fault.
      else for (const row of rows) await make([row]);
    }
  };
  for (let from = 0; from < ready.length; from += AT_ONCE)
    await make(ready.slice(from, from + AT_ONCE));
  return { made, failed, intake: await readIntake(ctx, id) };
}

function readyRows({ files, assignment }: ReadIntake): { row: Row; pictures: FileRow[] }[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  const ready = assignment.rows.filter((row) => stateOfRow(row, byId) === 'ready');
  return ready.map((row) => ({
    row,
    pictures: row.pictures.flatMap((one) => byId.get(one) ?? []),
  }));
}

const makeSome = (ctx: Context, intakeId: number, keys: ReadonlySet<string>): Promise<number[]> =>
  perform(ctx, 'owner', async (act) => {
    await holdIntake(act, intakeId);
    const read = await assignFiles(act, intakeId);
    const made: number[] = [];
    for (const { row, pictures } of readyRows(read))
      if (keys.has(row.key))
        made.push(
          await makeDraft(act, intakeId, {
            row,
            pictures,
            known: read.known.get(row.key) ?? {},
          }),
        );
    // A draft settles what came before it.
    if (made.length > 0) await deleteSteps(act.tx, intakeId);
    return made;
  });

type Ready = { row: Row; pictures: FileRow[]; known: KnownNumber };

async function makeDraft(
  act: Act,
  intakeId: number,
  { row, pictures, known }: Ready,
): Promise<number> {
  const own = pictures.find(({ specimen_id }) => specimen_id !== null)?.specimen_id ?? null;
  // A draft that a sheet made waits for the photos of its number.
  const made = own ?? (known.awaitsPhoto ? (known.holder?.id ?? null) : null);
  const added =
    own === null ? mainFirst(pictures) : pictures.filter(({ specimen_id }) => specimen_id === null);
  // Files of one intake differ, but a video and a picture may be the same medium as others'
  // posters.
  const media = new Map(
    added.flatMap(({ media_id, light }) => (media_id === null ? [] : [[media_id, light] as const])),
  );
  const links = [...media].map(([mediaId, light]) => ({ mediaId, light }));
  const { tx, now } = act;
  if (made !== null) await linkPictures(act, made, links);
  const specimen = made ?? (await addDraft(act, row.number, media));
  await updateFiles(tx, intakeId, row.pictures, { specimen_id: specimen });
  await queueRenditions(tx, [...media.keys()], now);
  return specimen;
}

async function addDraft(
  act: Act,
  number: string,
  media: Map<string, Light | null>,
): Promise<number> {
  const input = specimenInput.parse({
    title: number,
    category: categories[0],
    catalogueNumber: number,
    visible: false,
  });
  const links = [...media].map(([mediaId, light]) => ({ mediaId, alt: number, light }));
  return addSpecimen(act, input, links);
}

function mainFirst(files: FileRow[]): FileRow[] {
  const main = files.find(({ kind }) => kind !== null && !isVideo({ kind })) ?? files[0];
  return main ? [main, ...files.filter((file) => file !== main)] : [];
}

/** In the sequence of the intake's rows. @throws Problem not_found */
export async function intakeDrafts(ctx: Context, id: number): Promise<IntakeDrafts> {
  if (!(await selectIntake(ctx.db, id))) throw noIntake();
  const files = await selectFiles(ctx.db, id);
  const ids = [...new Set(files.flatMap(({ specimen_id }) => specimen_id ?? []))];
  const drafts = await specimensOf(ctx, ids, { hidden: true });
  return drafts
    .toSorted((a, b) => a.id - b.id)
    .map((draft) => ({
      ...draft,
      number: draft.catalogueNumber ?? '',
      isPriced: draft.price !== null,
      picture: posterOf(draft.main),
    }));
}

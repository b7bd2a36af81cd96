import { VIDEO } from '#core/contract/media/media-kind.ts';
import { Problem } from '#core/contract/problems.ts';
import { MAX_IMAGES } from '#core/server/catalogue/specimens/editing/specimen-pictures.service.ts';
import type { Context } from '#core/server/context.ts';
import { uploadedPictures } from '#core/server/media/files/media.service.ts';
import { rowProblemTable } from '#features/intake/contract/intake-rules.ts';
import type { Intake, IntakeFile, IntakeRow, Intakes } from '#features/intake/contract/intakes.ts';
import { isFreshLabel, readLabelCode } from '#features/paper/contract/label-code.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import {
  type AssignedFile,
  type Assignment,
  assign,
  type FileLabel,
  type NumberState,
  type Row,
  type UnusedNumber,
} from './assignment.ts';
import {
  type FileRow,
  selectDrafts,
  selectFiles,
  selectIntake,
  selectIntakes,
} from './intake.queries.ts';
import { type KnownNumber, knownNumbers, numberKey, unusedFrom } from './known-numbers.ts';
import { selectLastStep, selectUnused } from './review.queries.ts';

type Place = Pick<Context, 'config'> & { db: Db | Tx };

export async function listIntakes({ db }: Context): Promise<Intakes> {
  const rows = await selectIntakes(db);
  return rows.map(({ id, created_at, ends_at, files, drafts }) => ({
    id,
    createdAt: created_at,
    endsAt: ends_at,
    files: Number(files),
    drafts: Number(drafts),
  }));
}

export type ReadIntake = {
  files: FileRow[];
  labels: Map<number, FileLabel>;
  assignment: Assignment;
  known: Map<string, KnownNumber>;
};

export async function assignFiles(ctx: Place, intakeId: number): Promise<ReadIntake> {
  const { db } = ctx;
  const files = await selectFiles(db, intakeId);
  const { labels, holders } = await labelsOf(ctx, files);
  const drafts = new Set(files.flatMap(({ specimen_id }) => specimen_id ?? []));
  const placed = files.flatMap(({ placed_in }) => (placed_in ? [numberKey(placed_in)] : []));
  const keys = [...labels.values()].flatMap((label) =>
    label !== null && typeof label === 'object' ? [label.key] : [],
  );
  const known = await knownNumbers(db, [...new Set([...keys, ...placed])]);
  for (const [key, piece] of holders)
    if (!known.has(key))
      known.set(key, {
        holder: piece && { id: piece.id, title: piece.title, visible: piece.visible },
      });
  const stateOf = (key: string): NumberState => {
    const { holder, awaitsPhoto, sheet } = known.get(key) ?? {};
    const isOwnDraft = holder !== undefined && holder !== null && drafts.has(holder.id);
    const isFree = isOwnDraft || awaitsPhoto;
    const state =
      holder !== undefined && !isFree
        ? 'used'
        : holder !== undefined || sheet
          ? 'fresh'
          : 'unknown';
    return { state, ...(sheet && { sheet }) };
  };
  const shown = files.filter(({ refusal }) => refusal === null);
  const assignment = assign(
    shown.map((file) => assignedFile(file, labels.get(file.id) ?? null)),
    { stateOf, unused: await unusedNumbers(db, intakeId, known), maxPictures: MAX_IMAGES + 1 },
  );
  return { files, labels, assignment, known };
}

async function unusedNumbers(
  db: Db | Tx,
  intakeId: number,
  known: Map<string, KnownNumber>,
): Promise<UnusedNumber[]> {
  const sheets = [...known.values()].flatMap(({ sheet }) => sheet?.id ?? []);
  if (sheets.length === 0) return [];
  const answered = new Map(
    (await selectUnused(db, intakeId)).map(({ number_key, until_file }) => [
      number_key,
      until_file,
    ]),
  );
  return (await unusedFrom(db, Math.min(...sheets))).map((one) => {
    const untilFile = answered.get(one.key);
    return untilFile === undefined ? one : { ...one, untilFile };
  });
}

/** @throws Problem not_found */
export async function readIntake(ctx: Context, id: number): Promise<Intake> {
  const row = await selectIntake(ctx.db, id);
  if (!row) throw noIntake();
  const { files, labels, assignment, known } = await assignFiles(ctx, id);
  const shown = files.flatMap(({ kind, media_id, poster_id }) =>
    kind === VIDEO ? (poster_id ?? []) : (media_id ?? []),
  );
  const pictures = await uploadedPictures(ctx.db, [...new Set(shown)]);
  const byId = new Map(files.map((file) => [file.id, file]));
  return {
    id,
    createdAt: row.created_at,
    endsAt: row.ends_at,
    files: files.map((file) => toFile(file, labels.get(file.id) ?? null, pictures)),
    rows: assignment.rows.map((row) => toRow(row, byId, known)),
    unassigned: assignment.unassigned.map(({ id: file, reason }) => ({ file, reason })),
    unseen: assignment.unseen,
    canUndo: (await selectLastStep(ctx.db, id)) !== undefined,
  };
}

export function stateOfRow(
  { pictures, problems }: Pick<Row, 'pictures' | 'problems'>,
  byId: Map<number, FileRow>,
): IntakeRow['state'] {
  const made = pictures.filter((id) => byId.get(id)?.specimen_id != null);
  if (made.length > 0 && made.length === pictures.length) return 'done';
  return problems.some((problem) => rowProblemTable[problem].isBlocking) ? 'waiting' : 'ready';
}

function toRow(row: Row, byId: Map<number, FileRow>, known: Map<string, KnownNumber>): IntakeRow {
  const { number, labels, pictures, problems, passedOver } = row;
  return {
    number,
    labels,
    pictures,
    problems,
    passedOver,
    specimen: known.get(row.key)?.holder ?? null,
    state: stateOfRow(row, byId),
  };
}

function toFile(
  file: FileRow,
  label: FileLabel,
  pictures: Awaited<ReturnType<typeof uploadedPictures>>,
): IntakeFile {
  const picture = pictures.get((file.kind === VIDEO ? file.poster_id : file.media_id) ?? '');
  const state = label === null ? null : typeof label === 'string' ? label : 'number';
  return {
    id: file.id,
    name: file.name,
    size: file.size,
    modifiedAt: file.modified_at,
    kind: file.kind && (file.kind === VIDEO ? 'video' : 'picture'),
    refusal: file.refusal,
    picture: picture ? { kind: 'picture', ...picture, alt: '', light: null } : null,
    takenAt: file.taken_at,
    label: state && {
      state,
      number: label !== null && typeof label === 'object' ? label.number : null,
      isByHand: file.label !== null,
      keepsPicture: file.keeps_picture,
    },
    looksUltraviolet: file.is_ultraviolet,
    light: file.light,
    specimenId: file.specimen_id,
  };
}

function assignedFile(file: FileRow, label: FileLabel): AssignedFile {
  const {
    id,
    name,
    kind,
    taken_at: takenAt,
    placed_in,
    place,
    specimen_id,
    keeps_picture: keepsPicture,
  } = file;
  const rest = {
    id,
    name,
    takenAt,
    isVideo: kind === VIDEO,
    label,
    place,
    keepsPicture,
    isMade: specimen_id !== null,
  };
  if (placed_in === null) return rest;
  return {
    ...rest,
    placedIn: placed_in === '' ? null : { key: numberKey(placed_in), number: placed_in },
  };
}

export const labelsSeen = async (
  ctx: Place,
  files: readonly FileRow[],
): Promise<Map<number, FileLabel>> =>
  (
    await labelsOf(
      ctx,
      files.map((file) => ({ ...file, label: null })),
    )
  ).labels;

/** The admin's word goes before the codes. */
async function labelsOf({ config, db }: Place, files: readonly FileRow[]) {
  const { publicUrl, port } = config;
  const shopUrls = [publicUrl ?? `http://localhost:${port}`];
  const codes = new Map(
    files.map((file) => [
      file.id,
      file.codes.flatMap((text) => readLabelCode(text, shopUrls) ?? []),
    ]),
  );
  const ids = new Set(
    [...codes.values()].flat().flatMap((code) => ('specimenId' in code ? [code.specimenId] : [])),
  );
  const pieces = new Map((await selectDrafts(db, [...ids])).map((piece) => [piece.id, piece]));
  const numberOf = (id: number) => pieces.get(id)?.catalogue_number ?? `#${id}`;
  const labelOf = (file: FileRow): FileLabel => {
    if (file.label !== null)
      return file.label === '' ? null : { key: numberKey(file.label), number: file.label };
    const read = (codes.get(file.id) ?? []).map((code) =>
      'specimenId' in code ? numberOf(code.specimenId) : code.catalogueNumber,
    );
    const [number] = read;
    if (new Set(read.map(numberKey)).size > 1) return 'several';
    if (number !== undefined) return { key: numberKey(number), number };
    const isUnreadable =
      file.codes.length === 0 ? file.has_unreadable_code : file.codes.some(isFreshLabel);
    return isUnreadable ? 'unreadable' : null;
  };
  return {
    labels: new Map(files.map((file) => [file.id, labelOf(file)])),
    holders: new Map([...ids].map((id) => [numberKey(numberOf(id)), pieces.get(id) ?? null])),
  };
}

export const noIntake = () =>
  new Problem(
    'not_found',
    'This intake no longer exists. It was finished, cancelled or has expired.',
  );

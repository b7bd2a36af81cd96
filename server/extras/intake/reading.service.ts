/** What an intake looks like: the files read against what the shop knows of labels and numbers, and assigned. */
import { rowProblemTable } from '#contract/extras/intake/intake-rules.ts';
import type { Intake, IntakeFile, IntakeRow, Intakes } from '#contract/extras/intake/intakes.ts';
import { isFreshLabel, readLabelCode } from '#contract/extras/paper/label-code.ts';
import { VIDEO } from '#contract/media/media-kind.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { MAX_IMAGES } from '#server/features/catalogue/specimens/editing/specimen-pictures.service.ts';
import { uploadedPictures } from '#server/features/media/files/media.service.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { type AssignedFile, type Assignment, assign, type FileLabel, type NumberState, type Row } from './assignment.ts';
import { type FileRow, selectDrafts, selectFiles, selectIntake, selectIntakes } from './intake.queries.ts';
import { freeOnSheet, type KnownNumber, knownNumbers, numberKey } from './known-numbers.ts';

/** All intakes, the latest first. */
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

type ReadRow = Omit<Row, 'passedOver'> & { passedOver: string[] };

/** What services work with: the files, where they are assigned, and what is known of the numbers. */
export type ReadIntake = {
  files: FileRow[];
  labels: Map<number, FileLabel>;
  /** `passedOver`: the numbers themselves, of those that no piece has. */
  assignment: Pick<Assignment, 'unassigned'> & { rows: ReadRow[] };
  known: Map<string, KnownNumber>;
};

/** Reads the files of an intake and assigns them. */
export async function assignFiles(ctx: Context, db: Db | Tx, intakeId: number): Promise<ReadIntake> {
  const files = await selectFiles(db, intakeId);
  const { labels, holders } = await labelsOf(ctx, db, files);
  const drafts = new Set(files.flatMap(({ specimen_id }) => specimen_id ?? []));
  const placed = files.flatMap(({ placed_in }) => (placed_in ? [numberKey(placed_in)] : []));
  const keys = [...labels.values()].flatMap((label) => (label !== null && typeof label === 'object' ? [label.key] : []));
  const known = await knownNumbers(db, [...new Set([...keys, ...placed])]);
  for (const [key, piece] of holders) if (!known.has(key)) known.set(key, { holder: piece && { id: piece.id, title: piece.title } });
  const stateOf = (key: string): NumberState => {
    const { holder, awaitsPhoto, sheet } = known.get(key) ?? {};
    const isOwnDraft = holder !== undefined && holder !== null && drafts.has(holder.id);
    const isFree = isOwnDraft || awaitsPhoto;
    const state = holder !== undefined && !isFree ? 'used' : holder !== undefined || sheet ? 'fresh' : 'unknown';
    return { state, ...(sheet && { sheet }) };
  };
  const shown = files.filter(({ refusal }) => refusal === null);
  const { rows: assigned, unassigned } = assign(
    shown.map((file) => assignedFile(file, labels.get(file.id) ?? null)),
    stateOf,
    MAX_IMAGES + 1,
  );
  const rows: ReadRow[] = [];
  for (const { passedOver: range, problems, ...row } of assigned) {
    const passedOver = range ? await freeOnSheet(db, range.id, range.from, range.to) : [];
    rows.push({ ...row, passedOver, problems: problems.filter((problem) => problem !== 'gap' || passedOver.length > 0) });
  }
  return { files, labels, assignment: { rows, unassigned }, known };
}

/** @throws Problem not_found. */
export async function readIntake(ctx: Context, id: number): Promise<Intake> {
  const row = await selectIntake(ctx.db, id);
  if (!row) throw noIntake();
  const { files, labels, assignment, known } = await assignFiles(ctx, ctx.db, id);
  const shown = files.flatMap(({ kind, media_id, poster_id }) => (kind === VIDEO ? (poster_id ?? []) : (media_id ?? [])));
  const pictures = await uploadedPictures(ctx.db, [...new Set(shown)]);
  const byId = new Map(files.map((file) => [file.id, file]));
  return {
    id,
    createdAt: row.created_at,
    endsAt: row.ends_at,
    files: files.map((file) => toFile(file, labels.get(file.id) ?? null, pictures)),
    rows: assignment.rows.map((row) => toRow(row, byId, known)),
    unassigned: assignment.unassigned.map(({ id: file, reason }) => ({ file, reason })),
  };
}

/** Whether a draft can be made of a row, or has been. */
export function stateOfRow({ pictures, problems }: Pick<Row, 'pictures' | 'problems'>, byId: Map<number, FileRow>): IntakeRow['state'] {
  const made = pictures.filter((id) => byId.get(id)?.specimen_id != null);
  if (made.length > 0 && made.length === pictures.length) return 'done';
  return problems.some((problem) => rowProblemTable[problem].isBlocking) ? 'waiting' : 'ready';
}

function toRow(row: ReadRow, byId: Map<number, FileRow>, known: Map<string, KnownNumber>): IntakeRow {
  const { number, labels, pictures, problems, passedOver } = row;
  return { number, labels, pictures, problems, passedOver, specimen: known.get(row.key)?.holder ?? null, state: stateOfRow(row, byId) };
}

function toFile(file: FileRow, label: FileLabel, pictures: Awaited<ReturnType<typeof uploadedPictures>>): IntakeFile {
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
    label: state && { state, number: label !== null && typeof label === 'object' ? label.number : null, isByHand: file.label !== null },
    looksUltraviolet: file.is_ultraviolet,
    light: file.light,
    specimenId: file.specimen_id,
  };
}

function assignedFile({ id, name, kind, taken_at: takenAt, placed_in, place, specimen_id }: FileRow, label: FileLabel): AssignedFile {
  const rest = { id, name, takenAt, isVideo: kind === VIDEO, label, place, isMade: specimen_id !== null };
  if (placed_in === null) return rest;
  return { ...rest, placedIn: placed_in === '' ? null : { key: numberKey(placed_in), number: placed_in } };
}

/** What label each file shows: as the admin says, else as its codes do; and the pieces whose own labels are among them. */
async function labelsOf(ctx: Context, db: Db | Tx, files: readonly FileRow[]) {
  const { publicUrl, port } = ctx.config;
  const shopUrls = [publicUrl ?? `http://localhost:${port}`];
  const codes = new Map(files.map((file) => [file.id, file.codes.flatMap((text) => readLabelCode(text, shopUrls) ?? [])]));
  const ids = new Set([...codes.values()].flat().flatMap((code) => ('specimenId' in code ? [code.specimenId] : [])));
  const pieces = new Map((await selectDrafts(db, [...ids])).map((piece) => [piece.id, piece]));
  const numberOf = (id: number) => pieces.get(id)?.catalogue_number ?? `#${id}`;
  const labelOf = (file: FileRow): FileLabel => {
    if (file.label !== null) return file.label === '' ? null : { key: numberKey(file.label), number: file.label };
    const read = (codes.get(file.id) ?? []).map((code) => ('specimenId' in code ? numberOf(code.specimenId) : code.catalogueNumber));
    const [number] = read;
    if (new Set(read.map(numberKey)).size > 1) return 'several';
    if (number !== undefined) return { key: numberKey(number), number };
    const isUnreadable = file.codes.length === 0 ? file.has_unreadable_code : file.codes.some(isFreshLabel);
    return isUnreadable ? 'unreadable' : null;
  };
  return {
    labels: new Map(files.map((file) => [file.id, labelOf(file)])),
    holders: new Map([...ids].map((id) => [numberKey(numberOf(id)), pieces.get(id) ?? null])),
  };
}

export const noIntake = () => new Problem('not_found', 'This intake no longer exists. It was finished, cancelled or has expired.');

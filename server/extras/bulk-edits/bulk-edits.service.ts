/**
 * One change of many specimens. It is shown before it is done: the plan is a row with what each specimen was and becomes, and only what is in it is
 * applied, in one transaction; a specimen that has changed since the preview is left alone and named. Undoing goes by the same row.
 */
import { BULK_PAGE_SIZE, type BulkChange, type LeftReason, UNDO_MINUTES } from '#contract/extras/bulk-edits/bulk-edit-rules.ts';
import type { BulkEdit, BulkPieces, NewBulkEdit } from '#contract/extras/bulk-edits/bulk-edits.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { lockCollections } from '#server/features/catalogue/collections/managing.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { DueKind } from '#server/platform/jobs/due.ts';
import {
  type BulkEditRow,
  type BulkPiece,
  deleteEnded,
  insertBulkEdit,
  lockBulkEdit,
  selectApplied,
  selectBulkEdit,
  selectEnded,
  selectNextEnd,
  updateBulkEdit,
} from './bulk-edits.queries.ts';
import { decider, endsLine, isSame, kindOf, type Subject } from './bulk-kinds.ts';
import { invalidatedTags, writeValues } from './bulk-writing.ts';
import { readFilled } from './filling.ts';
import { lockAndReadMany, type ManyRow, readMany } from './many.ts';

/** How long a plan can be applied. */
const PLAN_MINUTES = 15;
const MAX_LISTED = 20;
const MAX_TITLES = 5;

/** Plans a bulk edit; nothing changes yet. @throws Problem not_found, state_conflict for a collection that cannot be filled by hand. */
export async function planBulkEdit(ctx: Context, { specimens: ids, change }: NewBulkEdit): Promise<BulkEdit> {
  const collection = await subjectOf(ctx.db, change);
  const known = await readMany(ctx, ctx.db, ids);
  const decide = decider(change, collection);
  const pieces = [...new Set(ids)].flatMap((id): BulkPiece[] => {
    const row = known.get(id);
    if (!row) return [];
    const before = kindOf(change).valueOf(row, collection);
    const decision = decide(row);
    return [typeof decision === 'string' ? pieceOf(row, before, before, decision) : pieceOf(row, before, decision.after, null)];
  });
  const row = { state: 'planned' as const, change: JSON.stringify(change), pieces: JSON.stringify(pieces) };
  const times = { created_at: instantOf(ctx.clock), ends_at: inMinutes(ctx, PLAN_MINUTES) };
  return toBulkEdit(await inTransaction(ctx.db, (tx) => insertBulkEdit(tx, { ...row, ...times })), collection);
}

/**
 * Does what was planned; once more it changes nothing.
 * @throws Problem not_found where the plan has ended; state_conflict where it was undone, or the collection can no longer be filled by hand.
 */
export async function applyBulkEdit(ctx: Context, id: number): Promise<BulkEdit> {
  return change(ctx, id, async (tx, row, collection) => {
    if (row.state === 'undone') throw new Problem('state_conflict', 'This change has already been undone.');
    if (row.state === 'applied') return null;
    const decide = decider(row.change, collection);
    const decideNow = (planned: BulkPiece, now: ManyRow | undefined): BulkPiece => {
      if (!now) return { ...planned, left: 'gone' };
      const decision = decide(now);
      if (typeof decision === 'string') return { ...planned, left: decision };
      const before = kindOf(row.change).valueOf(now, collection);
      const isAsShown = isSame(row.change, before, planned.before) && isSame(row.change, decision.after, planned.after);
      const isTouched = kindOf(row.change).isAboutWhole && now.version !== planned.version;
      return isAsShown && !isTouched ? pieceOf(now, before, decision.after, null) : { ...planned, left: 'changed' };
    };
    const known = await lockAndReadMany(ctx, tx, changing(row.pieces));
    const pieces = row.pieces.map((piece) => (piece.left === null ? decideNow(piece, known.get(piece.id)) : piece));
    return { state: 'applied', pieces, known, written: ({ after }) => after, endsAt: inMinutes(ctx, UNDO_MINUTES) };
  });
}

/**
 * Gives each specimen back what was changed, but for those that were sold, or changed there again, meanwhile; once more it changes nothing.
 * @throws Problem not_found where the time to undo is over; state_conflict where it was never applied.
 */
export async function undoBulkEdit(ctx: Context, id: number): Promise<BulkEdit> {
  return change(ctx, id, async (tx, row, collection) => {
    if (row.state === 'planned') throw new Problem('state_conflict', 'This change hasn’t been made yet.');
    if (row.state === 'undone') return null;
    const known = await lockAndReadMany(ctx, tx, changing(row.pieces));
    const pieces = row.pieces
      .filter(({ left }) => left === null)
      .map((piece) => ({ ...piece, left: notUndone(row, piece, known.get(piece.id), collection) }));
    return { state: 'undone', pieces, known, written: ({ before }) => before, endsAt: row.ends_at };
  });
}

/** Why a specimen stays as the bulk edit has left it; null: it can go back. */
function notUndone({ change, ends_at }: BulkEditRow, piece: BulkPiece, now: ManyRow | undefined, collection: Subject): LeftReason | null {
  if (!now) return 'gone';
  if (now.quantity < piece.quantity || now.held > piece.held) return 'sold_meanwhile';
  if (change.kind === 'delete') return now.delete_at === ends_at && !now.visible ? null : 'changed';
  if (now.delete_at !== null) return 'deleting';
  if (!isSame(change, kindOf(change).valueOf(now, collection), piece.after)) return 'changed';
  return endsLine(change, now, piece.before) ? 'waited_for' : null;
}

/** What can still be undone, the latest first. */
export async function undoableBulkEdits(ctx: Context): Promise<BulkEdit[]> {
  const rows = await selectApplied(ctx.db, instantOf(ctx.clock), MAX_LISTED);
  return Promise.all(rows.map(async (row) => toBulkEdit(row, await subjectIfThere(ctx.db, row.change))));
}

/** A page of what a bulk edit changes, in words. @throws Problem not_found. */
export async function bulkEditPieces(ctx: Context, id: number, from: number): Promise<BulkPieces> {
  const row = await selectBulkEdit(ctx.db, id);
  if (!row || hasEnded(ctx, row)) throw ended();
  const collection = await subjectIfThere(ctx.db, row.change);
  const all = row.pieces.filter(({ left }) => left === null);
  const { show } = kindOf(row.change);
  const pieces = all
    .slice(from, from + BULK_PAGE_SIZE)
    .map(({ id, title, before, after }) => ({ id, title, before: show(before, collection), after: show(after, collection) }));
  return { pieces, next: from + BULK_PAGE_SIZE < all.length ? from + BULK_PAGE_SIZE : null };
}

/** Forgets bulk edits that can no longer be applied or undone. */
export const endedBulkEdits: DueKind<Context> = {
  name: 'bulk edits',
  nextAt: ({ db }) => selectNextEnd(db),
  dueIds: ({ db }, now, limit) => selectEnded(db, now, limit),
  settle: async (ctx, id) => inTransaction(ctx.db, (tx) => deleteEnded(tx, id, instantOf(ctx.clock))),
};

type Step = {
  state: 'applied' | 'undone';
  pieces: BulkPiece[];
  known: ReadonlyMap<number, ManyRow>;
  /** What is written of each that is not left. */
  written: (piece: BulkPiece) => BulkPiece['after'];
  endsAt: string;
};

/** Takes a bulk edit one step further, in one transaction that locks it. @param step null: it is there already. */
async function change(
  ctx: Context,
  id: number,
  step: (tx: Tx, row: BulkEditRow, collection: Subject) => Promise<Step | null>,
): Promise<BulkEdit> {
  const result = await inTransaction(ctx.db, async (tx) => {
    const row = await lockBulkEdit(tx, id);
    if (!row || hasEnded(ctx, row)) throw ended();
    if (row.change.kind === 'collection') await lockCollections(ctx, tx);
    const collection = await subjectOf(tx, row.change);
    const next = await step(tx, row, collection);
    if (!next) return { row, collection, ids: [] };
    const { state, pieces, known, written, endsAt } = next;
    const values = new Map(pieces.flatMap((piece) => (piece.left === null ? [[piece.id, written(piece)] as const] : [])));
    await writeValues(ctx, tx, { change: row.change, known, values, deleteAt: endsAt, bulkEditId: id });
    return { row: await updateBulkEdit(tx, id, { state, pieces, ends_at: endsAt }), collection, ids: [...values.keys()] };
  });
  const { row, collection, ids } = result;
  if (ids.length > 0) ctx.invalidateCache(invalidatedTags(row.change, ids) ?? undefined);
  return toBulkEdit(row, collection);
}

const subjectOf = async (db: Db | Tx, change: BulkChange): Promise<Subject> =>
  change.kind === 'collection' ? readFilled(db, change.collection) : null;

/** The same; null too where the collection is deleted meanwhile. */
const subjectIfThere = (db: Db, change: BulkChange): Promise<Subject> => subjectOf(db, change).catch(() => null);

const pieceOf = (row: ManyRow, before: BulkPiece['before'], after: BulkPiece['after'], left: LeftReason | null): BulkPiece => {
  const { id, title, quantity, held, version } = row;
  return { id, title, before, after, quantity, held, version, left };
};

const changing = (pieces: readonly BulkPiece[]): number[] => pieces.flatMap(({ id, left }) => (left === null ? [id] : []));

function toBulkEdit({ id, state, change, pieces, ends_at: endsAt }: BulkEditRow, collection: Subject): BulkEdit {
  const left = [...Map.groupBy(pieces, (piece) => piece.left)].flatMap(([reason, some]) =>
    reason === null
      ? []
      : [{ reason, count: some.length, titles: some.slice(0, MAX_TITLES).map(({ title }) => title), ids: some.map(({ id }) => id) }],
  );
  const label = kindOf(change).label(change, collection);
  return { id, state, label, changed: changing(pieces).length, left, notes: notesOf(state, change, pieces), endsAt };
}

function notesOf(state: BulkEditRow['state'], { kind }: BulkChange, pieces: BulkPiece[]): string[] {
  const ordered = pieces.filter(({ left, held }) => left === null && held > 0).length;
  const copied = state === 'planned' && ordered > 0 && copiedByOrders[kind];
  if (!copied) return [];
  const [are, orders] = ordered === 1 ? ['One of them is', 'its order keeps'] : [`${ordered} of them are`, 'their orders keep'];
  return [`${are} in a pending order: ${orders} the ${copied} that was ordered at.`];
}

/** What orders have a copy of, by the kind that changes it. */
const copiedByOrders: Partial<Record<BulkChange['kind'], string>> = { price: 'price', setPrice: 'price', shipping: 'shipping' };

const hasEnded = (ctx: Context, { ends_at }: BulkEditRow): boolean => ends_at <= instantOf(ctx.clock);
const ended = () => new Problem('not_found', 'This has expired. Please start over.');
const inMinutes = ({ clock }: Context, minutes: number): string => new Date(clock.now().getTime() + minutes * 60_000).toISOString();

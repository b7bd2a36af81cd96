/**
 * Only the plan's row is applied, in one act, and undone. A specimen that has changed since the
 * preview is left alone and named.
 */

import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import { lockCollections } from '#core/server/catalogue/collections/managing.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import {
  BULK_PAGE_SIZE,
  type BulkChange,
  type LeftReason,
  UNDO_MINUTES,
} from '#features/bulk-edits/contract/bulk-edit-rules.ts';
import type {
  BulkEdit,
  BulkPieces,
  NewBulkEdit,
} from '#features/bulk-edits/contract/bulk-edits.ts';
import { instantOf } from '#platform/clock.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { DueKind } from '#platform/jobs/due.ts';
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
import { writeValues } from './bulk-writing.ts';
import { readFilled } from './filling.ts';
import { lockAndReadMany, type ManyRow, readMany } from './many.ts';

const PLAN_MINUTES = 15;
const MAX_LISTED = 20;
const MAX_TITLES = 5;

/**
 * Changes nothing yet.
 * @throws Problem not_found, state_conflict for a collection that cannot be filled by hand.
 */
export async function planBulkEdit(
  ctx: Context,
  { specimens: ids, change }: NewBulkEdit,
): Promise<BulkEdit> {
  const collection = await subjectOf(ctx.db, change);
  const known = await readMany(ctx, ids);
  const decide = decider(change, collection);
  const pieces = [...new Set(ids)].flatMap((id): BulkPiece[] => {
    const row = known.get(id);
    if (!row) return [];
    const before = kindOf(change).valueOf(row, collection);
    const decision = decide(row);
    return [
      typeof decision === 'string'
        ? pieceOf(row, before, before, decision)
        : pieceOf(row, before, decision.after, null),
    ];
  });
  const row = {
    state: 'planned' as const,
    change: JSON.stringify(change),
    pieces: JSON.stringify(pieces),
  };
  const planned = await perform(ctx, 'owner', (act) => {
    const times = { created_at: act.now, ends_at: inMinutes(act, PLAN_MINUTES) };
    return insertBulkEdit(act.tx, { ...row, ...times });
  });
  return toBulkEdit(planned, collection);
}

/**
 * Repeating changes nothing.
 * @throws Problem not_found where the plan has ended; state_conflict where it was undone, or the
 * collection can no longer be filled by hand.
 */
export async function applyBulkEdit(ctx: Context, id: number): Promise<BulkEdit> {
  return change(ctx, id, async (act, row, collection) => {
    if (row.state === 'undone')
      throw new Problem('state_conflict', 'This change has already been undone.');
    if (row.state === 'applied') return null;
    const decide = decider(row.change, collection);
    const decideNow = (planned: BulkPiece, now: ManyRow | undefined): BulkPiece => {
      if (!now) return { ...planned, left: 'gone' };
      const decision = decide(now);
      if (typeof decision === 'string') return { ...planned, left: decision };
      const before = kindOf(row.change).valueOf(now, collection);
      const isAsShown =
        isSame(row.change, before, planned.before) &&
        isSame(row.change, decision.after, planned.after);
      const isTouched = kindOf(row.change).isAboutWhole && now.version !== planned.version;
      return isAsShown && !isTouched
        ? pieceOf(now, before, decision.after, null)
        : { ...planned, left: 'changed' };
    };
    const known = await lockAndReadMany(act, changing(row.pieces));
    const pieces = row.pieces.map((piece) =>
      piece.left === null ? decideNow(piece, known.get(piece.id)) : piece,
    );
    return {
      state: 'applied',
      pieces,
      known,
      written: ({ after }) => after,
      endsAt: inMinutes(act, UNDO_MINUTES),
    };
  });
}

/**
 * Skips specimens that were sold, or changed there again, meanwhile; repeating changes nothing.
 * @throws Problem not_found where the time to undo is over; state_conflict where it was never
 * applied.
 */
export async function undoBulkEdit(ctx: Context, id: number): Promise<BulkEdit> {
  return change(ctx, id, async (act, row, collection) => {
    if (row.state === 'planned')
      throw new Problem('state_conflict', 'This change hasn’t been made yet.');
    if (row.state === 'undone') return null;
    const known = await lockAndReadMany(act, changing(row.pieces));
    const pieces = row.pieces
      .filter(({ left }) => left === null)
      .map((piece) => ({ ...piece, left: notUndone(row, piece, known.get(piece.id), collection) }));
    return { state: 'undone', pieces, known, written: ({ before }) => before, endsAt: row.ends_at };
  });
}

function notUndone(
  { change, ends_at }: BulkEditRow,
  piece: BulkPiece,
  now: ManyRow | undefined,
  collection: Subject,
): LeftReason | null {
  if (!now) return 'gone';
  if (now.quantity < piece.quantity || now.held > piece.held) return 'sold_meanwhile';
  if (change.kind === 'delete') return now.delete_at === ends_at && !now.visible ? null : 'changed';
  if (now.delete_at !== null) return 'deleting';
  if (!isSame(change, kindOf(change).valueOf(now, collection), piece.after)) return 'changed';
  return endsLine(change, now, piece.before) ? 'waited_for' : null;
}

/** The latest first. */
export async function undoableBulkEdits(ctx: Context): Promise<BulkEdit[]> {
  const rows = await selectApplied(ctx.db, instantOf(ctx.clock), MAX_LISTED);
  return Promise.all(
    rows.map(async (row) => toBulkEdit(row, await subjectIfThere(ctx.db, row.change))),
  );
}

/** @throws Problem not_found */
export async function bulkEditPieces(ctx: Context, id: number, from: number): Promise<BulkPieces> {
  const row = await selectBulkEdit(ctx.db, id);
  if (!row || hasEnded(ctx, row)) throw ended();
  const collection = await subjectIfThere(ctx.db, row.change);
  const all = row.pieces.filter(({ left }) => left === null);
  const { show } = kindOf(row.change);
  const pieces = all.slice(from, from + BULK_PAGE_SIZE).map(({ id, title, before, after }) => ({
    id,
    title,
    before: show(before, collection),
    after: show(after, collection),
  }));
  return { pieces, next: from + BULK_PAGE_SIZE < all.length ? from + BULK_PAGE_SIZE : null };
}

export const endedBulkEdits: DueKind<Context> = {
  name: 'bulk edits',
  nextAt: ({ db }) => selectNextEnd(db),
  dueIds: ({ db }, now, limit) => selectEnded(db, now, limit),
  settle: (ctx, id) => perform(ctx, 'system', ({ tx, now }) => deleteEnded(tx, id, now)),
};

type Step = {
  state: 'applied' | 'undone';
  pieces: BulkPiece[];
  known: ReadonlyMap<number, ManyRow>;
  written: (piece: BulkPiece) => BulkPiece['after'];
  endsAt: string;
};

/** @param step null: it was taken already. */
const change = (
  ctx: Context,
  id: number,
  step: (act: Act, row: BulkEditRow, collection: Subject) => Promise<Step | null>,
): Promise<BulkEdit> =>
  perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    const row = await lockBulkEdit(tx, id);
    if (!row || hasEnded(act, row)) throw ended();
    if (row.change.kind === 'collection') await lockCollections(act);
    const collection = await subjectOf(tx, row.change);
    const next = await step(act, row, collection);
    if (!next) return toBulkEdit(row, collection);
    const { state, pieces, known, written, endsAt } = next;
    const values = new Map(
      pieces.flatMap((piece) => (piece.left === null ? [[piece.id, written(piece)] as const] : [])),
    );
    await writeValues(act, {
      change: row.change,
      known,
      values,
      deleteAt: endsAt,
      bulkEditId: id,
    });
    const after = await updateBulkEdit(tx, id, { state, pieces, ends_at: endsAt });
    return toBulkEdit(after, collection);
  });

const subjectOf = async (db: Db | Tx, change: BulkChange): Promise<Subject> =>
  change.kind === 'collection' ? readFilled(db, change.collection) : null;

/** Null too where the collection is deleted meanwhile. */
const subjectIfThere = (db: Db, change: BulkChange): Promise<Subject> =>
  subjectOf(db, change).catch(() => null);

const pieceOf = (
  row: ManyRow,
  before: BulkPiece['before'],
  after: BulkPiece['after'],
  left: LeftReason | null,
): BulkPiece => {
  const { id, title, quantity, held, version } = row;
  return { id, title, before, after, quantity, held, version, left };
};

const changing = (pieces: readonly BulkPiece[]): number[] =>
  pieces.flatMap(({ id, left }) => (left === null ? [id] : []));

function toBulkEdit(
  { id, state, change, pieces, ends_at: endsAt }: BulkEditRow,
  collection: Subject,
): BulkEdit {
  const left = [...Map.groupBy(pieces, (piece) => piece.left)].flatMap(([reason, some]) =>
    reason === null
      ? []
      : [
          {
            reason,
            count: some.length,
            titles: some.slice(0, MAX_TITLES).map(({ title }) => title),
            ids: some.map(({ id }) => id),
          },
        ],
  );
  const label = kindOf(change).label(change, collection);
  return {
    id,
    state,
    label,
    changed: changing(pieces).length,
    left,
    notes: notesOf(state, change, pieces),
    endsAt,
  };
}

function notesOf(state: BulkEditRow['state'], { kind }: BulkChange, pieces: BulkPiece[]): string[] {
  const ordered = pieces.filter(({ left, held }) => left === null && held > 0).length;
  const copied = state === 'planned' && ordered > 0 && copiedByOrders[kind];
  if (!copied) return [];
  const [are, orders] =
    ordered === 1
      ? ['One of them is', 'its order keeps']
      : [`${ordered} of them are`, 'their orders keep'];
  return [`${are} in a pending order: ${orders} the ${copied} that was ordered at.`];
}

const copiedByOrders: Partial<Record<BulkChange['kind'], string>> = {
  price: 'price',
  setPrice: 'price',
  shipping: 'shipping',
};

const hasEnded = (ctx: Pick<Context, 'clock'>, { ends_at }: BulkEditRow): boolean =>
  ends_at <= instantOf(ctx.clock);
const ended = () => new Problem('not_found', 'This has expired. Please start over.');
const inMinutes = ({ clock }: Pick<Context, 'clock'>, minutes: number): string =>
  new Date(clock.now().getTime() + minutes * 60_000).toISOString();

/** What an import wrote can be undone for a day, but for what was sold or edited since. */

import { Problem } from '#contract/problems.ts';
import type { ImportUndone, UndoableImport } from '#contract/transfer/imports.ts';
import type { Context } from '#server/context.ts';
import { changedSpecimens } from '#server/features/catalogue/specimens/cache-tags.ts';
import { lockUntouched, removeSpecimens } from '#server/features/catalogue/specimens/editing/editing.service.ts';
import { changeImported } from '#server/features/catalogue/specimens/editing/specimen-import.service.ts';
import { keepUndoable } from '#server/features/transfer/photo-addresses/photo-addresses.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import {
  deleteEndedImports,
  deleteImport,
  deleteNumbersOf,
  deletePieces,
  insertImport,
  lockImport,
  selectImports,
  selectPieces,
} from './imports.queries.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Specimens in one transaction: others have their turn between two. */
const BATCH = 50;
const MAX_NAMED = 100;

/** Begins an import that can be undone. @param name of the admin's file. */
export async function openImport(ctx: Context, name: string): Promise<{ id: number }> {
  const now = ctx.clock.now();
  await deleteEndedImports(ctx.db, now.toISOString());
  const row = { name: name.slice(0, 200), created_at: now.toISOString(), ends_at: new Date(now.getTime() + DAY_MS).toISOString() };
  return { id: await insertImport(ctx.db, row) };
}

/** The imports that can be undone, the latest first. */
export async function undoableImports(ctx: Context): Promise<UndoableImport[]> {
  const rows = await selectImports(ctx.db, instantOf(ctx.clock));
  return rows.map(({ id, name, created_at, ends_at, pieces, changed }) => ({
    id,
    name,
    createdAt: created_at,
    endsAt: ends_at,
    added: Number(pieces) - Number(changed),
    changed: Number(changed),
  }));
}

/**
 * Deletes what the import added and gives back the values that it changed; some at a time, so that an undoing that broke off is simply repeated.
 * @throws Problem not_found where the day is over, or it was undone before.
 */
export async function undoImport(ctx: Context, id: number): Promise<ImportUndone> {
  const undone: ImportUndone = { removed: 0, restored: 0, left: 0, titles: [] };
  for (let after: number | null = 0; after !== null; ) {
    const some: Some = await undoSome(ctx, id, after);
    undone.removed += some.removed;
    undone.restored += some.restored;
    undone.left += some.touched.length;
    undone.titles.push(...some.touched.slice(0, MAX_NAMED - undone.titles.length));
    after = some.next;
  }
  return undone;
}

/** `touched`: the titles of those that stay. `next`: behind which specimen to go on; null: that was all. */
type Some = { removed: number; restored: number; touched: string[]; next: number | null };

async function undoSome(ctx: Context, id: number, after: number): Promise<Some> {
  const { ids, ...some } = await inTransaction(ctx.db, async (tx) => {
    const endsAt = await lockImport(tx, id);
    if (endsAt === null || endsAt <= instantOf(ctx.clock)) {
      // Somebody else has undone the rest.
      if (after > 0) return { removed: 0, restored: 0, touched: [], next: null, ids: [] };
      throw new Problem('not_found', 'This import can no longer be undone.');
    }
    const pieces = await selectPieces(tx, id, after, BATCH);
    const { untouched, touched } = await lockUntouched(
      tx,
      pieces.map((piece) => ({ id: piece.specimen_id, version: piece.version, updatedAt: piece.changed_at })),
    );
    const added = pieces.flatMap(({ specimen_id, before }) => (before === null ? (untouched.get(specimen_id) ?? []) : []));
    await deleteNumbersOf(
      tx,
      added.map((row) => row.id),
    );
    await removeSpecimens(ctx, tx, added);
    for (const { specimen_id, before } of pieces) {
      if (before === null || !untouched.has(specimen_id)) continue;
      const { version, updatedAt, ...edit } = before;
      await changeImported(ctx, tx, specimen_id, edit, null);
      // An earlier import that wrote the piece as it is again can still be undone.
      if (version !== undefined && updatedAt !== undefined) await keepUndoable(tx, specimen_id, { version, updated_at: updatedAt });
    }
    await deletePieces(
      tx,
      id,
      pieces.map((piece) => piece.specimen_id),
    );
    const last = pieces.length < BATCH ? null : (pieces.at(-1)?.specimen_id ?? null);
    if (last === null) await deleteImport(tx, id);
    return { removed: added.length, restored: untouched.size - added.length, touched, next: last, ids: [...untouched.keys()] };
  });
  if (ids.length > 0) ctx.invalidateCache(changedSpecimens(ids));
  return some;
}

/** An import can be undone for a day, but for what was sold or edited since. */

import { DAY_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import {
  lockUntouched,
  removeSpecimens,
} from '#core/server/catalogue/specimens/editing/editing.service.ts';
import { changeImported } from '#core/server/catalogue/specimens/editing/specimen-import.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import type { ImportUndone, UndoableImport } from '#features/sheets/contract/imports.ts';
import { keepUndoable } from '#features/sheets/server/photo-addresses/photo-addresses.service.ts';
import { instantOf } from '#platform/clock.ts';
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

/** Others have their turn between two transactions. */
const BATCH = 50;
const MAX_NAMED = 100;

export async function openImport(ctx: Context, name: string): Promise<{ id: number }> {
  const now = ctx.clock.now();
  await deleteEndedImports(ctx.db, now.toISOString());
  const row = {
    name: name.slice(0, 200),
    created_at: now.toISOString(),
    ends_at: new Date(now.getTime() + DAY_MS).toISOString(),
  };
  return { id: await insertImport(ctx.db, row) };
}

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
 * Works some at a time, so an undo that broke off is simply repeated.
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

/**
 * `touched`: titles of those that stay. `next`: the specimen to go on behind; null: that was all.
 */
type Some = { removed: number; restored: number; touched: string[]; next: number | null };

function undoSome(ctx: Context, id: number, after: number): Promise<Some> {
  return perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    const endsAt = await lockImport(tx, id);
    if (endsAt === null || endsAt <= act.now) {
      // Somebody else has undone the rest.
      if (after > 0) return { removed: 0, restored: 0, touched: [], next: null };
      throw new Problem('not_found', 'This import can no longer be undone.');
    }
    const pieces = await selectPieces(tx, id, after, BATCH);
    const { untouched, touched } = await lockUntouched(
      tx,
      pieces.map((piece) => ({
        id: piece.specimen_id,
        version: piece.version,
        updatedAt: piece.changed_at,
      })),
    );
    const added = pieces.flatMap(({ specimen_id, before }) =>
      before === null ? (untouched.get(specimen_id) ?? []) : [],
    );
    await deleteNumbersOf(
      tx,
      added.map((row) => row.id),
    );
    await removeSpecimens(act, added);
    for (const { specimen_id, before } of pieces) {
      if (before === null || !untouched.has(specimen_id)) continue;
      const { version: _, updatedAt: __, ...edit } = before;
      const { version, updated_at } = untouched.get(specimen_id) ?? { version: 0, updated_at: '' };
      await changeImported(act, specimen_id, edit, null);
      // An earlier import that wrote this piece too can still be undone.
      await keepUndoable(tx, specimen_id, { version, updated_at });
    }
    await deletePieces(
      tx,
      id,
      pieces.map((piece) => piece.specimen_id),
    );
    const last = pieces.length < BATCH ? null : (pieces.at(-1)?.specimen_id ?? null);
    if (last === null) await deleteImport(tx, id);
    return {
      removed: added.length,
      restored: untouched.size - added.length,
      touched,
      next: last,
    };
  });
}

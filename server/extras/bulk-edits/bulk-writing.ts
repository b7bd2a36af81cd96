/** Writes the values of a bulk edit, there and back. */

import type { Category } from '#contract/catalogue/categories.ts';
import type { BulkChange } from '#contract/extras/bulk-edits/bulk-edit-rules.ts';
import type { Context } from '#server/context.ts';
import type { BulkValue } from '#server/extras/bulk-edits/tables.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { COLLECTIONS } from '#server/features/catalogue/collections/cache-tags.ts';
import { changedSpecimens } from '#server/features/catalogue/specimens/cache-tags.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { fieldsIn, kindOf } from './bulk-kinds.ts';
import { placePieces } from './filling.ts';
import { changeMany, type ManyChange, type ManyRow } from './many.ts';

/** More specimens than this are invalidated as everything there is. */
const MAX_TAGGED = 1_000;

type Writing = {
  change: BulkChange;
  /** The specimens as they are, locked by the transaction. */
  known: ReadonlyMap<number, ManyRow>;
  /** What each becomes. */
  values: ReadonlyMap<number, BulkValue>;
  /** When those that are deleted go for good. */
  deleteAt: string;
  bulkEditId: number;
};

export async function writeValues(ctx: Context, tx: Tx, { change, known, values, deleteAt, bulkEditId }: Writing): Promise<void> {
  if (values.size === 0) return;
  if (change.kind === 'collection') {
    await placePieces(tx, change.collection, asMap<number | null>(values));
    const data = { collection: change.collection, bulkEdit: bulkEditId };
    return addEvents(tx, [{ at: instantOf(ctx.clock), actor: 'owner', kind: 'collection_filled', data }]);
  }
  const write = (manyChange: ManyChange, eventOf: Parameters<typeof changeMany>[4]) => changeMany(ctx, tx, known, manyChange, eventOf);
  const said = (value: BulkValue) => fieldsIn(change, value) ?? { [change.kind]: value };
  const edited = (id: number) => {
    const row = known.get(id);
    const before = row && said(kindOf(change).valueOf(row, null));
    return { kind: 'specimen_edited', data: { title: row?.title, before, after: said(values.get(id) ?? null), bulkEdit: bulkEditId } };
  };
  switch (change.kind) {
    case 'category':
      return write({ part: 'category', values: asMap<Category>(values) }, edited);
    case 'tags':
      return write({ part: 'tags', values: asMap<string[]>(values) }, edited);
    case 'visibility':
    case 'delete': {
      const isDeletion = [...values.values()].includes('deleted');
      const shown = new Map([...values].map(([id, value]) => [id, value === true]));
      return write({ part: 'visible', values: shown, deleteAt: isDeletion ? deleteAt : null }, (id) => ({
        kind: shown.get(id) ? 'specimen_shown' : 'specimen_hidden',
        data: { bulkEdit: bulkEditId },
      }));
    }
    default:
      return write({ part: 'fields', values: new Map([...values].map(([id, value]) => [id, fieldsIn(change, value) ?? {}])) }, edited);
  }
}

/** The cache tags to invalidate after these specimens were changed; null: everything. */
export function invalidatedTags({ kind }: BulkChange, ids: readonly number[]): string[] | null {
  if (kind === 'collection') return [COLLECTIONS];
  return ids.length > MAX_TAGGED ? null : changedSpecimens(ids);
}

/** The values of a kind have the type that its decisions gave them, also after they were stored. */
const asMap = <Value extends BulkValue>(values: ReadonlyMap<number, BulkValue>) => new Map(values) as Map<number, Value>;

import type { Category } from '#core/contract/catalogue/categories.ts';
import type { Act } from '#core/server/act.ts';
import type { BulkChange } from '#features/bulk-edits/contract/bulk-edit-rules.ts';
import type { BulkValue } from '#features/bulk-edits/server/tables.ts';
import { fieldsIn, kindOf } from './bulk-kinds.ts';
import { placePieces } from './filling.ts';
import { changeMany, type ManyChange, type ManyRow } from './many.ts';

type Writing = {
  change: BulkChange;
  known: ReadonlyMap<number, ManyRow>;
  values: ReadonlyMap<number, BulkValue>;
  deleteAt: string;
  bulkEditId: number;
};

export async function writeValues(
  act: Act,
  { change, known, values, deleteAt, bulkEditId }: Writing,
): Promise<void> {
  if (values.size === 0) return;
  if (change.kind === 'collection') {
    await placePieces(act.tx, change.collection, asMap<number | null>(values));
    const data = { collection: change.collection, bulkEdit: bulkEditId };
    return act.record({ kind: 'collection_filled', data });
  }
  const write = (manyChange: ManyChange, entryOf: Parameters<typeof changeMany>[3]) =>
    changeMany(act, known, manyChange, entryOf);
  const said = (value: BulkValue) => fieldsIn(change, value) ?? { [change.kind]: value };
  const edited = (id: number) => {
    const row = known.get(id);
    const before = row && said(kindOf(change).valueOf(row, null));
    return {
      kind: 'specimen_edited',
      data: {
        title: row?.title,
        before,
        after: said(values.get(id) ?? null),
        bulkEdit: bulkEditId,
      },
    };
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
      return write(
        { part: 'visible', values: shown, deleteAt: isDeletion ? deleteAt : null },
        (id) => ({
          kind: shown.get(id) ? 'specimen_shown' : 'specimen_hidden',
          data: { bulkEdit: bulkEditId },
        }),
      );
    }
    default:
      return write(
        {
          part: 'fields',
          values: new Map([...values].map(([id, value]) => [id, fieldsIn(change, value) ?? {}])),
        },
        edited,
      );
  }
}

const asMap = <Value extends BulkValue>(values: ReadonlyMap<number, BulkValue>) =>
  new Map(values) as Map<number, Value>;

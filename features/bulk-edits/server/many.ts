import { setImmediate } from 'node:timers/promises';
import { type Category, categoryId } from '#core/contract/catalogue/categories.ts';
import type { SpecimenValues } from '#core/contract/catalogue/specimen-fields.ts';
import type { Act, Entry } from '#core/server/act.ts';
import {
  type IndexChange,
  indexSpecimens,
  searchTextOf,
} from '#core/server/catalogue/search/search-index.service.ts';
import {
  photolessAmong,
  refusePhotoless,
} from '#core/server/catalogue/specimens/editing/photoless.service.ts';
import {
  changedColumns,
  valuesOf,
} from '#core/server/catalogue/specimens/reading/specimen-columns.ts';
import type { Context } from '#core/server/context.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { lockMany, type RowChange, selectMany, selectWhole, updateMany } from './many.queries.ts';

export type ManyRow = Awaited<ReturnType<typeof selectMany>>[number] & { isPhotoless: boolean };

export type ManyFields = Partial<
  Pick<
    SpecimenValues,
    | 'visible'
    | 'price'
    | 'shippingPrice'
    | 'forSale'
    | 'storagePlace'
    | 'source'
    | 'acquisitionDate'
    | 'disclosures'
  >
>;

export type ManyChange =
  | { part: 'fields'; values: Map<number, ManyFields> }
  | { part: 'visible'; values: Map<number, boolean>; deleteAt: string | null }
  | { part: 'category'; values: Map<number, Category> }
  | { part: 'tags'; values: Map<number, string[]> };

/** A statement of so many rows takes some milliseconds, then the process turns to others. */
const BATCH = 1_000;

/** Leaves out unknown ones. */
export async function readMany(
  { db, dialect }: Pick<Context, 'dialect'> & { db: Db | Tx },
  ids: readonly number[],
): Promise<Map<number, ManyRow>> {
  const found = new Map<number, ManyRow>();
  for await (const batch of batchesOf(ids)) {
    const photoless = await photolessAmong(db, batch);
    for (const row of await selectMany(db, dialect, batch))
      found.set(row.id, { ...row, isPhotoless: photoless.has(row.id) });
  }
  return found;
}

/** The act keeps the locks; leaves out unknown ones. */
export async function lockAndReadMany(
  act: Act,
  ids: readonly number[],
): Promise<Map<number, ManyRow>> {
  await lockMany(act.tx, act.dialect, ids);
  return readMany(act, ids);
}

/**
 * Changes locked specimens and the search index.
 * @param known what they were.
 * @param entryOf the log entry for each.
 * @throws Problem invalid_input for a price of 0; state_conflict where one that is to be shown has
 * no photo.
 */
export async function changeMany(
  act: Act,
  known: ReadonlyMap<number, ManyRow>,
  change: ManyChange,
  entryOf: (id: number) => Pick<Entry, 'kind' | 'data'>,
): Promise<void> {
  const { tx, dialect, now } = act;
  const indexed: IndexChange[] = [];
  for await (const ids of batchesOf([...change.values.keys()])) {
    await refusePhotoless(
      tx,
      ids.filter((id) => visibleAfter(change, id)),
    );
    const rows = await rowChanges(act, { known, change, ids }, indexed);
    await updateMany(tx, dialect, rows, { now, isEdit: change.part !== 'visible' });
    await act.record(ids.map((id) => ({ ...entryOf(id), specimenId: id })));
  }
  await indexSpecimens(tx, indexed);
}

/** @param indexed gets what changes in the search index. */
async function rowChanges(
  { tx, dialect }: Act,
  {
    known,
    change,
    ids,
  }: { known: ReadonlyMap<number, ManyRow>; change: ManyChange; ids: number[] },
  indexed: IndexChange[],
): Promise<RowChange[]> {
  if (change.part === 'fields' || change.part === 'visible') {
    return ids.map((id) => {
      const visible = visibleAfter(change, id);
      // Its words stay as they are, whatever they are.
      const [before, after] = [known.get(id)?.visible, visible].map((shown) => ({
        search_text: '',
        visible: shown === true,
      }));
      if (before && after && visible !== undefined) indexed.push({ id, before, after });
      if (change.part === 'visible') return { id, visible, delete_at: change.deleteAt };
      const { disclosures, ...fields } = change.values.get(id) ?? {};
      // All rows are written as one JSON list: what is a list in it must not be JSON of its own.
      return { id, ...changedColumns(fields), ...(disclosures && { disclosures }) };
    });
  }
  return (await selectWhole(tx, dialect, ids)).map((row) => {
    const { id, visible } = row;
    const values = valuesOf(row);
    const tags = change.part === 'tags' ? change.values.get(id) : undefined;
    const category = change.part === 'category' ? change.values.get(id) : undefined;
    const search_text = searchTextOf({
      ...values,
      ...(tags && { tags }),
      ...(category && { category }),
    });
    indexed.push({
      id,
      before: { search_text: row.search_text, visible },
      after: { search_text, visible },
    });
    return {
      id,
      search_text,
      ...(tags && { tags }),
      ...(category && { category_id: categoryId(category) }),
    };
  });
}

/** Undefined: as before. */
function visibleAfter(change: ManyChange, id: number): boolean | undefined {
  if (change.part === 'visible') return change.values.get(id) === true;
  return change.part === 'fields' ? change.values.get(id)?.visible : undefined;
}

async function* batchesOf(ids: readonly number[]): AsyncGenerator<number[]> {
  for (let start = 0; start < ids.length; start += BATCH) {
    yield ids.slice(start, start + BATCH);
    await setImmediate();
  }
}

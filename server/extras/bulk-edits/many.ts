/** Changes of many specimens in one transaction of the caller, who invalidates the cache after it. */
import { setImmediate } from 'node:timers/promises';
import { type Category, categoryId } from '#contract/catalogue/categories.ts';
import type { SpecimenValues } from '#contract/catalogue/specimen-fields.ts';
import type { Context } from '#server/context.ts';
import { addEvents, type Event } from '#server/features/admin/events/events.service.ts';
import { type IndexChange, indexSpecimens, searchTextOf } from '#server/features/catalogue/search/search-index.service.ts';
import { photolessAmong, refusePhotoless } from '#server/features/catalogue/specimens/editing/photoless.service.ts';
import { changedColumns, valuesOf } from '#server/features/catalogue/specimens/reading/specimen-columns.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { lockMany, type RowChange, selectMany, selectWhole, updateMany } from './many.queries.ts';

export type ManyRow = Awaited<ReturnType<typeof selectMany>>[number] & { isPhotoless: boolean };

/** The fields that are stored as they are, and that no search finds. */
export type ManyFields = Partial<
  Pick<SpecimenValues, 'visible' | 'price' | 'shippingPrice' | 'forSale' | 'storagePlace' | 'source' | 'acquisitionDate' | 'disclosures'>
>;

/** What is to be changed of each: the same part for all of them. */
export type ManyChange =
  | { part: 'fields'; values: Map<number, ManyFields> }
  | { part: 'visible'; values: Map<number, boolean>; deleteAt: string | null }
  | { part: 'category'; values: Map<number, Category> }
  | { part: 'tags'; values: Map<number, string[]> };

/** Rows in one statement: some milliseconds, then the process turns to others. */
const BATCH = 1_000;

/** Reads specimens; unknown ones are left out. */
export async function readMany({ dialect }: Pick<Context, 'dialect'>, db: Db | Tx, ids: readonly number[]): Promise<Map<number, ManyRow>> {
  const found = new Map<number, ManyRow>();
  for await (const batch of batchesOf(ids)) {
    const photoless = await photolessAmong(db, batch);
    for (const row of await selectMany(db, dialect, batch)) found.set(row.id, { ...row, isPhotoless: photoless.has(row.id) });
  }
  return found;
}

/** The same, and locks them until the transaction ends. */
export async function lockAndReadMany(ctx: Pick<Context, 'dialect'>, tx: Tx, ids: readonly number[]): Promise<Map<number, ManyRow>> {
  await lockMany(tx, ctx.dialect, ids);
  return readMany(ctx, tx, ids);
}

/**
 * Changes specimens that the transaction has locked, and the search index with them.
 * @param known what they were.
 * @param eventOf what the log says of each.
 * @throws Problem invalid_input for a price of 0; state_conflict where one that is to be shown has no photo.
 */
export async function changeMany(
  ctx: Pick<Context, 'dialect' | 'clock'>,
  tx: Tx,
  known: ReadonlyMap<number, ManyRow>,
  change: ManyChange,
  eventOf: (id: number) => Pick<Event, 'kind' | 'data'>,
): Promise<void> {
  const now = instantOf(ctx.clock);
  const indexed: IndexChange[] = [];
  for await (const ids of batchesOf([...change.values.keys()])) {
    await refusePhotoless(
      tx,
      ids.filter((id) => visibleAfter(change, id)),
    );
    const rows = await rowChanges(ctx, tx, { known, change, ids }, indexed);
    await updateMany(tx, ctx.dialect, rows, { now, isEdit: change.part !== 'visible' });
    await addEvents(
      tx,
      ids.map((id) => ({ ...eventOf(id), at: now, actor: 'owner', specimenId: id })),
    );
  }
  await indexSpecimens(tx, indexed);
}

/** What is written for these specimens. @param indexed gets what changes in the search index. */
async function rowChanges(
  { dialect }: Pick<Context, 'dialect'>,
  tx: Tx,
  { known, change, ids }: { known: ReadonlyMap<number, ManyRow>; change: ManyChange; ids: number[] },
  indexed: IndexChange[],
): Promise<RowChange[]> {
  if (change.part === 'fields' || change.part === 'visible') {
    return ids.map((id) => {
      const visible = visibleAfter(change, id);
      // Its words stay as they are, whatever they are.
      const [before, after] = [known.get(id)?.visible, visible].map((shown) => ({ search_text: '', visible: shown === true }));
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
    const search_text = searchTextOf({ ...values, ...(tags && { tags }), ...(category && { category }) });
    indexed.push({ id, before: { search_text: row.search_text, visible }, after: { search_text, visible } });
    return { id, search_text, ...(tags && { tags }), ...(category && { category_id: categoryId(category) }) };
  });
}

/** Whether a specimen is in the gallery after the change; undefined: as before. */
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

/** Ids of specimens by what filters say of them, for joining with what a term finds. */
import type { SpecimenSort } from '#contract/words.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Dialect } from '#server/platform/db/dialect.ts';
import { idList, isAmong, readIds } from '#server/platform/db/search/id-lists.ts';
import type { Place } from './specimen-cursor.ts';
import { inListOrder, isAfter, matches, type SpecimenFilter, type SpecimenRow, specimenColumns } from './specimens.queries.ts';

/** `among`: only these are looked at; null: all. */
type Question = { dialect: Dialect; filter: SpecimenFilter; among: readonly number[] | null };

/** Ids that fit the filter, in any order. */
export async function selectIds(db: Db | Tx, { dialect, filter, among }: Question): Promise<number[]> {
  let query = db.selectFrom('specimens').select(idList(dialect).as('ids')).where(matches(filter));
  if (among) query = query.where(isAmong(dialect, among));
  return readIds((await query.executeTakeFirst())?.ids);
}

/** Ids that fit the filter and come after the place, in the order of the sort. */
export async function selectSortedIds(
  db: Db | Tx,
  { dialect, filter, among, sort, after }: Question & { sort: SpecimenSort; after: Place | null },
): Promise<number[]> {
  let inner = inListOrder(db.selectFrom('specimens').select('id').where(matches(filter)), sort);
  if (among) inner = inner.where(isAmong(dialect, among));
  if (after) inner = inner.where(isAfter(sort, after));
  const { ids } = await db.selectFrom(inner.as('sorted')).select(idList(dialect).as('ids')).executeTakeFirstOrThrow();
  return readIds(ids);
}

/** All specimens or some, by what the owner counts them by. */
export async function selectIdsByState(db: Db | Tx, { dialect, among }: Omit<Question, 'filter'>) {
  let query = db.selectFrom('specimens').select(['visible', 'status']).select(idList(dialect).as('ids')).groupBy(['visible', 'status']);
  if (among) query = query.where(isAmong(dialect, among));
  const groups = await query.execute();
  return groups.map(({ visible, status, ids }) => ({ visible, status, ids: readIds(ids) }));
}

/** The rows of these, in their order; one that does not fit the filter any more is left out. */
export async function selectInOrder(db: Db | Tx, filter: SpecimenFilter, ids: readonly number[]): Promise<SpecimenRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('specimens').select(specimenColumns).where('id', 'in', ids).where(matches(filter)).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Ids of specimens that pass filters, to be joined with the matches of a term. */
import type { SpecimenSort } from '#contract/catalogue/specimen-sorts.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Dialect } from '#server/platform/db/dialect.ts';
import { idList, readIds, specimensAmong } from './id-lists.queries.ts';
import type { CursorPosition } from './specimen-cursor.ts';
import { inListOrder, isAfter, matches, type SpecimenFilter, type SpecimenRow, specimenColumns } from './specimens.queries.ts';

/** `among`: only these specimens; null: all. */
type IdQuery = { dialect: Dialect; filter: SpecimenFilter; among: readonly number[] | null };

/** Ids that pass the filter, in any order. */
export async function selectIds(db: Db | Tx, { dialect, filter, among }: IdQuery): Promise<number[]> {
  const found = await from(db, dialect, among).select(idList(dialect).as('ids')).where(matches(filter)).executeTakeFirst();
  return readIds(found?.ids);
}

export type Sorted = { id: number; key: string | number | null };

/** At most `limit` specimens after the position, in the order of the sort, each with its sort key. */
export async function selectSorted(
  db: Db | Tx,
  { dialect, filter, among, sort, after, limit }: IdQuery & { sort: SpecimenSort; after: CursorPosition | null; limit: number },
): Promise<Sorted[]> {
  const key = sort === 'newest' ? 'created_at as key' : 'price_cents as key';
  let query = inListOrder(from(db, dialect, among).select(['id', key]).where(matches(filter)), sort);
  if (after) query = query.where(isAfter(sort, after));
  return query.limit(limit).execute();
}

/** Ids grouped by visibility and status, for the counts of Manage. */
export async function selectIdsByStatus(db: Db | Tx, { dialect, among }: Omit<IdQuery, 'filter'>) {
  const columns = ['visible', 'status'] as const;
  const groups = await from(db, dialect, among).select(columns).select(idList(dialect).as('ids')).groupBy(columns).execute();
  return groups.map(({ visible, status, ids }) => ({ visible, status, ids: readIds(ids) }));
}

const from = (db: Db | Tx, dialect: Dialect, among: readonly number[] | null) =>
  among ? specimensAmong(db, dialect, among) : db.selectFrom('specimens');

/** The rows of the ids, in their order, without those that no longer pass the filter. */
export async function selectInOrder(
  db: Db | Tx,
  { dialect, filter, among }: IdQuery & { among: readonly number[] },
): Promise<SpecimenRow[]> {
  const rows = await specimensAmong(db, dialect, among).select(specimenColumns).where(matches(filter)).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return among.flatMap((id) => byId.get(id) ?? []);
}

import type { SpecimenSort } from '#core/contract/catalogue/specimen-sorts.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Dialect } from '#platform/db/dialect.ts';
import { idList, readIds, specimensAmong } from './id-lists.queries.ts';
import type { CursorPosition } from './specimen-cursor.ts';
import {
  inListOrder,
  isAfter,
  matches,
  type SpecimenFilter,
  type SpecimenRow,
  specimenColumns,
} from './specimens.queries.ts';

/** `among`: null means all. */
type IdQuery = { dialect: Dialect; filter: SpecimenFilter; among: readonly number[] | null };

export async function selectIds(
  db: Db | Tx,
  { dialect, filter, among }: IdQuery,
): Promise<number[]> {
  const found = await from(db, dialect, among)
    .select(idList(dialect).as('ids'))
    .where(matches(filter))
    .executeTakeFirst();
  return readIds(found?.ids);
}

export type Sorted = { id: number; key: string | number | null };

/** Returns at most `limit`. */
export async function selectSorted(
  db: Db | Tx,
  {
    dialect,
    filter,
    among,
    sort,
    after,
    limit,
  }: IdQuery & { sort: SpecimenSort; after: CursorPosition | null; limit: number },
): Promise<Sorted[]> {
  const key = sort === 'newest' ? 'created_at as key' : 'price_cents as key';
  let query = inListOrder(
    from(db, dialect, among).select(['id', key]).where(matches(filter)),
    sort,
  );
  if (after) query = query.where(isAfter(sort, after));
  return query.limit(limit).execute();
}

export async function selectIdsByStatus(db: Db | Tx, { dialect, among }: Omit<IdQuery, 'filter'>) {
  const columns = ['visible', 'status'] as const;
  const groups = await from(db, dialect, among)
    .select(columns)
    .select(idList(dialect).as('ids'))
    .groupBy(columns)
    .execute();
  return groups.map(({ visible, status, ids }) => ({ visible, status, ids: readIds(ids) }));
}

const from = (db: Db | Tx, dialect: Dialect, among: readonly number[] | null) =>
  among ? specimensAmong(db, dialect, among) : db.selectFrom('specimens');

export async function selectInOrder(
  db: Db | Tx,
  { dialect, filter, among }: IdQuery & { among: readonly number[] },
): Promise<SpecimenRow[]> {
  const rows = await specimensAmong(db, dialect, among)
    .select(specimenColumns)
    .where(matches(filter))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return among.flatMap((id) => byId.get(id) ?? []);
}

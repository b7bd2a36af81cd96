/** Each batch is one statement, its values come as one JSON list. */
import { type RawBuilder, sql } from 'kysely';
import {
  isAmong,
  specimensAmong,
} from '#core/server/catalogue/specimens/reading/id-lists.queries.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Dialect } from '#platform/db/dialect.ts';

const columnTypes = {
  price: 'text',
  price_cents: 'bigint',
  shipping_price: 'text',
  shipping_cents: 'bigint',
  for_sale: 'boolean',
  visible: 'boolean',
  category_id: 'integer',
  tags: 'jsonb',
  search_text: 'text',
  storage_place: 'text',
  source: 'text',
  acquisition_date: 'text',
  disclosures: 'jsonb',
  delete_at: 'timestamptz',
} as const;

export type RowChange = { id: number } & Partial<Record<keyof typeof columnTypes, unknown>>;

/** Locks ids in one sequence, as orders do; SQLite has one writer anyway. */
export async function lockMany(tx: Tx, dialect: Dialect, ids: readonly number[]): Promise<void> {
  if (dialect === 'sqlite') return;
  await sql`select 1 from specimens where ${isAmong(dialect, ids)} order by id for update`.execute(
    tx,
  );
}

export async function selectMany(db: Db | Tx, dialect: Dialect, ids: readonly number[]) {
  return specimensAmong(db, dialect, ids)
    .select([
      'id',
      'title',
      'price',
      'price_cents',
      'shipping_price',
      'shipping_cents',
      'for_sale',
      'visible',
      'category_id',
      'tags',
    ])
    .select(['catalogue_number', 'disclosures', 'storage_place', 'source', 'acquisition_date'])
    .select(['status', 'quantity', 'held', 'waiting', 'delete_at', 'version'])
    .execute();
}

export async function selectWhole(tx: Tx, dialect: Dialect, ids: readonly number[]) {
  return specimensAmong(tx, dialect, ids).selectAll().execute();
}

/** @param isEdit tells somebody who edits a specimen at the same time. */
export async function updateMany(
  tx: Tx,
  dialect: Dialect,
  changes: readonly RowChange[],
  { now, isEdit }: { now: string; isEdit: boolean },
): Promise<void> {
  const columns = Object.keys(columnTypes).filter(
    (name) => name in (changes[0] ?? {}),
  ) as (keyof typeof columnTypes)[];
  const sets = columns.map((name) => sql`${sql.ref(name)} = given.${sql.ref(name)}`);
  const version = sql.raw(isEdit ? 'version + 1' : 'version');
  await sql`
    update specimens set ${sql.join(sets)}, version = ${version}, updated_at = ${now}
    from ${givenRows(dialect, columns, changes)} where given.id = specimens.id`.execute(tx);
}

function givenRows(
  dialect: Dialect,
  columns: readonly (keyof typeof columnTypes)[],
  changes: readonly RowChange[],
): RawBuilder<unknown> {
  const json = JSON.stringify(changes);
  if (dialect === 'postgres') {
    const types = columns.map((name) => sql`${sql.ref(name)} ${sql.raw(columnTypes[name])}`);
    return sql`json_to_recordset(${json}::json) as given(id integer, ${sql.join(types)})`;
  }
  const values = columns.map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`);
  return sql`(select value ->> 'id' as id, ${sql.join(values)} from json_each(${json})) as given`;
}

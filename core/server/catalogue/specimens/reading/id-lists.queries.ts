/** A long list of ids travels as one value. */
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Dialect } from '#platform/db/dialect.ts';
import type { Schema } from '#platform/db/schema.ts';

/** Without table statistics SQLite would prefer to read all visible ones. */
export function specimensAmong(db: Db | Tx, dialect: Dialect, ids: readonly number[]) {
  const name = dialect === 'sqlite' ? sql`specimens not indexed` : sql`specimens`;
  const source = sql<Schema['specimens']>`specimens`.as<'specimens'>(name);
  const specimens = db.selectFrom(source) as unknown as SelectQueryBuilder<
    Schema,
    'specimens',
    object
  >;
  return specimens.where(isAmong(dialect, ids));
}

export function isAmong(dialect: Dialect, ids: readonly number[]): RawBuilder<SqlBool> {
  if (dialect === 'sqlite') return sql`id in (select value from json_each(${JSON.stringify(ids)}))`;
  return sql`id = any(${`{${ids.join(',')}}`}::int[])`;
}

/** Read it with `readIds`. */
export const idList = (dialect: Dialect): RawBuilder<unknown> =>
  sql.raw(dialect === 'sqlite' ? 'json_group_array(id)' : 'json_agg(id)');

/** PostgreSQL gives null for none. */
export const readIds = (list: unknown): number[] =>
  (typeof list === 'string' ? JSON.parse(list) : list) ?? [];

/** Long lists of ids into and out of a query, as each engine takes them: one value instead of thousands. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Dialect } from '#server/platform/db/dialect.ts';

/** Whether the column `id` of a table is one of these. */
export function isAmong(dialect: Dialect, ids: readonly number[]): RawBuilder<SqlBool> {
  if (dialect === 'sqlite') return sql`id in (select value from json_each(${JSON.stringify(ids)}))`;
  return sql`id = any(${`{${ids.join(',')}}`}::int[])`;
}

/** All values of the column `id` as one; read it with `readIds`. */
export const idList = (dialect: Dialect): RawBuilder<unknown> => sql.raw(dialect === 'sqlite' ? 'json_group_array(id)' : 'json_agg(id)');

/** PostgreSQL gives null for none. */
export const readIds = (list: unknown): number[] => (typeof list === 'string' ? JSON.parse(list) : list) ?? [];

/** Reads the database itself, so a backup includes what later migrations add. */
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { Dialect } from '#platform/db/dialect.ts';

export type Column = { name: string; isText: boolean; isJson: boolean; isNullable: boolean };

export type Table = { name: string; columns: Column[]; key: string[] };

type Found = Omit<Column, 'isText' | 'isJson'> & {
  table: string;
  type: string;
  keyPosition: number | null;
};

const MIGRATIONS = 'kysely_migration';

/**
 * Leaves out the migrations' tables, and virtual tables and generated columns, which hold no data
 * of their own.
 */
export async function readTables(db: Db, dialect: Dialect): Promise<Table[]> {
  const { rows } = await (dialect === 'sqlite' ? sqliteColumns : postgresColumns).execute(db);
  const tables = Map.groupBy(rows, (row) => row.table);
  return [...tables]
    .filter(([name]) => !name.startsWith(MIGRATIONS))
    .map(([name, found]) => ({
      name,
      columns: found.map(({ name, type, isNullable }) => ({
        name,
        isText: type === 'text',
        isJson: type === 'jsonb',
        isNullable: Boolean(isNullable),
      })),
      key: found
        .filter((column) => column.keyPosition)
        .toSorted((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0))
        .map((column) => column.name),
    }));
}

/** The order is that of their running; empty in a new database. */
export async function readMigrations(db: Db, dialect: Dialect): Promise<string[]> {
  const { rows } = await (dialect === 'sqlite' ? sqliteColumns : postgresColumns).execute(db);
  if (!rows.some((row) => row.table === MIGRATIONS)) return [];
  const migrations = await sql<{
    name: string;
  }>`select name from ${sql.table(MIGRATIONS)} order by name`.execute(db);
  return migrations.rows.map((row) => row.name).sort();
}

const sqliteColumns = sql<Found>`
  select t.name as "table", c.name, lower(c.type) as type, not c."notnull" as "isNullable", c.pk as "keyPosition"
  from pragma_table_list t, pragma_table_info(t.name) c
  where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
  order by t.name, c.name`;

/**
 * From the catalog itself: the views of `information_schema` take a hundred times as long, and
 * every backup asks twice.
 */
const postgresColumns = sql<Found>`
  select c.relname as "table", a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
    array_position(p.conkey, a.attnum) as "keyPosition"
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  left join pg_constraint p on p.conrelid = c.oid and p.contype = 'p'
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
  order by c.relname collate "C", a.attname collate "C"`;

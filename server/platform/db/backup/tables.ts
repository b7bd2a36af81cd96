/** Reads the tables from the database itself, so that a backup includes whatever a later migration adds. */
import { sql } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';
import type { Dialect } from '#server/platform/db/dialect.ts';

export type Column = { name: string; isText: boolean; isJson: boolean; isNullable: boolean };

/** A table with its columns by name, since a migration may leave them in another sequence on another engine; `key` names the columns of the primary key. */
export type Table = { name: string; columns: Column[]; key: string[] };

type Found = Omit<Column, 'isText' | 'isJson'> & { table: string; type: string; keyPosition: number | null };

const MIGRATIONS = 'kysely_migration';

/** All tables by name, except those that record migrations. Leaves out virtual tables and generated columns, which hold no data of their own. */
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

/** Names of the applied migrations, in order; none in a new database. */
export async function readMigrations(db: Db, dialect: Dialect): Promise<string[]> {
  const { rows } = await (dialect === 'sqlite' ? sqliteColumns : postgresColumns).execute(db);
  if (!rows.some((row) => row.table === MIGRATIONS)) return [];
  const migrations = await sql<{ name: string }>`select name from ${sql.table(MIGRATIONS)} order by name`.execute(db);
  return migrations.rows.map((row) => row.name).sort();
}

const sqliteColumns = sql<Found>`
  select t.name as "table", c.name, lower(c.type) as type, not c."notnull" as "isNullable", c.pk as "keyPosition"
  from pragma_table_list t, pragma_table_info(t.name) c
  where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
  order by t.name, c.name`;

const postgresColumns = sql<Found>`
  select c.table_name as "table", c.column_name as name, c.data_type as type, c.is_nullable = 'YES' as "isNullable", k.ordinal_position as "keyPosition"
  from information_schema.columns c
  join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
  left join (
    information_schema.key_column_usage k
    join information_schema.table_constraints p
      on p.constraint_schema = k.constraint_schema and p.constraint_name = k.constraint_name
      and p.table_name = k.table_name and p.constraint_type = 'PRIMARY KEY'
  ) on k.table_schema = c.table_schema and k.table_name = c.table_name and k.column_name = c.column_name
  where c.table_schema = current_schema() and c.is_generated = 'NEVER'
  order by c.table_name collate "C", c.column_name collate "C"`;

/** The counters that ids come from. They are part of a copy: an id is never used again, even if its row is gone. */
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Dialect } from '#server/platform/db/dialect.ts';

/** The highest id that each table has ever given, by its name; tables that never had a row are left out. */
export type Counters = Record<string, number>;

export async function readCounters(db: Db | Tx, dialect: Dialect): Promise<Counters> {
  const { rows } = await (dialect === 'sqlite' ? countersOfSqlite : countersOfPostgres).execute(db);
  return Object.fromEntries(rows.map(({ table, last }) => [table, last]));
}

/** Moves counters forward to these values; one that is further already stays. */
export async function raiseCounters(tx: Tx, dialect: Dialect, counters: Counters): Promise<void> {
  const current = await readCounters(tx, dialect);
  for (const [table, last] of Object.entries(counters)) {
    if (last <= (current[table] ?? 0)) continue;
    if (dialect === 'postgres') {
      await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), 'id'), ${sql.lit(last)})`.execute(tx);
    } else {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx);
    }
  }
}

type Counter = { table: string; last: number };

const countersOfSqlite = sql<Counter>`select name as "table", seq as last from sqlite_sequence order by name`;

const countersOfPostgres = sql<Counter>`
  select c.table_name as "table", s.last_value as last
  from information_schema.columns c
  join pg_sequences s on format('%I.%I', s.schemaname, s.sequencename) = pg_get_serial_sequence(quote_ident(c.table_name), c.column_name)
  where c.table_schema = current_schema() and c.is_identity = 'YES' and s.last_value is not null
  order by c.table_name collate "C"`;

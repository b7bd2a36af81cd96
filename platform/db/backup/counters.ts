/**
 * A backup includes the counters behind ids, because an id is never reused, even after its row is
 * deleted.
 */
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Dialect } from '#platform/db/dialect.ts';

/** The highest id by table name; tables that never had a row are left out. */
export type Counters = Record<string, number>;

export async function readCounters(db: Db | Tx, dialect: Dialect): Promise<Counters> {
  const { rows } = await (dialect === 'sqlite' ? sqliteCounters : postgresCounters).execute(db);
  return Object.fromEntries(rows.map(({ table, last }) => [table, last]));
}

export async function raiseCounters(tx: Tx, dialect: Dialect, counters: Counters): Promise<void> {
  const current = await readCounters(tx, dialect);
  for (const [table, last] of Object.entries(counters)) {
    if (last <= (current[table] ?? 0)) continue;
    if (dialect === 'postgres') {
      await sql`select setval(pg_get_serial_sequence(quote_ident(${table}), 'id'), ${sql.lit(last)})`.execute(
        tx,
      );
    } else {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(tx);
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(tx);
    }
  }
}

type Counter = { table: string; last: number };

const sqliteCounters = sql<Counter>`select name as "table", seq as last from sqlite_sequence order by name`;

const postgresCounters = sql<Counter>`
  select c.table_name as "table", s.last_value as last
  from information_schema.columns c
  join pg_sequences s on format('%I.%I', s.schemaname, s.sequencename) = pg_get_serial_sequence(quote_ident(c.table_name), c.column_name)
  where c.table_schema = current_schema() and c.is_identity = 'YES' and s.last_value is not null
  order by c.table_name collate "C"`;

/**
 * The database itself notes changed rows, so no code can forget one. PostgreSQL logs them for other
 * processes; SQLite's triggers use a temporary table, which is not stored.
 */
import { sql } from 'kysely';
import type { ChangedRow } from './change-feed.ts';
import type { Db, Tx } from './db.ts';
import type { Dialect } from './dialect.ts';
import { PIECES, sqliteTriggers } from './schema-watched.ts';

type Change = NonNullable<ChangedRow>;

const watching = new WeakSet<Db>();

/** Call it outside a transaction. */
export async function watchRows(db: Db, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres' || watching.has(db)) return;
  await sql`create temp table if not exists row_changes (changed_table text, key text)`.execute(db);
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${PIECES})`.execute(db);
  for (const { table, statement, when, values } of sqliteTriggers(rows.map(({ name }) => name)))
    await sql`create temp trigger if not exists ${sql.id(`noted_${table}_${statement}`)}
      after ${sql.raw(statement)} on main.${sql.table(table)} ${sql.raw(when ? `when ${when}` : '')}
      begin insert into row_changes ${sql.raw(values)}; end`.execute(db);
  watching.add(db);
}

export async function forgetRowChanges(tx: Tx, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') await sql`delete from row_changes`.execute(tx);
}

/**
 * Returns rows changed since the last call, each once.
 * @param after the `last` of the previous call; 0 for the first.
 */
export async function takeRowChanges(
  tx: Tx,
  dialect: Dialect,
  after: number,
): Promise<{ rows: Change[]; last: number }> {
  if (dialect === 'postgres') {
    const { rows } = await sql<Change & { last: number }>`
      select changed_table as "table", key, max(id) as last from change_log
      where xid = pg_current_xact_id_if_assigned() and id > ${after}
      group by changed_table, key`.execute(tx);
    return {
      rows: rows.map(({ table, key }) => ({ table, key })),
      last: Math.max(after, ...rows.map(({ last }) => Number(last))),
    };
  }
  const { rows } = await sql<Change>`
    select distinct changed_table as "table", key from row_changes`.execute(tx);
  if (rows.length > 0) await sql`delete from row_changes`.execute(tx);
  return { rows, last: after };
}

/** Notes a change on a public page that shows in no watched row. */
export async function noteChange(tx: Tx, dialect: Dialect, { table, key }: Change): Promise<void> {
  const log = dialect === 'postgres' ? sql`change_log (changed_table, key)` : sql`row_changes`;
  await sql`insert into ${log} values (${table}, ${key})`.execute(tx);
}

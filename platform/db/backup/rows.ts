import { type Kysely, sql } from 'kysely';
import type { Tx } from '#platform/db/db.ts';
import type { Dialect } from '#platform/db/dialect.ts';
import type { Row } from './snapshot.ts';
import type { Table } from './tables.ts';

type ForeignKey = { table: string; name: string };

/**
 * Checks foreign keys only at the end of `work`, so rows may be inserted in any order.
 * @throws Error if a row then refers to one that does not exist.
 */
export async function withForeignKeysDeferred(
  tx: Tx,
  dialect: Dialect,
  work: () => Promise<void>,
): Promise<void> {
  if (dialect === 'sqlite') {
    await sql`pragma defer_foreign_keys = on`.execute(tx);
    await work();
    const { rows } = await sql<{
      table: string;
    }>`select "table" from pragma_foreign_key_check limit 1`.execute(tx);
    if (rows[0]) throw new Error(`A row of ${rows[0].table} refers to a row that does not exist`);
    return;
  }
  const { rows: keys } = await sql<ForeignKey>`
    select t.relname as "table", k.conname as name from pg_constraint k join pg_class t on t.oid = k.conrelid
    where k.contype = 'f' and not k.condeferrable and k.connamespace = current_schema()::regnamespace`.execute(
    tx,
  );
  const change = async (how: string) => {
    for (const { table, name } of keys)
      await sql`alter table ${sql.table(table)} alter constraint ${sql.id(name)} ${sql.raw(how)}`.execute(
        tx,
      );
  };
  await change('deferrable initially deferred');
  await work();
  await sql`set constraints all immediate`.execute(tx);
  await change('not deferrable');
}

export async function emptyTables(tx: Tx, dialect: Dialect, tables: Table[]): Promise<void> {
  if (dialect === 'sqlite')
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(tx);
  // Together, because they refer to each other.
  else await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))}`.execute(tx);
}

/** @throws Error for a column that the table does not have. */
export async function insertRows(tx: Tx, { name, columns }: Table, rows: Row[]): Promise<void> {
  if (rows.length === 0) return;
  const known = new Set(columns.map((column) => column.name));
  const unknown = rows.flatMap((row) => Object.keys(row)).find((column) => !known.has(column));
  if (unknown !== undefined) throw new Error(`The table ${name} has no column ${unknown}`);
  const values = rows.map((row) =>
    Object.fromEntries(
      columns
        .filter((column) => column.name in row)
        // In a nullable column null is SQL's; elsewhere it is the JSON document `null`.
        .map(({ name, isJson, isNullable }) => {
          const value = row[name];
          return [name, isJson && !(value === null && isNullable) ? JSON.stringify(value) : value];
        }),
    ),
  );
  await (tx as unknown as Kysely<Record<string, Row>>).insertInto(name).values(values).execute();
}

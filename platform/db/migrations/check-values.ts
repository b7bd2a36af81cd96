import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * Lets a text column with `not null check (column in (…))` hold other values, for a new status or
 * kind. SQLite cannot change a check, so the column is made anew and comes last; its default stays,
 * as SQLite demands one.
 * @param values all that are allowed afterwards, the default first; every stored value must be
 * among them.
 */
export async function allowValues(
  db: Kysely<never>,
  dialect: Dialect,
  table: string,
  column: string,
  values: readonly string[],
): Promise<void> {
  const allowed = sql.join(values.map((value) => sql.lit(value)));
  const [name, temporary] = [sql.id(column), sql.id(`${column}_before`)];
  if (dialect === 'postgres') {
    const constraint = sql.id(`${table}_${column}_check`);
    await sql`alter table ${sql.table(table)} drop constraint ${constraint}`.execute(db);
    await sql`alter table ${sql.table(table)} add constraint ${constraint} check (${name} in (${allowed}))`.execute(
      db,
    );
    return;
  }
  // Indexes hold on to the old column, so they are made again afterwards.
  const { rows: indexes } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master
    where type = 'index' and tbl_name = ${table} and sql is not null
      and name in (select i.name from pragma_index_list(${table}) i, pragma_index_info(i.name) c where c.name = ${column})`.execute(
    db,
  );
  for (const index of indexes) await sql`drop index ${sql.id(index.name)}`.execute(db);
  await sql`alter table ${sql.table(table)} rename column ${name} to ${temporary}`.execute(db);
  await sql`
    alter table ${sql.table(table)}
    add column ${name} text not null default ${sql.lit(values[0])} check (${name} in (${allowed}))`.execute(
    db,
  );
  await sql`update ${sql.table(table)} set ${name} = ${temporary}`.execute(db);
  await sql`alter table ${sql.table(table)} drop column ${temporary}`.execute(db);
  for (const index of indexes) await sql.raw(index.sql).execute(db);
}

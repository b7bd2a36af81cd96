import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Tables that visitors see something of, with the column that says what a row belongs to, and the statements that matter. */
const watched = [
  { table: 'specimens', key: 'id', statements: ['insert', 'delete'] },
  { table: 'specimen_media', key: 'specimen_id', statements: ['insert', 'update', 'delete'] },
  { table: 'media', key: 'id', statements: ['update'] },
  { table: 'site_settings', key: 'key', statements: ['insert', 'update', 'delete'] },
] as const;

/**
 * What several processes share, on PostgreSQL alone: what has changed for visitors, written by triggers so that nothing can forget it, and the counts
 * of calls. The counts may get lost in a crash; the changes are logged because PostgreSQL 15 loses the sequence of an unlogged table on a standby that
 * takes over ("bad magic number in sequence"), and with it every order.
 */
export function migration(dialect: Dialect) {
  return {
    async up(db: Kysely<never>) {
      if (dialect === 'sqlite') return;
      await sql`
        create table public_changes (
          id bigint generated always as identity primary key,
          xid xid8 not null default pg_current_xact_id(),
          changed_table text not null,
          key text not null,
          created_at timestamptz not null default now()
        )`.execute(db);
      await sql`create index public_changes_xid on public_changes (xid)`.execute(db);
      await sql`
        create function note_public_change() returns trigger language plpgsql as $$
        declare
          keys text[];
        begin
          select array_agg(key) into keys
          from (select distinct to_jsonb(r) ->> tg_argv[0] as key from changed_rows r limit 51) some_keys;
          -- Very many at once are all of them.
          if cardinality(keys) > 50 then keys := array['*']; end if;
          insert into public_changes (changed_table, key) select tg_table_name, key from unnest(keys) key;
          return null;
        end $$`.execute(db);
      for (const { table, key, statements } of watched) {
        for (const statement of statements) {
          await sql`
            create trigger ${sql.id(`${table}_${statement}_is_public`)} after ${sql.raw(statement)} on ${sql.table(table)}
            referencing ${sql.raw(statement === 'delete' ? 'old' : 'new')} table as changed_rows
            for each statement execute function note_public_change(${sql.lit(key)})`.execute(db);
        }
      }
      // What orders do to specimens leaves every list as it was: it is noted under a name of its own.
      await sql`
        create function note_specimen_update() returns trigger language plpgsql as $$
        declare
          stock constant text[] := array['quantity', 'held', 'status', 'status_by_hand', 'updated_at'];
        begin
          if (select count(*) from changed_rows) > 50 then
            insert into public_changes (changed_table, key) values (tg_table_name, '*');
          else
            insert into public_changes (changed_table, key)
            select case when to_jsonb(a) - stock = to_jsonb(b) - stock then 'stock' else tg_table_name end, a.id::text
            from changed_rows a join rows_before b using (id);
          end if;
          return null;
        end $$`.execute(db);
      await sql`
        create trigger specimens_update_is_public after update on specimens
        referencing old table as rows_before new table as changed_rows
        for each statement execute function note_specimen_update()`.execute(db);
      await sql`
        create unlogged table call_counts (
          key text primary key,
          calls integer not null,
          ends_at timestamptz not null
        )`.execute(db);
    },
  };
}

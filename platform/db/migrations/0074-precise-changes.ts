import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/**
 * The log tells apart what no page shows: hidden specimens and rows only locked. It takes a
 * payment, which raises the version, for a change of stock. It names the mail server and specimens
 * whose hold changes, as pages show them. Earlier releases invalidate everything for the unknown
 * names `hidden_specimens`, `pieces` and `hold`.
 */
export function migration(dialect: Dialect) {
  return {
    async up(db: Kysely<never>) {
      if (dialect === 'sqlite') return;
      await sql`
        create or replace function log_specimen_update() returns trigger language plpgsql as $$
        declare
          stock constant text[] :=
            array['quantity', 'held', 'waiting', 'status', 'status_by_hand', 'version', 'updated_at'];
        begin
          if (select count(*) from changed_rows) > 50 then
            insert into change_log (changed_table, key) values (tg_table_name, '*');
          else
            insert into change_log (changed_table, key)
            select case
                when not a.visible and not b.visible then 'hidden_specimens'
                when to_jsonb(a) - stock <> to_jsonb(b) - stock then tg_table_name
                when a.status <> b.status then 'stock'
                else 'pieces'
              end, a.id::text
            from changed_rows a join rows_before b using (id)
            where to_jsonb(a) <> to_jsonb(b);
          end if;
          return null;
        end $$`.execute(db);
      await sql`
        create function log_specimen_presence() returns trigger language plpgsql as $$
        begin
          if (select count(*) from changed_rows) > 50 then
            insert into change_log (changed_table, key) values (tg_table_name, '*');
          else
            insert into change_log (changed_table, key)
            select case when visible then tg_table_name else 'hidden_specimens' end, id::text
            from changed_rows;
          end if;
          return null;
        end $$`.execute(db);
      for (const statement of ['insert', 'update', 'delete']) {
        await sql`
          create trigger ${sql.id(`log_sealed_secrets_${statement}`)} after ${sql.raw(statement)} on sealed_secrets
          referencing ${sql.raw(statement === 'delete' ? 'old' : 'new')} table as changed_rows
          for each statement execute function log_change('name')`.execute(db);
      }
      await sql`
        create function log_hold_change() returns trigger language plpgsql as $$
        begin
          insert into change_log (changed_table, key)
          select distinct 'hold', l.specimen_id::text
          from changed_rows a join rows_before b using (id) join order_lines l on l.order_id = a.id
          where l.specimen_id is not null and a.status = 'pending'
            and (a.hold_ends_at, a.hold_asked_at, a.payment_reported_at, a.email_proved_at)
              is distinct from (b.hold_ends_at, b.hold_asked_at, b.payment_reported_at, b.email_proved_at);
          return null;
        end $$`.execute(db);
      await sql`
        create trigger log_orders_update after update on orders
        referencing old table as rows_before new table as changed_rows
        for each statement execute function log_hold_change()`.execute(db);
      await sql`
        create function log_specimen_media() returns trigger language plpgsql as $$
        begin
          if (select count(distinct specimen_id) from changed_rows) > 50 then
            insert into change_log (changed_table, key) values (tg_table_name, '*');
          else
            insert into change_log (changed_table, key)
            select distinct
              case when s.visible then tg_table_name else 'hidden_specimens' end, s.id::text
            from changed_rows r join specimens s on s.id = r.specimen_id;
          end if;
          return null;
        end $$`.execute(db);
      for (const statement of ['insert', 'update', 'delete']) {
        await sql`drop trigger ${sql.id(`log_specimen_media_${statement}`)} on specimen_media`.execute(
          db,
        );
        await sql`
          create trigger ${sql.id(`log_specimen_media_${statement}`)} after ${sql.raw(statement)} on specimen_media
          referencing ${sql.raw(statement === 'delete' ? 'old' : 'new')} table as changed_rows
          for each statement execute function log_specimen_media()`.execute(db);
      }
      for (const [statement, rows] of [
        ['insert', 'new'],
        ['delete', 'old'],
      ] as const) {
        await sql`drop trigger ${sql.id(`log_specimens_${statement}`)} on specimens`.execute(db);
        await sql`
          create trigger ${sql.id(`log_specimens_${statement}`)} after ${sql.raw(statement)} on specimens
          referencing ${sql.raw(rows)} table as changed_rows
          for each statement execute function log_specimen_presence()`.execute(db);
      }
    },
  };
}

import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Waiting lists: who waits for a specimen, and how many, so that its free pieces stay theirs. */
export function migration(dialect: Dialect) {
  const identity = (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const notNull = (column: ColumnDefinitionBuilder) => column.notNull();

  return {
    async up(db: Kysely<never>) {
      await db.schema
        .alterTable('specimens')
        .addColumn('waiting', 'integer', (c) => c.notNull().defaultTo(0).check(sql`waiting >= 0`))
        .execute();
      await sql`create index specimens_waiting on specimens (id) where waiting > 0`.execute(db);
      await db.schema
        .createTable('waiting_entries')
        .addColumn('id', 'integer', identity)
        .addColumn('specimen_id', 'integer', (c) => c.references('specimens.id').onDelete('set null'))
        .addColumn('title', 'text', notNull)
        .addColumn('email', 'text', notNull)
        .addColumn('entry_key', 'text', notNull)
        .addColumn('ip_address', 'text', notNull)
        .addColumn('created_at', 'timestamptz', notNull)
        .addColumn('confirmed_at', 'timestamptz')
        .addColumn('offers', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('offered_until', 'timestamptz')
        .addColumn('renewed_at', 'timestamptz')
        .addColumn('ended_at', 'timestamptz')
        .addColumn('ended_as', 'text', (c) => c.check(sql`(ended_as is null) = (ended_at is null)`))
        .execute();
      await sql`create index waiting_entries_open on waiting_entries (specimen_id) where ended_at is null`.execute(db);
      await sql`create index waiting_entries_offers on waiting_entries (offered_until) where offered_until is not null`.execute(db);
      await sql`create index waiting_entries_email on waiting_entries (lower(email))`.execute(db);
      for (const column of ['specimen_id', 'created_at', 'ended_at'])
        await db.schema.createIndex(`waiting_entries_${column}`).on('waiting_entries').column(column).execute();
      if (dialect === 'postgres') await logWaitingAsStock(db);
    },
  };
}

/** A change of `waiting` leaves every list as it was, like all that orders do to specimens. */
async function logWaitingAsStock(db: Kysely<never>): Promise<void> {
  await sql`
    create or replace function log_specimen_update() returns trigger language plpgsql as $$
    declare
      stock constant text[] := array['quantity', 'held', 'waiting', 'status', 'status_by_hand', 'updated_at'];
    begin
      if (select count(*) from changed_rows) > 50 then
        insert into change_log (changed_table, key) values (tg_table_name, '*');
      else
        insert into change_log (changed_table, key)
        select case when to_jsonb(a) - stock = to_jsonb(b) - stock then 'stock' else tg_table_name end, a.id::text
        from changed_rows a join rows_before b using (id);
      end if;
      return null;
    end $$`.execute(db);
}

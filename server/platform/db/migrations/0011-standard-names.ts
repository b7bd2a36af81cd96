import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Tables that visitors see something of, with the column that says what a row belongs to, and the statements that matter. */
const watched = [
  { table: 'specimens', key: 'id', statements: ['insert', 'delete'] },
  { table: 'specimen_media', key: 'specimen_id', statements: ['insert', 'update', 'delete'] },
  { table: 'media', key: 'id', statements: ['update'] },
  { table: 'site_settings', key: 'key', statements: ['insert', 'update', 'delete'] },
] as const;

/**
 * Tables get the names of the field. Those of the search index, the change log and the rate limits hold nothing that lasts: they are created
 * anew, and the shop rebuilds the index when it finds it empty.
 */
export function migration(dialect: Dialect) {
  return {
    async up(db: Kysely<never>) {
      await replaceSearchTables(db, dialect);
      await foldOrders(db);
      await sql`alter table own_references rename to import_references`.execute(db);
      await sql`drop index own_references_target`.execute(db);
      await db.schema.createIndex('import_references_target').on('import_references').columns(['kind', 'target_id']).execute();
      if (dialect === 'sqlite') return;
      await sql`alter table import_references rename constraint own_references_pk to import_references_pk`.execute(db);
      await replaceChangeLog(db);
      await sql`drop table call_counts`.execute(db);
      // Unlogged: these counts may get lost in a crash.
      await sql`create unlogged table rate_limit_hits (key text primary key, hits integer not null, ends_at timestamptz not null)`.execute(
        db,
      );
    },
  };
}

async function replaceSearchTables({ schema }: Kysely<never>, dialect: Dialect): Promise<void> {
  // Tokens are compared byte by byte, whatever the language of the database is.
  const token = dialect === 'sqlite' ? sql`text` : sql`text collate "C"`;
  const bytes = dialect === 'sqlite' ? sql`blob` : sql`bytea`;
  // A key that is the whole row needs no second copy of it.
  const compact = <Name extends string, Columns extends string>(table: CreateTableBuilder<Name, Columns>) =>
    dialect === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table;
  for (const name of ['search_words', 'search_spellings', 'search_postings']) await schema.dropTable(name).execute();
  await compact(
    schema
      .createTable('search_tokens')
      .addColumn('token', token, (c) => c.primaryKey().notNull())
      .addColumn('specimens', 'integer', (c) => c.notNull()),
  ).execute();
  await compact(
    schema
      .createTable('search_deletion_keys')
      .addColumn('deletion_key', token, (c) => c.notNull())
      .addColumn('token', token, (c) => c.notNull())
      .addPrimaryKeyConstraint('search_deletion_keys_pk', ['deletion_key', 'token']),
  ).execute();
  await compact(
    schema
      .createTable('search_postings')
      .addColumn('token', token, (c) => c.notNull())
      .addColumn('chunk', 'integer', (c) => c.notNull())
      .addColumn('entries', bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint('search_postings_pk', ['token', 'chunk']),
  ).execute();
}

/** Orders are searched with the letters that specimens are searched with; their texts had all other folding already. */
async function foldOrders(db: Kysely<never>): Promise<void> {
  const letters = 'æ:ae œ:oe ø:o ł:l đ:d ð:d þ:th ħ:h ŧ:t ŋ:n ı:i ĸ:k ς:σ'.split(' ').map((pair) => pair.split(':'));
  const folded = letters.reduce((text, [letter, plain]) => sql`replace(${text}, ${sql.lit(letter)}, ${sql.lit(plain)})`, sql`search_text`);
  await sql`update orders set search_text = ${folded}`.execute(db);
}

/**
 * PostgreSQL: triggers log what has changed for visitors, so that nothing can forget to. The table is not unlogged, because PostgreSQL 15 loses
 * the sequence of an unlogged table on a standby that takes over ("bad magic number in sequence"), and with it every order.
 */
async function replaceChangeLog(db: Kysely<never>): Promise<void> {
  // Their triggers go with them.
  await sql`drop function note_public_change() cascade`.execute(db);
  await sql`drop function note_specimen_update() cascade`.execute(db);
  await sql`drop table public_changes`.execute(db);
  await sql`
    create table change_log (
      id bigint generated always as identity primary key,
      xid xid8 not null default pg_current_xact_id(),
      changed_table text not null,
      key text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index change_log_xid on change_log (xid)`.execute(db);
  await sql`
    create function log_change() returns trigger language plpgsql as $$
    declare
      keys text[];
    begin
      select array_agg(key) into keys
      from (select distinct to_jsonb(r) ->> tg_argv[0] as key from changed_rows r limit 51) some_keys;
      -- Very many at once count as all of them.
      if cardinality(keys) > 50 then keys := array['*']; end if;
      insert into change_log (changed_table, key) select tg_table_name, key from unnest(keys) key;
      return null;
    end $$`.execute(db);
  for (const { table, key, statements } of watched) {
    for (const statement of statements) {
      await sql`
        create trigger ${sql.id(`log_${table}_${statement}`)} after ${sql.raw(statement)} on ${sql.table(table)}
        referencing ${sql.raw(statement === 'delete' ? 'old' : 'new')} table as changed_rows
        for each statement execute function log_change(${sql.lit(key)})`.execute(db);
    }
  }
  // What orders do to specimens leaves every list as it was: it is logged under a name of its own.
  await sql`
    create function log_specimen_update() returns trigger language plpgsql as $$
    declare
      stock constant text[] := array['quantity', 'held', 'status', 'status_by_hand', 'updated_at'];
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
  await sql`
    create trigger log_specimens_update after update on specimens
    referencing old table as rows_before new table as changed_rows
    for each statement execute function log_specimen_update()`.execute(db);
}

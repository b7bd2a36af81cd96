import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** A mail may belong to no order, and may say under which key it is written only once. */
export function migration(dialect: Dialect) {
  return {
    async up(db: Kysely<never>) {
      if (dialect === 'sqlite') await rebuild(db);
      else {
        await sql`alter table mails alter column order_id drop not null`.execute(db);
        await sql`alter table mails add column dedupe_key text`.execute(db);
      }
      await db.schema.createIndex('mails_dedupe_key').unique().on('mails').column('dedupe_key').execute();
    },
  };
}

/** SQLite cannot make a column nullable. No table refers to this one. */
async function rebuild(db: Kysely<never>): Promise<void> {
  const columns = sql.raw(
    `id, order_id, kind, from_name, from_address, to_name, to_address, reply_to, subject, body_text, body_html,
     message_id, status, attempts, queued_at, due_at, claimed_at, sent_at, last_error`,
  );
  await sql`
    create table mails_after (
      id integer primary key autoincrement,
      order_id integer references orders (id) on delete cascade,
      kind text not null,
      from_name text not null,
      from_address text not null,
      to_name text not null,
      to_address text not null,
      reply_to text not null,
      subject text not null,
      body_text text not null,
      body_html text not null,
      message_id text not null unique,
      status text not null check (status in ('kept', 'waiting', 'sending', 'sent', 'failed', 'uncertain')),
      attempts integer not null default 0,
      queued_at timestamptz not null,
      due_at timestamptz not null,
      claimed_at timestamptz,
      sent_at timestamptz,
      last_error text,
      dedupe_key text
    )`.execute(db);
  await sql`insert into mails_after (${columns}) select ${columns} from mails`.execute(db);
  // Ids are never reused, those of deleted mails neither.
  await sql`delete from sqlite_sequence where name = 'mails_after'`.execute(db);
  await sql`insert into sqlite_sequence (name, seq) select 'mails_after', seq from sqlite_sequence where name = 'mails'`.execute(db);
  await sql`drop table mails`.execute(db);
  await sql`alter table mails_after rename to mails`.execute(db);
  await db.schema.createIndex('mails_due').on('mails').columns(['status', 'due_at']).execute();
  await db.schema.createIndex('mails_order').on('mails').column('order_id').execute();
}

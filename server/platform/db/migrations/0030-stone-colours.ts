import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { allowValues } from './check-values.ts';

/** The colours of the stone in a picture, and jobs that find them for main pictures of before. */
export function migration(dialect: Dialect) {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('media').addColumn('colours', 'jsonb').execute();
      if (dialect === 'sqlite') await rebuild(db);
      else await allowValues(db, dialect, 'media_jobs', 'kind', ['renditions', 'conversion', 'colours']);
      // A video's colours are its poster's.
      await sql`
        insert into media_jobs (media_id, kind, queued_at, due_at)
        select picture.id, 'colours', max(picture.created_at), max(picture.created_at)
        from specimen_media shown
        join media main on main.id = shown.media_id
        join media picture on picture.id = coalesce(main.poster_id, main.id)
        where shown.position = 0
        group by picture.id`.execute(db);
    },
  };
}

/** SQLite changes no check of a column that is part of the key. No table refers to this one. */
async function rebuild(db: Kysely<never>): Promise<void> {
  const columns = sql.raw('media_id, kind, attempts, queued_at, due_at, claimed_at, last_error');
  await sql`
    create table media_jobs_after (
      media_id text not null references media (id) on delete cascade,
      kind text not null check (kind in ('renditions', 'conversion', 'colours')),
      attempts integer not null default 0,
      queued_at timestamptz not null,
      due_at timestamptz not null,
      claimed_at timestamptz,
      last_error text,
      constraint media_jobs_key primary key (media_id, kind)
    )`.execute(db);
  await sql`insert into media_jobs_after (${columns}) select ${columns} from media_jobs`.execute(db);
  await sql`drop table media_jobs`.execute(db);
  await sql`alter table media_jobs_after rename to media_jobs`.execute(db);
  await db.schema.createIndex('media_jobs_due').on('media_jobs').column('due_at').execute();
}

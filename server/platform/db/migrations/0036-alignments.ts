import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { allowValues } from './check-values.ts';

/** How pictures under a lamp lie over those in daylight, which the admin may leave as they were taken; and jobs that find it for pictures of before. */
export function migration(dialect: Dialect) {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('alignments')
        .addColumn('picture_id', 'text', (c) => c.notNull().references('media.id').onDelete('cascade'))
        .addColumn('base_id', 'text', (c) => c.notNull().references('media.id').onDelete('cascade'))
        .addColumn('alignment', 'jsonb')
        .addColumn('agreement', 'real', (c) => c.notNull())
        .addPrimaryKeyConstraint('alignments_key', ['picture_id', 'base_id'])
        .execute();
      await db.schema.createIndex('alignments_base').on('alignments').column('base_id').execute();
      await db.schema
        .alterTable('specimen_media')
        .addColumn('as_taken', 'boolean', (c) => c.notNull().defaultTo(false))
        .execute();
      if (dialect === 'sqlite') await rebuildJobs(db);
      else {
        await allowValues(db, dialect, 'media_jobs', 'kind', ['renditions', 'conversion', 'colours', 'alignment']);
        for (const statement of ['insert', 'update']) {
          await sql`
            create trigger ${sql.id(`log_alignments_${statement}`)} after ${sql.raw(statement)} on alignments
            referencing new table as changed_rows
            for each statement execute function log_change('picture_id')`.execute(db);
        }
      }
      await sql`
        insert into media_jobs (media_id, kind, queued_at, due_at)
        select media.id, 'alignment', max(media.created_at), max(media.created_at)
        from specimen_media shown
        join media on media.id = shown.media_id
        where shown.light in ('long-wave-uv', 'short-wave-uv') and media.kind = 'picture'
        group by media.id`.execute(db);
    },
  };
}

/** SQLite changes no check of a column that is part of the key. No table refers to this one. */
async function rebuildJobs(db: Kysely<never>): Promise<void> {
  const columns = sql.raw('media_id, kind, attempts, queued_at, due_at, claimed_at, last_error');
  await sql`
    create table media_jobs_after (
      media_id text not null references media (id) on delete cascade,
      kind text not null check (kind in ('renditions', 'conversion', 'colours', 'alignment')),
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

import type { Kysely } from 'kysely';
import { sql } from 'kysely';

type Before = { media: { id: string; kind: string; complete: boolean; created_at: string } };

/** What is known of a medium beyond its first renditions, and the queue of what is still to be made of it. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      const { schema } = db;
      await schema.alterTable('media').addColumn('original', 'text').execute();
      await schema
        .alterTable('media')
        .addColumn('complete', 'boolean', (c) => c.notNull().defaultTo(sql`false`))
        .execute();
      await schema.alterTable('media').addColumn('film_file', 'text').execute();
      await schema.alterTable('media').addColumn('film_type', 'text').execute();

      await schema
        .createTable('media_jobs')
        .addColumn('media_id', 'text', (c) => c.notNull().references('media.id').onDelete('cascade'))
        .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('renditions', 'conversion')`))
        .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
        .addColumn('queued_at', 'timestamptz', (c) => c.notNull())
        .addColumn('due_at', 'timestamptz', (c) => c.notNull())
        .addColumn('claimed_at', 'timestamptz')
        .addColumn('last_error', 'text')
        .addPrimaryKeyConstraint('media_jobs_key', ['media_id', 'kind'])
        .execute();
      await schema.createIndex('media_jobs_due').on('media_jobs').column('due_at').execute();
      // By these it is found out whether anything refers to a picture.
      await schema.createIndex('order_lines_image').on('order_lines').column('image_url').execute();
      await schema.createIndex('media_poster').on('media').column('poster_id').execute();

      const before = db as unknown as Kysely<Before>;
      await sql`update media set complete = true, film_file = id || '.mp4', film_type = 'video/mp4' where kind = 'film'`.execute(before);
      // Pictures of before have neither every width nor a preview: shown in what there is, and queued for the rest.
      await sql`insert into media_jobs (media_id, kind, queued_at, due_at)
        select id, 'renditions', created_at, created_at from media where kind = 'picture'`.execute(before);
    },
  };
}

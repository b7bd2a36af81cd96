import { type Kysely, sql } from 'kysely';

/** A video's columns speak the glossary's word, and say whether its poster only stands in. Triggers see whole rows, so they need no change. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('media').renameColumn('film_file', 'video_file').execute();
      await db.schema.alterTable('media').renameColumn('film_type', 'video_type').execute();
      await db.schema
        .alterTable('media')
        .addColumn('has_plain_poster', 'boolean', (c) => c.notNull().defaultTo(sql`false`))
        .execute();
    },
  };
}

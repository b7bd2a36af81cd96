import { type Kysely, sql } from 'kysely';

export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .alterTable('media')
        .addColumn('is_wide', 'boolean', (c) => c.notNull().defaultTo(false))
        .execute();
      await sql`
        update media set is_wide = true
        where kind = 'picture' and id in (select value -> 'background' ->> 'id' from site_settings where key = 'hero')`.execute(
        db,
      );
      // No picture up to 2048 pixels has it.
      await sql`
        insert into media_jobs (media_id, kind, queued_at, due_at)
        select id, 'renditions', created_at, created_at from media where is_wide and width > 2048
        on conflict (media_id, kind) do nothing`.execute(db);
    },
  };
}

import { type Kysely, sql } from 'kysely';

/** The outline of the stone in a picture, found with its colours: by the same jobs for main pictures of before. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('media').addColumn('outline', 'text').execute();
      // The picture of a video is its poster.
      await sql`
        insert into media_jobs (media_id, kind, queued_at, due_at)
        select picture.id, 'colours', max(picture.created_at), max(picture.created_at)
        from specimen_media shown
        join media main on main.id = shown.media_id
        join media picture on picture.id = coalesce(main.poster_id, main.id)
        where shown.position = 0
        group by picture.id
        on conflict (media_id, kind) do nothing`.execute(db);
    },
  };
}

import { type Kysely, sql } from 'kysely';

/** Pictures that came with a number before their specimen had a title are still described by it: from now on by the title, which they follow. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await sql`
        update specimen_media set alt = (select title from specimens where id = specimen_media.specimen_id)
        where exists (
          select 1 from specimens where id = specimen_media.specimen_id and catalogue_number = specimen_media.alt and title <> specimen_media.alt
        )`.execute(db);
    },
  };
}

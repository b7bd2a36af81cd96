import { type Kysely, sql } from 'kysely';

/**
 * Pictures that came before their specimen had a title are described by its number: from now on the
 * title describes them.
 */
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

import type { Kysely } from 'kysely';

/** What the owner says of a piece's care, beside the notes of the species table. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .alterTable('specimens')
        .addColumn('care', 'jsonb', (c) => c.notNull().defaultTo('[]'))
        .execute();
    },
  };
}

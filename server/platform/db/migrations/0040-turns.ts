import type { Kysely } from 'kysely';

/** A video's turn: frames beside each other in one picture. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('media').addColumn('turn', 'jsonb').execute();
    },
  };
}

import type { Kysely } from 'kysely';

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

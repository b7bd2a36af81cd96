import type { Kysely } from 'kysely';

export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('visitor_days')
        .addColumn('day', 'text', (c) => c.primaryKey().notNull())
        .addColumn('visitors', 'integer', (c) => c.notNull())
        .addColumn('salt', 'text')
        .addColumn('marks', 'text')
        .execute();
    },
  };
}

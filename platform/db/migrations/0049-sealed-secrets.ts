import type { Kysely } from 'kysely';

export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('sealed_secrets')
        .addColumn('name', 'text', (c) => c.primaryKey().notNull())
        .addColumn('sealed', 'text', (c) => c.notNull())
        .addColumn('updated_at', 'timestamptz', (c) => c.notNull())
        .execute();
      await db.schema
        .createTable('conditions')
        .addColumn('name', 'text', (c) => c.primaryKey().notNull())
        .addColumn('began_at', 'timestamptz', (c) => c.notNull())
        .addColumn('told_at', 'timestamptz')
        .addColumn('ended_at', 'timestamptz')
        .execute();
    },
  };
}

import type { Kysely } from 'kysely';

/** Secrets of others, sealed with a key that lies in DATA_DIR; and what is wrong with the shop, since when, and whether its owner was told. */
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

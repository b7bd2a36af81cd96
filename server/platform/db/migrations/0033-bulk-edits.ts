import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Changes of many specimens at once, which can be undone for a while, and specimens that are deleted when that while has ended. */
export function migration(dialect: Dialect) {
  const identity = (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const notNull = (column: ColumnDefinitionBuilder) => column.notNull();

  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('bulk_edits')
        .addColumn('id', 'integer', identity)
        .addColumn('state', 'text', notNull)
        .addColumn('change', 'jsonb', notNull)
        .addColumn('pieces', 'jsonb', notNull)
        .addColumn('created_at', 'timestamptz', notNull)
        .addColumn('ends_at', 'timestamptz', notNull)
        .execute();
      await db.schema.createIndex('bulk_edits_ends_at').on('bulk_edits').column('ends_at').execute();
      await db.schema.alterTable('specimens').addColumn('delete_at', 'timestamptz').execute();
      // Hardly ever is one waiting.
      await sql`create index specimens_delete_at on specimens (delete_at) where delete_at is not null`.execute(db);
    },
  };
}

import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Photographs of labels and stones that wait to become specimens. */
export function migration(dialect: Dialect) {
  const identity = (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const notNull = (column: ColumnDefinitionBuilder) => column.notNull();
  return {
    async up(db: Kysely<never>) {
      const { schema } = db;
      await schema
        .createTable('intakes')
        .addColumn('id', 'integer', identity)
        .addColumn('created_at', 'timestamptz', notNull)
        .addColumn('ends_at', 'timestamptz', notNull)
        .execute();
      await schema
        .createTable('intake_files')
        .addColumn('id', 'integer', identity)
        .addColumn('intake_id', 'integer', (c) => c.notNull().references('intakes.id').onDelete('cascade'))
        .addColumn('media_id', 'text', (c) => c.references('media.id'))
        .addColumn('content_hash', 'text', notNull)
        .addColumn('name', 'text', notNull)
        .addColumn('size', 'integer', notNull)
        .addColumn('modified_at', 'timestamptz', notNull)
        .addColumn('taken_at', 'timestamptz')
        .addColumn('codes', 'jsonb', (c) => c.notNull().defaultTo('[]'))
        .addColumn('has_unreadable_code', 'boolean', (c) => c.notNull().defaultTo(false))
        .addColumn('is_ultraviolet', 'boolean', (c) => c.notNull().defaultTo(false))
        .addColumn('refusal', 'text')
        .addColumn('label', 'text')
        .addColumn('placed_in', 'text')
        .addColumn('place', 'integer')
        .addColumn('light', 'text')
        .addColumn('specimen_id', 'integer', (c) => c.references('specimens.id').onDelete('set null'))
        .execute();
      await sql`create unique index intake_files_once on intake_files (intake_id, content_hash)`.execute(db);
      await schema.createIndex('intake_files_media').on('intake_files').column('media_id').execute();
      await schema.createIndex('intake_files_specimen').on('intake_files').column('specimen_id').execute();
    },
  };
}

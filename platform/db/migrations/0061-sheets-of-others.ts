import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

export function migration(dialect: Dialect) {
  const identity = (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite'
      ? column.primaryKey().autoIncrement()
      : column.primaryKey().generatedByDefaultAsIdentity();
  const notNull = (column: ColumnDefinitionBuilder) => column.notNull();

  return {
    async up({ schema }: Kysely<never>) {
      await schema
        .createTable('sheet_matchings')
        .addColumn('headings', 'text', (c) => c.primaryKey().notNull())
        .addColumn('matching', 'jsonb', notNull)
        .addColumn('used_at', 'timestamptz', notNull)
        .execute();
      await schema
        .createTable('sheet_imports')
        .addColumn('id', 'integer', identity)
        .addColumn('name', 'text', notNull)
        .addColumn('created_at', 'timestamptz', notNull)
        .addColumn('ends_at', 'timestamptz', notNull)
        .execute();
      await schema
        .createTable('sheet_import_pieces')
        .addColumn('import_id', 'integer', (c) =>
          c.notNull().references('sheet_imports.id').onDelete('cascade'),
        )
        .addColumn('specimen_id', 'integer', notNull)
        .addColumn('version', 'integer', notNull)
        .addColumn('changed_at', 'timestamptz', notNull)
        .addColumn('before', 'jsonb')
        .addPrimaryKeyConstraint('sheet_import_pieces_key', ['import_id', 'specimen_id'])
        .execute();
      await schema
        .createTable('awaited_photos')
        .addColumn('specimen_id', 'integer', (c) =>
          c.notNull().references('specimens.id').onDelete('cascade'),
        )
        .addColumn('name', 'text', notNull)
        .addPrimaryKeyConstraint('awaited_photos_key', ['specimen_id', 'name'])
        .execute();
    },
  };
}

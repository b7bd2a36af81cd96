import type { ColumnDefinitionBuilder, Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

export function migration(dialect: Dialect) {
  const identity = (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite'
      ? column.primaryKey().autoIncrement()
      : column.primaryKey().generatedByDefaultAsIdentity();
  const ofIntake = (column: ColumnDefinitionBuilder) =>
    column.notNull().references('intakes.id').onDelete('cascade');
  return {
    async up({ schema }: Kysely<never>) {
      await schema
        .alterTable('intake_files')
        .addColumn('keeps_picture', 'boolean', (c) => c.notNull().defaultTo(false))
        .execute();
      await schema
        .createTable('intake_unused')
        .addColumn('intake_id', 'integer', ofIntake)
        .addColumn('number_key', 'text', (c) => c.notNull())
        .addColumn('until_file', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('intake_unused_key', ['intake_id', 'number_key'])
        .execute();
      await schema
        .createTable('intake_steps')
        .addColumn('id', 'integer', identity)
        .addColumn('intake_id', 'integer', ofIntake)
        .addColumn('before', 'jsonb', (c) => c.notNull())
        .execute();
      await schema
        .createIndex('intake_steps_intake')
        .on('intake_steps')
        .column('intake_id')
        .execute();
    },
  };
}

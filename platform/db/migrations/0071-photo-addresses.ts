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
        .createTable('photo_addresses')
        .addColumn('id', 'integer', identity)
        .addColumn('specimen_id', 'integer', (c) =>
          c.notNull().references('specimens.id').onDelete('cascade'),
        )
        .addColumn('address', 'text', notNull)
        .addColumn('host', 'text', notNull)
        .addColumn('row', 'integer', notNull)
        .addColumn('state', 'text', notNull)
        .addColumn('asked_at', 'timestamptz')
        .addColumn('claimed_at', 'timestamptz')
        .addColumn('fetched', 'text')
        .addColumn('failure', 'text')
        .addUniqueConstraint('photo_addresses_once', ['specimen_id', 'address'])
        .execute();
      await schema
        .createIndex('photo_addresses_state')
        .on('photo_addresses')
        .columns(['state', 'id'])
        .execute();
      await schema
        .createIndex('photo_addresses_address')
        .on('photo_addresses')
        .column('address')
        .execute();
    },
  };
}

import type { Kysely } from 'kysely';

export function migration() {
  return {
    async up({ schema }: Kysely<never>) {
      await schema
        .createTable('old_addresses')
        .addColumn('path', 'text', (c) => c.primaryKey().notNull())
        .addColumn('specimen_id', 'integer', (c) =>
          c.notNull().references('specimens.id').onDelete('cascade'),
        )
        .execute();
      await schema
        .createIndex('old_addresses_specimen')
        .on('old_addresses')
        .column('specimen_id')
        .execute();
    },
  };
}

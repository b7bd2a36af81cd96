import type { Kysely } from 'kysely';

export function migration() {
  return {
    async up({ schema }: Kysely<never>) {
      await schema
        .createTable('specimen_successors')
        .addColumn('specimen_id', 'integer', (c) => c.primaryKey().notNull())
        .addColumn('successor_id', 'integer', (c) =>
          c.notNull().references('specimens.id').onDelete('cascade'),
        )
        .execute();
      await schema
        .createIndex('specimen_successors_successor')
        .on('specimen_successors')
        .column('successor_id')
        .execute();
    },
  };
}

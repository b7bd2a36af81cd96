import type { Kysely } from 'kysely';

/** Catalogue numbers that stand on printed labels and wait for their pieces. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('reserved_numbers')
        .addColumn('number_key', 'text', (c) => c.primaryKey().notNull())
        .addColumn('catalogue_number', 'text', (c) => c.notNull())
        .addColumn('sheet_id', 'integer', (c) => c.notNull())
        .addColumn('place', 'integer', (c) => c.notNull())
        .addColumn('reserved_at', 'timestamptz', (c) => c.notNull())
        .execute();
      await db.schema.createIndex('reserved_numbers_sheet').on('reserved_numbers').columns(['sheet_id', 'place']).execute();
    },
  };
}

import { type Kysely, sql } from 'kysely';

/** What imported specimens and orders are called where they came from, so that importing them again makes no second ones. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('own_references')
        .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('specimen', 'order')`))
        .addColumn('reference', 'text', (c) => c.notNull())
        .addColumn('target_id', 'integer', (c) => c.notNull())
        .addPrimaryKeyConstraint('own_references_pk', ['kind', 'reference'])
        .execute();
      await db.schema.createIndex('own_references_target').on('own_references').columns(['kind', 'target_id']).execute();
    },
  };
}

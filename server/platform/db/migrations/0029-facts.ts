import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import { longestSide } from '#contract/catalogue/size-classes.ts';
import type { Dialect } from '../dialect.ts';

const BATCH = 500;

/** Facts of the stone, the tree of localities, and the catalogue numbers that were ever given. */
export function migration(dialect: Dialect) {
  const identity = (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const notNull = (column: ColumnDefinitionBuilder) => column.notNull();
  const list = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('[]');
  const words = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo('');

  return {
    async up(db: Kysely<never>) {
      const { schema } = db;
      await schema
        .createTable('localities')
        .addColumn('id', 'integer', identity)
        .addColumn('parent_id', 'integer', (c) => c.references('localities.id'))
        .addColumn('name', 'text', notNull)
        .addColumn('name_key', 'text', notNull)
        .execute();
      await sql`create unique index localities_once on localities (coalesce(parent_id, 0), name_key)`.execute(db);
      await schema
        .createTable('catalogue_numbers')
        .addColumn('number_key', 'text', (c) => c.primaryKey().notNull())
        .addColumn('specimen_id', 'integer', (c) => c.references('specimens.id').onDelete('set null'))
        .execute();
      await schema.createIndex('catalogue_numbers_specimen').on('catalogue_numbers').column('specimen_id').execute();

      for (const name of ['species', 'associates', 'locality', 'disclosures', 'fluorescence', 'provenance'])
        await schema.alterTable('specimens').addColumn(name, 'jsonb', list).execute();
      for (const name of ['condition', 'source', 'storage_place', 'private_notes'])
        await schema.alterTable('specimens').addColumn(name, 'text', words).execute();
      await schema.alterTable('specimens').addColumn('coordinates', 'jsonb').execute();
      await schema.alterTable('specimens').addColumn('mindat_id', 'integer').execute();
      await schema.alterTable('specimens').addColumn('catalogue_number', 'text').execute();
      await schema.alterTable('specimens').addColumn('cost', 'text').execute();
      await schema.alterTable('specimens').addColumn('size_mm', 'real').execute();
      await schema
        .alterTable('specimens')
        .addColumn('locality_id', 'integer', (c) => c.references('localities.id'))
        .execute();
      await schema.createIndex('specimens_locality').on('specimens').column('locality_id').execute();
      await schema.alterTable('specimen_media').addColumn('pins', 'jsonb', list).execute();
      await measure(db as unknown as Kysely<{ specimens: Measured }>);
    },
  };
}

type Measured = { id: number; dimensions: string; size_mm: number | null };

/** Reads the longest side of the specimens that are there already. */
async function measure(db: Kysely<{ specimens: Measured }>): Promise<void> {
  for (let after = 0; ; ) {
    const query = db.selectFrom('specimens').select(['id', 'dimensions']).where('id', '>', after);
    const rows = await query.orderBy('id').limit(BATCH).execute();
    for (const { id, dimensions } of rows) {
      const size_mm = longestSide(dimensions);
      if (size_mm !== null) await db.updateTable('specimens').set({ size_mm }).where('id', '=', id).execute();
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) return;
  }
}

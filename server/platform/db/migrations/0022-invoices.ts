import { type Kysely, sql } from 'kysely';

/** Invoices, numbered without a gap: the last number stands in a row that whoever takes the next one locks. An invoice outlives its order. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('number_series')
        .addColumn('name', 'text', (c) => c.primaryKey().notNull())
        .addColumn('last', 'integer', (c) => c.notNull())
        .execute();
      await sql`insert into number_series (name, last) values ('invoices', 0)`.execute(db);
      await db.schema
        .createTable('invoices')
        .addColumn('number', 'integer', (c) => c.primaryKey().notNull())
        .addColumn('order_id', 'integer', (c) => c.notNull().unique())
        .addColumn('seller', 'jsonb', (c) => c.notNull())
        .addColumn('total_cents', 'bigint', (c) => c.notNull())
        .addColumn('issued_at', 'timestamptz', (c) => c.notNull())
        .execute();
    },
  };
}

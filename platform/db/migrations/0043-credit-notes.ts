import { type Kysely, sql } from 'kysely';

/** Credit notes are numbered without a gap as invoices are. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await sql`insert into number_series (name, last) values ('credit notes', 0)`.execute(db);
      await db.schema
        .createTable('credit_notes')
        .addColumn('number', 'integer', (c) => c.primaryKey().notNull())
        .addColumn('invoice_number', 'integer', (c) => c.notNull())
        .addColumn('order_id', 'integer', (c) => c.notNull())
        .addColumn('refund_id', 'integer', (c) => c.notNull().unique())
        .addColumn('seller', 'jsonb', (c) => c.notNull())
        .addColumn('amount_cents', 'bigint', (c) => c.notNull())
        .addColumn('issued_at', 'timestamptz', (c) => c.notNull())
        .execute();
      await db.schema
        .createIndex('credit_notes_order')
        .on('credit_notes')
        .column('order_id')
        .execute();
    },
  };
}

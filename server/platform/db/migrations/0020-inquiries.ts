import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** Questions about specimens and orders with their answers, and the keys that the shop signs with. */
export function migration(dialect: Dialect) {
  const identity = (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey().generatedByDefaultAsIdentity();
  const notNull = (column: ColumnDefinitionBuilder) => column.notNull();

  return {
    async up({ schema }: Kysely<never>) {
      await schema
        .createTable('inquiries')
        .addColumn('id', 'integer', identity)
        .addColumn('subject', 'text', notNull)
        .addColumn('title', 'text', notNull)
        .addColumn('specimen_id', 'integer', (c) => c.references('specimens.id').onDelete('set null'))
        .addColumn('order_id', 'integer', (c) => c.references('orders.id').onDelete('cascade'))
        .addColumn('name', 'text', notNull)
        .addColumn('email', 'text', notNull)
        .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('open', 'done')`))
        .addColumn('ip_address', 'text', notNull)
        .addColumn('created_at', 'timestamptz', notNull)
        .execute();
      for (const column of ['subject', 'specimen_id', 'order_id', 'created_at'])
        await schema.createIndex(`inquiries_${column}`).on('inquiries').column(column).execute();
      await schema
        .createTable('inquiry_messages')
        .addColumn('id', 'integer', identity)
        .addColumn('inquiry_id', 'integer', (c) => c.notNull().references('inquiries.id').onDelete('cascade'))
        .addColumn('author', 'text', (c) => c.notNull().check(sql`author in ('asker', 'admin')`))
        .addColumn('text', 'text', notNull)
        .addColumn('created_at', 'timestamptz', notNull)
        .execute();
      await schema.createIndex('inquiry_messages_inquiry').on('inquiry_messages').column('inquiry_id').execute();
      await schema
        .createTable('signing_keys')
        .addColumn('name', 'text', (c) => c.primaryKey().notNull())
        .addColumn('value', 'text', notNull)
        .execute();
    },
  };
}

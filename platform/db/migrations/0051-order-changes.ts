import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

export function migration(dialect: Dialect) {
  const identity = (column: ColumnDefinitionBuilder) =>
    dialect === 'sqlite'
      ? column.primaryKey().autoIncrement()
      : column.primaryKey().generatedByDefaultAsIdentity();

  return {
    async up(db: Kysely<never>) {
      await db.schema
        .alterTable('order_lines')
        .addColumn('standing', 'text', (c) =>
          c.notNull().defaultTo('in').check(sql`standing in ('in', 'proposed', 'out')`),
        )
        .execute();
      await db.schema
        .alterTable('order_money')
        .addColumn('surplus_cents', 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema
        .createTable('order_proposals')
        .addColumn('id', 'integer', identity)
        .addColumn('order_id', 'integer', (c) =>
          c.notNull().references('orders.id').onDelete('cascade'),
        )
        .addColumn('change', 'jsonb', (c) => c.notNull())
        .addColumn('old_total_cents', 'bigint', (c) => c.notNull())
        .addColumn('new_total_cents', 'bigint', (c) => c.notNull())
        .addColumn('made_at', 'timestamptz', (c) => c.notNull())
        .addColumn('ends_at', 'timestamptz')
        .addColumn('state', 'text', (c) =>
          c
            .notNull()
            .check(
              sql`state in ('open', 'accepted', 'declined', 'expired', 'withdrawn', 'overtaken')`,
            ),
        )
        .addColumn('ended_at', 'timestamptz')
        .execute();
      await db.schema
        .createIndex('order_proposals_order')
        .on('order_proposals')
        .column('order_id')
        .execute();
      await sql`create unique index order_proposals_open on order_proposals (order_id) where state = 'open'`.execute(
        db,
      );
      await sql`create index order_proposals_end on order_proposals (ends_at) where state = 'open'`.execute(
        db,
      );
    },
  };
}
